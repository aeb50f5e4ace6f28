/** A child process of the load run: what the same machine answers when nothing is to be done. Prints its address. */
import { Hono } from "hono";

const app = new Hono().get("/api/verify/:serialNumber", (c) => c.body(null));
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.fetch });
console.log(`http://localhost:${server.port}`);

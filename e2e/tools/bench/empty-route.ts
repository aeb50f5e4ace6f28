/** A child process of the bench: the minimal server with one route. Prints its address. */
import { Hono } from "hono";

const app = new Hono().get("/", (c) => c.body(null));
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.fetch });
console.log(`http://localhost:${server.port}`);

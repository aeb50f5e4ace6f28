import { expect, test } from "bun:test";
import { ownCommand } from "../own-command.ts";

async function askHealth(port: number) {
  const child = Bun.spawn([...ownCommand, "health"], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await new Response(child.stdout).text();
  return { said: said.trim(), exitCode: await child.exited };
}

test("health ends with 0 while the server answers, and with 1 when it does not", async () => {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({ status: "ok" }) });
  const port = Number(server.port);
  expect(await askHealth(port)).toEqual({ said: "ok", exitCode: 0 });
  await server.stop(true);
  expect(await askHealth(port)).toEqual({ said: "", exitCode: 1 });
});

import { expect, test } from "bun:test";
import { selfExec } from "../../platform/self-exec.ts";
import { freePort } from "../../testing/free-port.ts";

async function askHealth(port: number) {
  const child = Bun.spawn([...selfExec, "health"], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await new Response(child.stdout).text();
  return { said: said.trim(), exitCode: await child.exited };
}

test("health exits with 0 while the server answers, and with 1 otherwise", async () => {
  const port = await freePort();
  const server = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => Response.json({ status: "ok" }) });
  expect(await askHealth(port)).toEqual({ said: "ok", exitCode: 0 });
  await server.stop(true);
  expect(await askHealth(port)).toEqual({ said: "", exitCode: 1 });
});

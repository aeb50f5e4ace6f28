import { expect, test } from "bun:test";
import { selfExec } from "../../platform/self-exec.ts";

test("from source there is nothing to unpack, and the command says so", async () => {
  const child = Bun.spawn([...selfExec, "unpack-libraries"], {
    env: { PATH: "/usr/bin:/bin" },
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toContain("Only the executable contains libraries.");
  expect(await child.exited).toBe(1);
});

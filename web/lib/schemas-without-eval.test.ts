import { expect, test } from "bun:test";

test("schemas of the page never try to evaluate code, also those that are loaded later", async () => {
  const code = `await import("./schemas-without-eval.ts");
    const { z } = await import("zod");
    globalThis.Function = () => { throw new Error("evaluated"); };
    console.log(z.config().jitless, z.object({ name: z.string() }).safeParse({ name: "Jane" }).success);`;
  const child = Bun.spawn([process.execPath, "-e", code], { cwd: import.meta.dir, stdout: "pipe" });
  expect(await new Response(child.stdout).text()).toBe("true true\n");
});

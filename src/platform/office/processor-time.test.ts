import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../testing/test-waiting.ts";
import { readProcessorTime } from "./processor-time.ts";

test("the processor time of a process includes that of the processes it started", async () => {
  const busy = "while :; do :; done";
  const child = Bun.spawn(["/bin/sh", "-c", `(${busy}) & wait`], { stdout: "ignore" });
  await until("it has used some", () => (readProcessorTime(child.pid) ?? 0) > 200);
  await Bun.$`pkill -9 -P ${child.pid}`;
  await child.exited;
  expect(readProcessorTime(child.pid)).toBeUndefined();
});

test("a process that waits uses no processor time", async () => {
  const child = Bun.spawn(["cat"], { stdin: "pipe", stdout: "ignore" });
  expect(readProcessorTime(child.pid)).toBeLessThan(100);
  await child.stdin.end();
  await child.exited;
});

test("only a process and those that its threads started are looked at, not all of the machine", () => {
  const proc = mkdtempSync(join(tmpdir(), "processor-time-test-"));
  const add = (pid: number, ticks: number, children: Record<number, string>) => {
    for (const [thread, list] of Object.entries(children)) {
      mkdirSync(join(proc, `${pid}/task/${thread}`), { recursive: true });
      writeFileSync(join(proc, `${pid}/task/${thread}/children`), list);
    }
    writeFileSync(join(proc, `${pid}/stat`), `${pid} (a) name) S 10 ${"0 ".repeat(9)}${ticks} 1 0 0 20\n`);
  };
  add(10, 1, { 10: "11 ", 15: "12 99 " });
  add(11, 2, { 11: "" });
  add(12, 4, { 12: "13 " });
  add(13, 8, { 13: "" });
  add(14, 16, { 14: "" });
  expect(readProcessorTime(10, proc)).toBe((1 + 2 + 4 + 8 + 4 * 1) * 10);
  expect(readProcessorTime(16, proc)).toBeUndefined();
  rmSync(proc, { recursive: true });
});

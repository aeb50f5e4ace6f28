import { expect, test } from "bun:test";
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

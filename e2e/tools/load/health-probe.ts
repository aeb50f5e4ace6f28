import { percentile } from "./calls.ts";

/**
 * A process of its own, so that the work of the attackers in this tool does not count: requests the server's health
 * forty times a second without waiting for the previous answer, until its input ends. Prints their median, 99th
 * percentile and maximum in milliseconds.
 */
const everyMs = 25;
const url = process.argv[2] ?? "";
/** What a probe without an answer counts as. */
const noAnswerMs = 1e9;
const times: number[] = [];
const underWay = new Set<Promise<unknown>>();
let isOver = false;
process.stdin.on("data", () => {});
process.stdin.on("end", () => {
  isOver = true;
});

async function ask(): Promise<void> {
  const started = performance.now();
  const answer = await fetch(url).catch(() => undefined);
  await answer?.arrayBuffer();
  times.push(answer?.ok ? performance.now() - started : noAnswerMs);
}

while (!isOver) {
  const asked = ask().finally(() => underWay.delete(asked));
  underWay.add(asked);
  await Bun.sleep(everyMs);
}
await Promise.all(underWay);
const sorted = times.toSorted((one, other) => one - other);
console.log(JSON.stringify([percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1)]));

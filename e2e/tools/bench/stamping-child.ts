/** The warm child of the bench: stamps on request and returns the milliseconds inside. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import type { StampableType } from "../../../src/formats/file-types.ts";
import { warmUpPdf } from "../../../src/formats/pdf/warm-up.ts";
import type { Stamp } from "../../../src/formats/stamp/stamp.ts";
import { stampFile } from "../../../src/formats/stamp-file.ts";

/** Until the code is compiled. The server's children do fewer rounds, and compile the rest while they work. */
const warmUpRounds = 150;

export type BenchOrder = {
  input: string;
  output: string;
  fileType: StampableType;
  stamp: Stamp;
  times: number;
};

for (let round = 0; round < warmUpRounds; round++) warmUpPdf(round);

process.on("message", async (order: BenchOrder) => {
  const sha256 = createHash("sha256").update(readFileSync(order.input)).digest("hex");
  const milliseconds: number[] = [];
  for (let round = 0; round < order.times; round++) {
    rmSync(order.output, { force: true });
    const stamp = freshStamp(order.stamp, round);
    const started = performance.now();
    await stampFile({ ...order, stamp, sha256 });
    milliseconds.push(performance.now() - started);
  }
  process.send?.({ milliseconds, rssMb: process.memoryUsage().rss / 1e6 });
});

/** No two documents share a stamp: each round has a different serial number and time, so no drawing is reused. */
function freshStamp(stamp: Stamp, round: number): Stamp {
  const serialNumber = stamp.serialNumber.slice(0, -3) + String(100 + (round % 900));
  return { ...stamp, serialNumber, time: stamp.time + (performance.now() + round) * 1000 };
}

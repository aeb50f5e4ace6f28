import { join } from "node:path";
import type { GrowthMeasures } from "./growth-child.ts";
import { compare, least, type Row } from "./table.ts";

/** Linear work takes four times as long for four times the size; quadratic work sixteen times. */
const times = 4;
const maxRatio = 9;

/** Compares expensive files with a quarter of each: the work must not grow quadratically. */
export async function measureGrowth(scratch: string): Promise<Row[]> {
  const command = [process.execPath, join(import.meta.dir, "growth-child.ts"), scratch, `${times}`];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
  const said = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The bench of hostile files failed.");
  const measures: GrowthMeasures = JSON.parse(said);
  return measures.map(({ what, small, large }) =>
    compare(`${what}, ${times} times as many`, least(large), "a quarter", least(small), maxRatio),
  );
}

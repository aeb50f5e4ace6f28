import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { hashFile } from "./hash-file.ts";

test("a file read in slices has the same fingerprint as one read whole", async () => {
  for (const size of [0, 1, 1024 * 1024, 2.5 * 1024 * 1024]) {
    const bytes = new Uint8Array(size).map((_, index) => index % 251);
    const whole = createHash("sha256").update(bytes).digest("hex");
    expect(await hashFile(new Blob([bytes]), () => undefined)).toBe(whole);
  }
});

test("reading tells how far it is", async () => {
  const percents: number[] = [];
  await hashFile(new Blob([new Uint8Array(4 * 1024 * 1024)]), (percent) => percents.push(percent));
  expect(percents).toEqual([25, 50, 75, 100]);
});

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDocuments } from "./documents.ts";
import { countOutcomes, fuzz, type Trial } from "./fuzzing.ts";
import { mutate } from "./mutate.ts";
import { randomFrom } from "./random.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-fuzz-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A sample of what `bun run fuzz` tests for any length of time. */
test("documents with flipped bits are completed, refused or fail with a message, and nothing is left behind [threat F11] [threat G6]", async () => {
  const documents = await makeDocuments(join(folder, "documents"), false);
  const trials: Trial[] = [];
  const onTrial = (trial: Trial) => trials.push(trial);
  const settings = { CONVERTER: "off" };
  expect(await fuzz({ documents, first: 0, count: 10, folder, settings, onTrial })).toEqual([]);
  expect([...countOutcomes(trials).keys()].toSorted()).toEqual(["jpg", "pdf", "png", "tif"]);
  expect(trials).toHaveLength(10);
}, 600_000);

test("the same number gives the same mutant, and a different number gives a different one", () => {
  const document = new Uint8Array(1_000);
  const mutant = (number: number) => mutate(document, randomFrom(number));
  expect(mutant(7)).toEqual(mutant(7));
  expect(mutant(7)).not.toEqual(document);
  expect(mutant(7)).not.toEqual(mutant(8));
});

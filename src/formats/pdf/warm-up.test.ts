import { expect, test } from "bun:test";
import { pdfWarmUpRounds, warmUpPdf } from "./warm-up.ts";

test("rehearsing stamps a sound document of its own, round after round", () => {
  for (let round = 0; round < pdfWarmUpRounds; round++) expect(() => warmUpPdf(round)).not.toThrow();
});

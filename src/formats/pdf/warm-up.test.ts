import { expect, test } from "bun:test";
import { pdfWarmUpRounds, warmUpPdf } from "./warm-up.ts";

test("each warm-up round stamps a valid built-in document", () => {
  for (let round = 0; round < pdfWarmUpRounds; round++) expect(() => warmUpPdf(round)).not.toThrow();
});

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { readSignatures } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { findPdfErrors } from "../../formats/pdf/test-tools.ts";
import { fillSeal } from "../pades/fill-seal.ts";
import { prepareSeal } from "../pades/prepare-seal.ts";
import type { OpenSeal, SealOptions } from "../pades/seal.ts";
import { coveredBy, sha256Of, withOpenSeal } from "../pades/test-sealing.ts";
import { plainValue } from "./detail.ts";
import { noEvidence } from "./evidence.ts";
import { sentences } from "./sentences.ts";
import { buildSigners, now, plainPdf, sealingOptions, tokenOver, trust } from "./test-issued.ts";
import { aim, moved, plantedPdf } from "./test-moved-seal.ts";
import { verifyFile } from "./test-verify-file.ts";

const unchanged = (bytes: Uint8Array) =>
  verifyFile({ name: "file", bytes }, noEvidence, trust, now).findings.unchanged;
const formats = ["ETSI.CAdES.detached", "adbe.pkcs7.detached"] as const;
const foreseen = 0;
const valid = "Signature is Valid.";

/** The result of pdfsig for the client's field. */
const saidOfPlant = (file: Uint8Array) =>
  readSignatures(file)
    .split(/^Signature #\d+:$/m)
    .find((part) => part.includes("Name: Planted"));

/** A copy whose client predicted its length, sealed by a server without protection. */
function misled(subFilter: SealOptions["subFilter"]): Promise<{ file: Buffer; open: OpenSeal }> {
  const options = { ...sealingOptions(), subFilter, paddings: [foreseen] };
  return withOpenSeal(stamped(plantedPdf(subFilter)).file, options, async (path, open) => {
    writeFileSync(path, aim(readFileSync(path), open.seal));
    await fillSeal(path, open, buildSigners());
    return { file: readFileSync(path), open };
  });
}

/** Our last revision after the moved seal, with a new time-stamp, which anyone can get. */
function closed(evil: Buffer, file: Buffer, { timeStamp }: OpenSeal): Buffer {
  const whole = Buffer.concat([evil, file.subarray(evil.length)]);
  const { start, end } = timeStamp.placeholder;
  const token = Buffer.from(tokenOver(Buffer.from(sha256Of(coveredBy(whole, timeStamp)), "hex")));
  whole.write(token.toString("hex").padEnd(end - start - 2, "0"), start + 1, "latin1");
  return whole;
}

for (const subFilter of formats) {
  test(`a seal whose value was moved to a place prepared by the client is reported as changed (${subFilter})`, async () => {
    const { file, open } = await misled(subFilter);
    const evil = moved(file, open.seal);
    expect(saidOfPlant(evil)).toContain(valid);
    for (const bytes of [evil, closed(evil, file, open)]) {
      const { verdict, sentence, details } = unchanged(bytes);
      expect([verdict, sentence.message]).toEqual([
        "failed",
        "No. This file was changed after it was sealed.",
      ]);
      expect(details.map(plainValue)).toContain(
        "it is not where the service put it, or the file names a second place for it",
      );
    }
    expect(unchanged(file).verdict).toBe("failed");
  });

  test(`a length predicted by a client is not used, and prepared values match nothing (${subFilter})`, async () => {
    const options = { ...sealingOptions(), subFilter };
    const drawn = 200;
    const copy = stamped(plantedPdf(subFilter)).file;
    const expected = prepareSeal(copy, { ...options, paddings: [foreseen] });
    const aimed = aim(copy, expected.seal);
    expect(() => prepareSeal(aimed, { ...options, paddings: [foreseen] })).toThrow("fits the seal");
    await withOpenSeal(aimed, { ...options, paddings: [foreseen, drawn] }, async (path, open) => {
      expect(open.seal.covered - expected.seal.covered).toBe(drawn);
      await fillSeal(path, open, buildSigners());
      const file = readFileSync(path);
      expect([findPdfErrors(file), unchanged(file).verdict]).toEqual(["", "passed"]);
      expect(readSignatures(file)).toContain(valid);
      const evil = moved(file, open.seal);
      expect(unchanged(evil).verdict).not.toBe("passed");
      expect(saidOfPlant(evil)).not.toContain(valid);
    });
  });
}

test("a file sealed when the lengths were always the same still passes", async () => {
  await withOpenSeal(
    stamped(plainPdf.table).file,
    { ...sealingOptions(), paddings: [foreseen] },
    async (path, open) => {
      await fillSeal(path, open, buildSigners());
      const file = readFileSync(path);
      expect(unchanged(file).verdict).toBe("passed");
      expect(unchanged(file.subarray(0, open.seal.covered)).sentence).toEqual(sentences.unchanged.cut);
    },
  );
});

import { expect, test } from "bun:test";
import { appendFileSync, readFileSync } from "node:fs";
import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { fillSeal, SignatureTooLarge } from "./fill-seal.ts";
import type { SealOptions } from "./seal.ts";
import { coveredBy, sha256Of, withOpenSeal } from "./test-sealing.ts";

const pdf = pdfWithTable(onePage());
const options: SealOptions = {
  subFilter: "ETSI.CAdES.detached",
  name: "Attestamp",
  reason: "Stamped and sealed – geprüft",
  time: 0,
  certificates: [],
  crls: [],
  reserved: { seal: 100, timeStamp: 50 },
  paddings: [0],
};
const nothing = async () => new Uint8Array();

test("each signer gets the hash of the bytes its signature covers, the second with the first in place", async () => {
  await withOpenSeal(pdf, options, async (path, open) => {
    const digests: string[] = [];
    const signer = (signature: Uint8Array) => async (digest: Buffer) => {
      digests.push(digest.toString("hex"));
      return signature;
    };
    const outcome = await fillSeal(path, open, {
      seal: signer(Uint8Array.of(1, 2, 0xab)),
      timeStamp: signer(Uint8Array.of(9)),
    });
    const file = readFileSync(path);
    expect(outcome).toEqual({ bytes: file.length, sha256: sha256Of(file) });
    expect(digests).toEqual(
      [open.seal, open.timeStamp].map((signature) => sha256Of(coveredBy(file, signature))),
    );
    const { start, end } = open.seal.placeholder;
    expect(file.toString("latin1", start, start + 9)).toBe("<0102ab00");
    expect(file.toString("latin1", end - 3, end)).toBe("00>");
  });
});

test("a signature that does not fit has its own error", async () => {
  await withOpenSeal(pdf, options, async (path, open) => {
    const filling = fillSeal(path, open, { seal: async () => new Uint8Array(101), timeStamp: nothing });
    await expect(filling).rejects.toThrow(SignatureTooLarge);
    await expect(filling).rejects.toThrow(
      "A signature of 101 bytes does not fit into the 100 reserved for it.",
    );
  });
});

test("a signature of exactly the reserved size fits", async () => {
  await withOpenSeal(pdf, options, async (path, open) => {
    const full = (bytes: number) => async () => new Uint8Array(bytes).fill(0xaa);
    await fillSeal(path, open, { seal: full(100), timeStamp: full(50) });
    const file = readFileSync(path, "latin1");
    for (const [{ placeholder }, bytes] of [
      [open.seal, 100],
      [open.timeStamp, 50],
    ] as const)
      expect(file.slice(placeholder.start, placeholder.end)).toBe(`<${"aa".repeat(bytes)}>`);
    expect(file.slice(0, open.before)).toBe(pdf.toString("latin1"));
  });
});

test("a file that was changed since it was prepared is not sealed", async () => {
  await withOpenSeal(pdf, options, async (path, open) => {
    appendFileSync(path, "\n");
    const filling = fillSeal(path, open, { seal: nothing, timeStamp: nothing });
    await expect(filling).rejects.toThrow("The file to be sealed has changed since it was prepared.");
  });
});

test("a placeholder that the file itself does not name, or one longer than any seal needs, is not signed", async () => {
  await withOpenSeal(pdf, options, async (path, { before, seal, timeStamp }) => {
    const { start, end } = seal.placeholder;
    const others = [
      { ...seal, placeholder: { start: start - 2, end } },
      { ...seal, placeholder: { start, end: end + 2 } },
      { ...seal, placeholder: { start: 0, end: 2 } },
      { ...seal, covered: seal.covered - 1 },
      { ...seal, covered: timeStamp.covered },
      { ...seal, placeholder: timeStamp.placeholder },
    ];
    for (const other of others) {
      const filling = fillSeal(
        path,
        { before, seal: other, timeStamp },
        { seal: nothing, timeStamp: nothing },
      );
      await expect(filling).rejects.toThrow("The file to be sealed does not say where its signatures go.");
    }
  });
});

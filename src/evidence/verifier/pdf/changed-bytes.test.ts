import { expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { gradient } from "../../../formats/images/test-pictures.ts";
import { stamped } from "../../../formats/pdf/test-stamping.ts";
import { joined } from "../../../formats/zip/test-pieces.ts";
import { makeAsicS } from "../../asic/asic-s.ts";
import { withCredentials } from "../../c2pa/test-credentials.ts";
import { encodeSignedData, signContent } from "../../cms/sign-data.ts";
import { computeHash } from "../../hash.ts";
import { oids } from "../../oids.ts";
import { fillSeal, type Signers } from "../../pades/fill-seal.ts";
import type { SealOptions } from "../../pades/seal.ts";
import { withOpenSeal } from "../../pades/test-sealing.ts";
import { certificateReason } from "../../seal/certificate-reason.ts";
import { sealCms } from "../../seal/seal-cms.ts";
import { testAuthority } from "../../test-pki.ts";
import { encodeTstInfo } from "../../tsp/tst-info.ts";
import type { Signer } from "../../x509/key-pair.ts";
import { noEvidence } from "../evidence.ts";
import { sentences } from "../sentences.ts";
import { authority, now, outside, plainPdf, sealingOptions, tokenOver, trust } from "../test-issued.ts";
import { verifyFile } from "../test-verify-file.ts";

const unchanged = (bytes: Uint8Array) =>
  verifyFile({ name: "file", bytes }, noEvidence, trust, now).findings.unchanged;
const isGreen = (bytes: Uint8Array) => unchanged(bytes).verdict === "passed";

/** A token that contains more certificates than its own, as those of many authorities do. */
function tokenWithChain(digest: Uint8Array, signer: Signer, chain: Uint8Array[]): Uint8Array {
  const content = encodeTstInfo({
    policy: "1.2.3.4",
    imprint: { hash: "SHA-256", digest },
    serialNumber: BigInt(`0x${randomBytes(8).toString("hex")}`),
    time: now,
    accuracyMs: 1000,
    nonce: undefined,
  });
  return encodeSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: [signer.certificate, ...chain],
    signer,
    signature: signContent(oids.tstInfo, computeHash("SHA-256", content), signer),
  });
}

const ownStamp = (digest: Uint8Array) => tokenOver(digest);
const externalStamp = (digest: Uint8Array) => tokenOver(digest, outside.tsa);
const chainStamp = (digest: Uint8Array) => tokenWithChain(digest, outside.tsa, [outside.root.certificate]);

type Stamp = (digest: Uint8Array) => Uint8Array;
const signers = (inSeal: Stamp, behind: Stamp): Signers => ({
  seal: (digest) => sealCms({ digest, signer: authority.seal, chain: [], timeStamp: inSeal }),
  timeStamp: async (digest) => behind(digest),
});

const sealed = (inSeal: Stamp, behind = inSeal, changes: Partial<SealOptions> = {}) =>
  withOpenSeal(stamped(plainPdf.table).file, { ...sealingOptions(), ...changes }, async (path, open) => {
    await fillSeal(path, open, signers(inSeal, behind));
    return { file: readFileSync(path), open };
  });

const issued = {
  "a copy with our own authority's timestamp": await sealed(ownStamp),
  "a copy with an external authority's timestamp": await sealed(externalStamp),
  "a copy whose timestamp contains its authority's certificates": await sealed(chainStamp),
  "a copy whose two timestamps come from two authorities": await sealed(ownStamp, chainStamp),
  "a copy sealed for more viewers": await sealed(ownStamp, ownStamp, { subFilter: "adbe.pkcs7.detached" }),
  "a certificate": await sealed(externalStamp, externalStamp, { reason: certificateReason }),
};

/** The bytes of a text with one byte replaced. */
const replaced = (file: Buffer, at: number, byte: number) => Buffer.from(file.with(at, byte));

for (const [name, { file, open }] of Object.entries(issued)) {
  test(`no byte of ${name} can change unnoticed [threat V11]`, () => {
    expect(isGreen(file)).toBe(true);
    const { placeholder } = open.timeStamp;
    const places = [
      ...spread(0, open.seal.covered, 20),
      ...spread(open.seal.covered, placeholder.start, 30),
      ...spread(placeholder.start, placeholder.end, 100),
      ...spread(placeholder.end, file.length, 50),
    ];
    const green = places.filter((at) => {
      const byte = file[at] ?? 0;
      const isLetter = /[A-Za-z]/.test(String.fromCharCode(byte));
      return [byte ^ 1, ...(isLetter ? [byte ^ 0x20] : [])].some((other) =>
        isGreen(replaced(file, at, other)),
      );
    });
    expect(green).toEqual([]);
  });

  test(`${name} is not unchanged if its end is cut off, wherever, or anything follows it [threat V11]`, () => {
    const ends = [...file.toString("latin1").matchAll(/%%EOF\n/g)].flatMap(({ index }) => [
      index,
      index + 5,
      index + 6,
    ]);
    expect(ends).toContain(open.seal.covered);
    const cuts = [...ends, ...spread(open.seal.covered, file.length, 30)].filter((at) => at < file.length);
    expect(cuts.filter((at) => isGreen(file.subarray(0, at)))).toEqual([]);
    expect(unchanged(file.subarray(0, open.seal.covered)).sentence).toEqual(sentences.unchanged.cut);
    for (const tail of ["\n", "\r\n", " ", "\0", "%", "%%EOF\n", "startxref\n0\n%%EOF\n"])
      expect([tail, isGreen(Buffer.concat([file, Buffer.from(tail)]))]).toEqual([tail, false]);
  });
}

function spread(from: number, to: number, count: number): number[] {
  const step = Math.max(1, Math.floor((to - from) / count));
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step);
}

/** The issued file with another token in its last signature. */
function withToken({ file, open }: (typeof issued)["a certificate"], token: Uint8Array): Buffer {
  const changed = Buffer.from(file);
  const { start, end } = open.timeStamp.placeholder;
  changed.write(
    Buffer.from(token)
      .toString("hex")
      .padEnd(end - start - 2, "0"),
    start + 1,
    "latin1",
  );
  return changed;
}

const copy = issued["a copy with our own authority's timestamp"];
const covered = ({ file, open: { timeStamp } }: typeof copy) =>
  createHash("sha256")
    .update(file.subarray(0, timeStamp.placeholder.start))
    .update(file.subarray(timeStamp.placeholder.end))
    .digest();

test("a timestamp that someone got days later does not pass for the one that was issued", () => {
  const later = new Date(now.getTime() + 2 * 24 * 3_600_000);
  const replacedStamp = withToken(copy, tokenOver(covered(copy), authority.tsa, later));
  const at = new Date(later.getTime() + 1000);
  const report = verifyFile({ name: "file", bytes: replacedStamp }, noEvidence, trust, at);
  expect(report.findings.unchanged.sentence).toEqual(sentences.unchanged.cut);
});

test("a timestamp of an authority that nobody knows does not pass for the one that was issued", () => {
  const stranger = testAuthority("Stranger");
  const changed = withToken(copy, tokenOver(covered(copy), stranger.tsa));
  expect(unchanged(changed)).toMatchObject({
    verdict: "indeterminate",
    sentence: sentences.unchanged.altered,
  });
});

test("certificates in a timestamp are those that were issued, or signed by one of them", () => {
  const file = issued["a copy whose two timestamps come from two authorities"];
  const digest = covered(file);
  const { certificate } = outside.root;
  const changed = Uint8Array.from(certificate);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const stranger = testAuthority("Stranger").tsa.certificate;
  for (const [chain, verdict] of [
    [[certificate], "passed"],
    [[], "passed"],
    [[changed], "indeterminate"],
    [[certificate, stranger], "indeterminate"],
    [[certificate, Uint8Array.of(0x30, 0)], "indeterminate"],
  ] as const)
    expect(unchanged(withToken(file, tokenWithChain(digest, outside.tsa, [...chain]))).verdict).toBe(verdict);
});

test("no byte of a timestamped container can change unnoticed", () => {
  const data = plainPdf.table;
  const digest = createHash("sha256").update(data).digest();
  for (const token of [ownStamp(digest), chainStamp(digest)]) {
    const file = Buffer.from(joined(makeAsicS({ name: "lease.pdf", data, token }, now)));
    expect(isGreen(file)).toBe(true);
    const at = file.indexOf(token);
    const green = [...spread(0, file.length, 60), ...spread(at, at + token.length, 120)].filter((place) =>
      isGreen(replaced(file, place, (file[place] ?? 0) ^ 1)),
    );
    expect(green).toEqual([]);
  }
});

for (const fileType of ["image/png", "image/jpeg"] as const) {
  test(`no byte of a picture's credentials can change unnoticed, and none may be missing (${fileType})`, async () => {
    const picture = gradient(24, 16);
    const plain = await (fileType === "image/png" ? picture.png() : picture.jpeg()).toBuffer();
    for (const stampedBy of [authority.tsa, outside.tsa]) {
      const file = await withCredentials(plain, authority, { fileType, stampedBy });
      expect(isGreen(file)).toBe(true);
      const green = spread(0, file.length, 250).filter((at) =>
        [1, 0x20].some((bit) => isGreen(replaced(file, at, (file[at] ?? 0) ^ bit))),
      );
      expect(green).toEqual([]);
      const cuts = spread(1, file.length, 40).filter((at) => isGreen(file.subarray(0, at)));
      expect(cuts).toEqual([]);
      expect(isGreen(Buffer.concat([file, Buffer.from("\n")]))).toBe(false);
    }
  });
}

import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificatePem, getFile, openssl, removeFiles, toEpoch } from "../test-pki.ts";
import { readCertificate as readDerCertificate } from "../x509/certificate.ts";
import { readCrl, revocationReasons } from "../x509/crl.ts";
import { makeCrl } from "../x509/make-crl.ts";
import { type ArchiveChain, readEvidenceRecord, writeArchiveChains } from "./evidence-record.ts";
import { reduceGroups } from "./group-tree.ts";
import { halfACentury, inYear, preserve, recordsOf, type Step, tokenOver } from "./test-preserved.ts";
import { verifyWithBouncyCastle } from "./test-records.ts";
import { isPreserved, verifyPreserved } from "./verify-renewals.ts";

afterAll(removeFiles);

const folder = join(tmpdir(), `attestamp-openssl-${process.pid}`);

const century = halfACentury();
const { roots, first, steps } = century;
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const bytes = (text: string) => new TextEncoder().encode(text);
const objectOf = (content: Uint8Array) => ({ sha256: sha256(content), bytes: content });

/** Three attestations: a statement, two time-stamps, and files that only a digest is left of. */
const attestations = ["a", "b", "c"].map((name) => {
  const file = bytes(`the stamped copy of ${name}`);
  return {
    statement: bytes(`statement ${name}\n`),
    tokens: [file, bytes(`original ${name}`)].map((one) =>
      tokenOver(sha256(one), "SHA-256", first, inYear(2026, 30)),
    ),
    file,
  };
});
const objects = attestations.map(({ statement, tokens, file }) => [
  { bytes: statement },
  ...tokens.map((token) => ({ bytes: token })),
  { digests: { "SHA-256": sha256(file) } },
]);
const [own] = attestations;
if (!own) throw new Error("There is no attestation.");

function check(
  record: Uint8Array,
  object: Uint8Array = own?.statement ?? new Uint8Array(),
  crls: Uint8Array[] = [],
) {
  const read = readEvidenceRecord(record);
  if (read === "unsupported") return read;
  const checked = verifyPreserved(read, objectOf(object), { roots, crls: crls.map(readCrl) });
  if ("error" in checked) return checked.error;
  return checked.timeStamps.map((one) => ("timeStamp" in one ? one.timeStamp.time : one.error));
}
const after = (some: Step[]) => recordsOf(preserve(objects, some))[0] ?? new Uint8Array();
const chainsAfter = (some: Step[]): ArchiveChain[] => preserve(objects, some)[0] ?? [];
const times = (some: Step[]) => some.map(({ time }) => time);
const allTimeStamps = (chains: ArchiveChain[]) => chains.flatMap(({ timeStamps }) => timeStamps);

test("the statement and each time-stamp of an attestation are preserved after one renewal and after five, decades after the first certificate ended", () => {
  for (const count of [1, 2, 3, 5]) {
    const done = steps.slice(0, count);
    for (const [index, record] of recordsOf(preserve(objects, done)).entries()) {
      const { statement, tokens } = attestations[index] ?? own;
      for (const object of [statement, ...tokens]) expect(check(record, object)).toEqual(times(done));
      const read = readEvidenceRecord(record);
      expect(read !== "unsupported" && isPreserved(read, objectOf((attestations[index] ?? own).file))).toBe(
        true,
      );
    }
  }
});

test("a record preserves nothing of another attestation", () => {
  for (const { statement, tokens, file } of attestations.slice(1))
    for (const other of [statement, ...tokens, file])
      expect(check(after(steps), other)).toBe("wrong-imprint");
});

test("Bouncy Castle accepts records after one renewal and after five, for the statement, each time-stamp, and until the hash changes also for the file", () => {
  const pair = (count: number, file: Uint8Array) => ({ record: after(steps.slice(0, count)), file });
  const pairs = [
    ...[own.statement, ...own.tokens, own.file].flatMap((file) => [pair(1, file), pair(2, file)]),
    ...[own.statement, ...own.tokens].flatMap((file) => [pair(3, file), pair(4, file), pair(5, file)]),
  ];
  const certificates = century.pem.map(({ certificate }) => certificatePem(certificate));
  const at = inYear(2076);
  expect(verifyWithBouncyCastle(pairs, Buffer.concat(certificates), at)).toEqual(pairs.map(() => "accepted"));
  expect(verifyWithBouncyCastle([pair(5, own.file)], Buffer.concat(certificates), at)).toEqual([
    expect.stringMatching(/^rejected: /),
  ]);
});

test("a program of others that knows only RFC 4998 and openssl finds every tree, chain and token right", () => {
  const certificates = getFile(
    Buffer.concat(century.pem.map(({ certificate }) => certificatePem(certificate))),
  );
  const recompute = (record: Uint8Array, file: Uint8Array) => {
    const script = join(import.meta.dir, "test-recompute.py");
    const { stdout, stderr } = Bun.spawnSync([
      "python3",
      ...[script, ...[record, file].map((one) => getFile(one)), certificates].map((name, at) =>
        at === 0 ? name : join(folder, name),
      ),
    ]);
    return `${stdout}${stderr}`.trim();
  };
  for (const count of [1, 3, 5])
    expect(recompute(after(steps.slice(0, count)), own.statement)).toBe(`${count} time-stamps`);
  expect(recompute(after(steps), bytes("another statement\n"))).toContain("the object is not in the list");
});

test("openssl verifies each token at its own time", () => {
  const chains = chainsAfter(steps);
  const certificates = Buffer.concat(century.pem.map(({ certificate }) => certificatePem(certificate)));
  for (const [at, { token, reduced }] of allTimeStamps(chains).entries()) {
    const hash = at < 2 ? "SHA-256" : "SHA-512";
    const { root } = rootAbove(reduced ?? [], hash);
    const answer = openssl(
      ...["ts", "-verify", "-digest", Buffer.from(root).toString("hex"), "-token_in", "-in"],
      token,
      "-CAfile",
      certificates,
      "-attime",
      toEpoch(steps[at]?.time ?? new Date(0)),
    );
    expect(answer.text).toContain("Verification: OK");
  }
});

/** The root above reduced lists, computed here once more. */
function rootAbove(reduced: Uint8Array[][], hash: "SHA-256" | "SHA-512") {
  const join = (some: Uint8Array[]) =>
    new Uint8Array(
      createHash(hash === "SHA-256" ? "sha256" : "sha512")
        .update(Buffer.concat(some.toSorted(Buffer.compare)))
        .digest(),
    );
  const [group = [], ...above] = reduced;
  return { root: above.reduce((node, [sibling]) => join([node, sibling ?? new Uint8Array()]), join(group)) };
}

test("every size of a batch leads each of its groups to the same root", () => {
  for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 31]) {
    const groups = Array.from({ length: count }, (_, at) => [
      sha256(bytes(`${at}`)),
      sha256(bytes(`${at}!`)),
    ]);
    const { root, reduced } = reduceGroups(groups, "SHA-256");
    for (const lists of reduced) expect(rootAbove(lists, "SHA-256").root).toEqual(new Uint8Array(root));
  }
  expect(() => reduceGroups([], "SHA-256")).toThrow(RangeError);
  expect(() => reduceGroups([[sha256(bytes("a"))]], "SHA-256")).toThrow(RangeError);
});

test("[threat V21] a renewal after the certificate behind the one before had ended shows nothing, and neither do those after it", () => {
  const [one, two, ...rest] = steps;
  if (!one || !two) throw new Error("There are too few steps.");
  // The authority of the first renewal had a certificate until 2041.
  const late = { ...two, time: inYear(2041, 1) };
  expect(check(after([one, late]))).toBe("renewed-late");
  expect(check(after([one, late, ...rest]))).toBe("renewed-late");
  expect(check(after([one, { ...two, time: inYear(2040, 364) }]))).toBeArray();
});

test("[threat V22] time-stamps in another order, with a gap, twice, or over another digest are refused", () => {
  const [one, two] = chainsAfter(steps);
  const [a, b] = one?.timeStamps ?? [];
  const [c, d, e] = two?.timeStamps ?? [];
  if (!a || !b || !c || !d || !e) throw new Error("There are too few time-stamps.");
  const write = (...chains: (typeof a)[][]) =>
    writeArchiveChains(
      chains.map((timeStamps, at) => ({ hash: at === 0 ? "SHA-256" : "SHA-512", timeStamps })),
    );
  const other = preserve(objects, steps)[1]?.[0]?.timeStamps[1] ?? b;
  const wrong = {
    "in another order": write([b, a], [c, d, e]),
    "without the first": write([b], [c, d, e]),
    "without the second": write([a], [c, d, e]),
    "without the first of a chain": write([a, b], [d, e]),
    "one twice": write([a, b, b], [c, d, e]),
    "chains swapped": writeArchiveChains([
      { hash: "SHA-512", timeStamps: [c, d, e] },
      { hash: "SHA-256", timeStamps: [a, b] },
    ]),
    "a renewal of other time-stamps": write([a, other], [c, d, e]),
    "lists of another time-stamp": write([a, { ...b, reduced: a.reduced }], [c, d, e]),
    "an earlier time": after([...steps.slice(0, 1), { ...(steps[0] as Step), time: inYear(2034) }]),
  };
  for (const [name, record] of Object.entries(wrong))
    expect([name, check(record)]).toEqual([name, expect.stringMatching(/^(wrong-imprint|malformed)$/)]);
  // Each time-stamp is sound, but without the next one nothing is missing: an older record is a record.
  expect(check(write([a, b], [c, d]))).toBeArray();
});

test("[threat V23] a key that was stolen after its time-stamp was renewed takes nothing from the record; one that was stolen before, everything", () => {
  const [early] = century.pem;
  const signer = steps[0]?.signer;
  const { serialNumber } = readDerCertificate((signer ?? early).certificate);
  const listOf = (year: number) =>
    makeCrl(early, {
      number: 1n,
      thisUpdate: inYear(year),
      nextUpdate: inYear(year + 30),
      revocations: [{ serialNumber, at: inYear(year), reason: revocationReasons.keyCompromise }],
    });
  expect(check(after(steps), own.statement, [listOf(2041)])).toEqual(times(steps));
  expect(check(after(steps), own.statement, [listOf(2039)])).toBe("revoked");
  expect(check(after(steps.slice(0, 1)), own.statement, [listOf(2041)])).toBe("revoked");
});

/** Test support: what a hostile or careless person may hand to a verifier, made from what the service issued. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { craftZip } from "../../formats/zip/test-crafted-zip.ts";
import { filesIn } from "../../formats/zip/test-pieces.ts";
import type { Attestation } from "../attestation.ts";
import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { reduceHashTree } from "../ers/hash-tree.ts";
import { sameBytes } from "../hash.ts";
import { buildPack, buildPackParts } from "../pack/test-packs.ts";
import { isPartName, partNames } from "../part-names.ts";
import { signJws } from "../sign-attestation.ts";
import { seeded } from "../test-mutations.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { isRight, overallVerdict, type Report, type Verdict } from "./report.ts";
import { summarize } from "./summary.ts";
import { buildInstallation, type Installation, issue, issueCollection, outside, own } from "./test-issued.ts";
import { witnessesAbout } from "./test-witnessed.ts";

type Random = (below: number) => number;
type Bytes = { name: string; bytes: Uint8Array };

/**
 * A document with everything that the service issued for it, and the record of a file in a collection. `isVouched`: an
 * external authority made its timestamps, and a witness cosigned its receipt.
 */
export type IssuedFiles = {
  isVouched: boolean;
  original: Bytes;
  stamped: Bytes;
  pack: Bytes;
  parts: Bytes[];
  record: Bytes;
};

/**
 * Files that someone gives together. Those in `genuine` must not be denied, and those in `proven`, which prove
 * themselves, must be confirmed whatever lies beside them; no other may be confirmed.
 */
export type Handed = { kind: string; files: (GivenFile & Bytes)[]; genuine: string[]; proven?: string[] };

export async function issueFiles(
  kind: "table" | "stream",
  { by = own, isVouched = false } = {},
): Promise<IssuedFiles> {
  const issued = await issue(kind, undefined, by, isVouched ? outside.tsa : undefined);
  const receipt = isVouched ? witnessesAbout(issued.receipt).cosigned : issued.receipt;
  const bytes = await buildPack({ ...(await buildPackParts(issued, by)), receipt });
  const original = { name: "lease.pdf", bytes: issued.original };
  return { isVouched, ...fromPack(original, { name: "pack.zip", bytes }), record: await issueRecord(by) };
}

async function issueRecord(by: Installation): Promise<Bytes> {
  const { secret, tree, token, files } = await issueCollection(["a.jpg", "b.jpg", "c.jpg"], undefined, by);
  const hashes = hexToBytes(files.map(({ sha256 }) => sha256).join(""));
  return { name: "a.jpg.ers", bytes: writeEvidenceRecord(reduceHashTree(secret, tree, 0, hashes), token) };
}

/** The stamped copy of a pack is the file with a name of its own. */
function fromPack(original: Bytes, pack: Bytes): Omit<IssuedFiles, "record" | "isVouched"> {
  const parts = filesIn(pack.bytes).map(({ name, data }) => ({ name, bytes: data }));
  const stamped = parts.find(({ name }) => !isPartName(name) && name !== original.name);
  if (!stamped) throw new Error("The pack has no stamped copy.");
  return { original, stamped, pack, parts };
}

const evidenceNames: string[] = [
  partNames.signedAttestation,
  partNames.originalToken,
  partNames.stampedToken,
  partNames.receipt,
  partNames.container,
];
const evidenceOf = ({ parts }: IssuedFiles) => parts.filter(({ name }) => evidenceNames.includes(name));
const partOf = ({ parts }: IssuedFiles, name: string) => {
  const part = parts.find((one) => one.name === name);
  if (!part) throw new Error(`The pack has no ${name}.`);
  return part;
};

/** Changes of bytes; each result differs from the bytes. */
const changes: Record<string, (bytes: Uint8Array, random: Random) => Uint8Array> = {
  "a flipped bit": (bytes, random) => {
    const at = random(bytes.length);
    return bytes.with(at, (bytes[at] ?? 0) ^ (1 << random(8)));
  },
  "cut off": (bytes, random) => bytes.slice(0, random(bytes.length)),
  "the end cut off": (bytes, random) => bytes.slice(0, bytes.length - 1 - random(Math.min(bytes.length, 64))),
  "bytes appended": (bytes, random) => joined(bytes, randomBytes(1 + random(64), random)),
  "bytes inserted": (bytes, random) => {
    const at = random(bytes.length);
    return joined(bytes.slice(0, at), randomBytes(1 + random(16), random), bytes.slice(at));
  },
  "bytes removed": (bytes, random) => {
    const at = random(bytes.length);
    return joined(bytes.slice(0, at), bytes.slice(at + 1 + random(16)));
  },
  "a part repeated": (bytes, random) => {
    const at = random(bytes.length);
    return joined(bytes.slice(0, at + 1), bytes.slice(Math.max(0, at - random(4000))));
  },
};

const joined = (...pieces: Uint8Array[]) => Uint8Array.from(Buffer.concat(pieces));
const randomBytes = (count: number, random: Random) => Uint8Array.from({ length: count }, () => random(256));

function pick<Item>(items: Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}

/** Edits of a statement: what a forger would like it to say. */
const edits: ((random: Random, other: IssuedFiles) => Record<string, unknown>)[] = [
  (random) => ({ time: `20${10 + random(16)}-0${1 + random(9)}-11T08:00:00Z` }),
  (random) => ({ name: `deed ${random(99)}.pdf` }),
  (random) => ({ client: `John Roe ${random(99)}` }),
  (_random, other) => ({ original: statementOf(other).original }),
  (_random, other) => ({ stamped: statementOf(other).stamped }),
  (_random, other) => ({ serial: statementOf(other).serial }),
];

/** True if a change of a text was only white space at its ends, which the readers of statements ignore. */
const isSameText = (one: Uint8Array, other: Uint8Array) => textOf(one).trim() === textOf(other).trim();
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const utf8 = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

function statementOf(issued: IssuedFiles): Attestation {
  const [, payload = ""] = textOf(partOf(issued, partNames.signedAttestation).bytes).split(".");
  return JSON.parse(textOf(decodeBase64url(payload) ?? new Uint8Array()));
}

function edited(issued: IssuedFiles, random: Random, other: IssuedFiles): Record<string, unknown> {
  const statement = statementOf(issued);
  return { ...statement, ...pick(edits, random)(random, other) };
}

const statementFile = (bytes: Uint8Array): Bytes => ({ name: partNames.signedAttestation, bytes });

/** The same pack with another content of some of its files, as a valid ZIP file. */
function packWith({ pack }: IssuedFiles, replaced: Bytes[]): Bytes {
  const entries = filesIn(pack.bytes).map(({ name, data }) => ({
    name,
    data: replaced.find((one) => one.name === name)?.bytes ?? data,
  }));
  return { name: pack.name, bytes: craftZip(entries, 0x5d740000) };
}

type Kinds = Record<string, (one: IssuedFiles, other: IssuedFiles, random: Random) => Omit<Handed, "kind">>;

/** A service that copies the names of ours, with keys of its own. */
export type Imposter = { by: Installation; files: IssuedFiles };

const kindsOf = (imposter: Imposter): Kinds => ({
  ...changeKinds("a stamped copy", ({ stamped }) => [stamped]),
  ...changeKinds("an original with its evidence", (one) => [one.original, ...evidenceOf(one)]),
  ...changeKinds("a pack", ({ pack }) => [pack]),
  ...changeKinds("a file beside its own pack", ({ stamped, pack }) => [stamped, pack]),
  ...changeKinds("a pack beside its own file", ({ stamped, pack }) => [pack, stamped]),
  "a stamped copy: its last timestamp cut off": ({ stamped }) => ({
    files: [{ ...stamped, bytes: stamped.bytes.slice(0, endOfSeal(stamped.bytes)) }],
    genuine: [],
  }),
  "a stamped copy: other letters in its last timestamp": ({ stamped }) => ({
    files: [{ ...stamped, bytes: withCapitals(stamped.bytes) }],
    genuine: [],
  }),
  "evidence changed: original": (one, _other, random) => {
    const all = evidenceOf(one);
    const target = pick(all, random);
    const bytes = pick(Object.values(changes), random)(target.bytes, random);
    const kept = all.filter((part) => part !== target);
    // Only the statement tells an original from any other file.
    const isProven = target.name !== partNames.signedAttestation || isSameText(target.bytes, bytes);
    return {
      files: [one.original, { ...target, bytes }, ...kept],
      genuine: kept.map(({ name }) => name),
      proven: isProven ? [one.original.name] : [],
    };
  },
  "evidence changed: stamped copy": (one, _other, random) => {
    const target = pick(evidenceOf(one), random);
    const bytes = pick(Object.values(changes), random)(target.bytes, random);
    const kept = evidenceOf(one).filter((part) => part !== target && random(2) === 0);
    return {
      files: [one.stamped, { ...target, bytes }, ...kept],
      genuine: kept.map(({ name }) => name),
      proven: [one.stamped.name],
    };
  },
  "a record of a collection changed": (one, _other, random) => {
    const bytes = pick(Object.values(changes), random)(one.record.bytes, random);
    return { files: [one.stamped, { ...one.record, bytes }], genuine: [], proven: [one.stamped.name] };
  },
  "evidence of another document": (one, other, random) => {
    const subject = pick([one.original, one.stamped], random);
    const foreign = pick([[other.pack], evidenceOf(other), [pick(evidenceOf(other), random)]], random);
    // Nothing but its evidence tells an original from any other file.
    const own = subject === one.stamped ? [subject.name] : [];
    return { files: [subject, ...foreign], genuine: [...own, ...foreign.map(({ name }) => name)] };
  },
  "a part of a pack swapped": (one, other, random) => {
    const name = pick([...evidenceNames, partNames.certificate, partNames.manifest], random);
    return { files: [packWith(one, [partOf(other, name)])], genuine: [] };
  },
  "a stamped copy swapped in a pack": (one, other) => ({
    files: [packWith(one, [{ name: one.stamped.name, bytes: other.stamped.bytes }])],
    genuine: [],
  }),
  "a statement edited": (one, other, random) => {
    const [head, , signature] = textOf(partOf(one, partNames.signedAttestation).bytes).split(".");
    const payload = encodeBase64url(utf8(JSON.stringify(edited(one, random, other))));
    const forged = statementFile(utf8(`${head}.${payload}.${signature}`));
    return besides(pick([one, other], random), forged, random);
  },
  "a statement signed by another key": (one, other, random) => {
    const payload = utf8(JSON.stringify(edited(one, random, other)));
    const { key } = imposter.by;
    const { kid } = pick([key, own.key], random);
    const signed = signJws({ alg: "EdDSA", kid }, payload, key);
    return besides(pick([one, other], random), statementFile(utf8(signed)), random);
  },
  "a receipt of another log": (one, _other, random) => {
    const subject = pick([one.original, one.stamped], random);
    const kept = evidenceOf(one).filter(({ name }) => name !== partNames.receipt);
    const receipt = partOf(imposter.files, partNames.receipt);
    return {
      files: [subject, ...kept, receipt],
      genuine: kept.map(({ name }) => name),
      proven: [subject.name],
    };
  },
  "evidence of another installation": (one, _other, random) => {
    const foreign = evidenceOf(imposter.files);
    const files = pick([[imposter.files.pack], foreign, [pick(foreign, random)]], random);
    return { files: [one.stamped, ...files], genuine: [], proven: [one.stamped.name] };
  },
  "another installation's files": (_one, _other, random) => {
    const { original, stamped, pack } = imposter.files;
    const files = pick(
      [[stamped], [pack], [original, ...evidenceOf(imposter.files)], [stamped, pack]],
      random,
    );
    return { files, genuine: [] };
  },
});

/** Where the seal's revision ends. */
function endOfSeal(file: Uint8Array): number {
  const seal = Buffer.from(file).indexOf("/SubFilter /ETSI.CAdES.detached");
  return Buffer.from(file).indexOf("%%EOF\n", seal) + 6;
}

/** The same file with the hex digits of its last signature in capitals, which no signature covers. */
function withCapitals(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file).toString("latin1");
  const start = text.lastIndexOf("/Contents <") + 11;
  const end = text.indexOf(">", start);
  return Uint8Array.from(
    Buffer.from(text.slice(0, start) + text.slice(start, end).toUpperCase() + text.slice(end), "latin1"),
  );
}

/** Forged evidence beside an original, which it must not prove, or a stamped copy, which proves itself. */
function besides({ original, stamped }: IssuedFiles, forged: Bytes, random: Random): Omit<Handed, "kind"> {
  return random(2) === 0
    ? { files: [original, forged], genuine: [] }
    : { files: [stamped, forged], genuine: [], proven: [stamped.name] };
}

/** Every change of bytes of the first of these files. */
function changeKinds(what: string, list: (one: IssuedFiles) => Bytes[]): Kinds {
  return Object.fromEntries(
    Object.entries(changes).map(([how, change]) => [
      `${what}: ${how}`,
      (one: IssuedFiles, _other: IssuedFiles, random: Random) => {
        const [subject, ...rest] = list(one);
        if (!subject) throw new Error("There is nothing to change.");
        return {
          files: [{ ...subject, bytes: change(subject.bytes, random) }, ...rest],
          genuine: rest.map(({ name }) => name),
          proven: rest.map(({ name }) => name).filter((name) => !evidenceNames.includes(name)),
        };
      },
    ]),
  );
}

/** A copy beside its pack, both as they were issued. */
export const nothingChanged = ({ stamped, pack }: IssuedFiles): Handed => ({
  kind: "nothing changed",
  files: [stamped, pack],
  genuine: [],
  proven: [stamped.name, pack.name],
});

export async function makeImposter(): Promise<Imposter> {
  const by = buildInstallation();
  return { by, files: await issueFiles("table", { by }) };
}

/** This many hands of files, of every kind in turn, the same for the same seed and the same documents. */
export function* handedFiles(
  [one, other]: [IssuedFiles, IssuedFiles],
  imposter: Imposter,
  count: number,
  seed: number,
): Generator<Handed> {
  const random = seeded(seed);
  const kinds = Object.entries(kindsOf(imposter));
  for (let at = 0; at < count; at += 1) {
    const [kind, make] = kinds[at % kinds.length] ?? pick(kinds, random);
    yield { kind, ...(random(2) === 0 ? make(one, other, random) : make(other, one, random)) };
  }
}

/** What a verifier says about a file of a hand. */
export type Said = { name: string; verdict: Verdict; words: string };

export function describeReport(report: Report): Said {
  const { title, sentences } = summarize(report);
  const words = `${title.message}. ${sentences.map(({ message }) => message).join(" ")}`;
  return { name: report.name, verdict: overallVerdict(report), words };
}

/** Who asks: which documents are `vouched` for by others, and whose record the page shows, if any. */
export type Asked = { vouched: IssuedFiles[]; record?: IssuedFiles };

/**
 * What is wrong about a verdict, if anything: a file that is not genuine is confirmed, a genuine one denied, one that
 * proves itself not confirmed, or a time confirmed for which no one else vouches. On the page of a record, its files
 * are genuine whatever lies beside them, and those of other documents may be denied.
 */
export function findFalseVerdict(
  { name, verdict, words }: Said,
  handed: Handed,
  { vouched, record }: Asked,
): string | undefined {
  const { genuine, proven = [], kind, files } = handed;
  const bytes = files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
  const isConfirmed = isRight(verdict);
  const isFalse = (): boolean => {
    if (verdict === "passed" && !vouched.some((one) => isOf(one, bytes))) return true;
    if (record && isOf(record, bytes)) return isNamed(record, bytes) ? !isConfirmed : verdict === "failed";
    if (proven.includes(name)) return !isConfirmed && !record;
    if (genuine.includes(name)) return verdict === "failed" && !record;
    return isConfirmed;
  };
  return isFalse() ? `false ${verdict}: ${kind}: ${name}: ${words}` : undefined;
}

const isOf = ({ pack, parts, ...named }: IssuedFiles, bytes: Uint8Array) =>
  isNamed(named, bytes) || [pack, ...parts].some((one) => sameBytes(one.bytes, bytes));

/** True for the files that a record names. */
const isNamed = ({ original, stamped }: Pick<IssuedFiles, "original" | "stamped">, bytes: Uint8Array) =>
  [original, stamped].some((one) => sameBytes(one.bytes, bytes));

/** What the page of a record knows. */
export function recordOf(issued: IssuedFiles): Evidence {
  const { serial, time, name, client, original, stamped } = statementOf(issued);
  return {
    ...noEvidence,
    attestations: [textOf(partOf(issued, partNames.signedAttestation).bytes).trim()],
    receipts: [textOf(partOf(issued, partNames.receipt).bytes)],
    tokens: [
      { bytes: partOf(issued, partNames.originalToken).bytes, about: "original" },
      { bytes: partOf(issued, partNames.stampedToken).bytes, about: "stamped" },
    ],
    record: {
      serialNumber: serial,
      processedDate: time,
      documentName: name,
      ...(client === undefined ? {} : { clientName: client }),
      originalSha256: original,
      stampedSha256: stamped,
      certificateSha256: bytesToHex(sha256(partOf(issued, partNames.certificate).bytes)),
    },
  };
}

/** How often each kind got each verdict for its first file. */
export type VerdictTable = Map<string, Record<Verdict, number>>;

export function countVerdict(table: VerdictTable, kind: string, verdict: Verdict): void {
  const row = table.get(kind) ?? { passed: 0, claimed: 0, indeterminate: 0, failed: 0 };
  row[verdict] += 1;
  table.set(kind, row);
}

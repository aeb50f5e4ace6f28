import { expect, test } from "bun:test";
import { signAttestation } from "../sign-attestation.ts";
import { createSigningKey } from "../signing-key.ts";
import { encodeBase64 } from "./base64.ts";
import { openCheckpoint, parseCheckpoint, printCheckpoint } from "./checkpoint.ts";
import { commitmentTo } from "./commitment.ts";
import { cosignedAt } from "./cosignature.ts";
import { emptyHead, leafHash, nodeHash } from "./merkle.ts";
import { buildVerifier, cosign, signCheckpoint } from "./sign-note.ts";
import { openNote, parseNote, parseVerifierKey, printNote, printVerifierKey } from "./signed-note.ts";
import { tilesOfLevel } from "./tile-hashes.ts";
import { parseBundle, parseTilePath, printBundle, tilePath } from "./tiles.ts";
import { checkReceipt, checkTlogProof, parseTlogProof, printTlogProof } from "./tlog-proof.ts";

const createKey = (seed: number) => createSigningKey((bytes) => new Uint8Array(bytes).fill(seed));
const key = createKey(1);
const origin = "attest.example/evidence/log";
const log = buildVerifier(origin, key);

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const knownKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const knownText =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const knownNote = `${knownText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

function known() {
  const verifier = parseVerifierKey(knownKey);
  if (!verifier) throw new Error("The known key cannot be read.");
  return verifier;
}

test("a note signed by Go is parsed and serialized unchanged", () => {
  expect(openNote(knownNote, known())).toBe(knownText);
  const parsed = parseNote(knownNote);
  expect(parsed && printNote(parsed)).toBe(knownNote);
  expect(printVerifierKey(known())).toBe(knownKey);
});

test("a note with one changed character, another key, or a false signature next to a valid one is rejected", () => {
  expect(openNote(knownNote.replace("answer", "Answer"), known())).toBeUndefined();
  expect(openNote(knownNote, log)).toBeUndefined();
  expect(openNote(knownNote.replace("x08go/ZJ", "x08go/ZK"), known())).toBeUndefined();
  const falseLine = knownNote.slice(knownNote.lastIndexOf("—")).replace("ZJku", "ZJkv");
  expect(openNote(knownNote + falseLine, known())).toBeUndefined();
  const strangers = signCheckpoint({ origin: "elsewhere", size: 0, hash: emptyHead }, key).split("\n\n")[1];
  expect(openNote(knownNote + strangers, known())).toBe(knownText);
});

test("text that is not a note or a key is rejected", () => {
  const notes = [
    "",
    "text\n",
    "text\n\n",
    `${knownText}\n— Peter Neumann x08g\n`,
    knownNote.replace("think", "th\tink"),
  ];
  for (const note of [...notes, knownNote.slice(0, -1), knownNote.replace("— P", "- P")]) {
    expect([note, parseNote(note)]).toEqual([note, undefined]);
  }
  const keys = [
    "",
    "a+b",
    knownKey.replace("c74f", "c74e"),
    knownKey.slice(0, -4),
    knownKey.replace("PeterN", "Peter N"),
  ];
  for (const line of keys) expect([line, parseVerifierKey(line)]).toEqual([line, undefined]);
});

test("a checkpoint is parsed as it was signed, only with the log's key and the log's name", () => {
  const checkpoint = { origin, size: 20_852_163, hash: leafHash(emptyHead) };
  const note = signCheckpoint(checkpoint, key);
  expect(note).toStartWith(`${origin}\n20852163\n${encodeBase64(checkpoint.hash)}\n\n— ${origin} `);
  expect(openCheckpoint(note, log)).toEqual(checkpoint);
  expect(openCheckpoint(note, buildVerifier(origin, createKey(2)))).toBeUndefined();
  expect(openCheckpoint(note.replace("20852163", "20852164"), log)).toBeUndefined();
  const elsewhere = signCheckpoint({ ...checkpoint, origin: "elsewhere.example" }, key);
  expect(openCheckpoint(elsewhere, log)).toBeUndefined();
  const text = printCheckpoint(checkpoint);
  for (const bad of [
    text.replace("\n2", "\n02"),
    text.slice(0, -1),
    text.replace("\n2", "\n-2"),
    `${text}\n`,
    "\n0\n",
  ]) {
    expect([bad, parseCheckpoint(bad)]).toEqual([bad, undefined]);
  }
});

test("a witness's cosignature states when it saw the checkpoint, and only its own key can make one", () => {
  const text = printCheckpoint({ origin, size: 3, hash: emptyHead });
  const line = cosign(text, "witness.example/w1", createKey(7), 1_679_315_147);
  const note = signCheckpoint({ origin, size: 3, hash: emptyHead }, key) + line;
  const witness = buildVerifier("witness.example/w1", createKey(7), 4);
  expect(cosignedAt(note, witness)).toBe(1_679_315_147);
  expect(openCheckpoint(note, log)?.size).toBe(3);
  expect(cosignedAt(note, buildVerifier("witness.example/w1", createKey(8), 4))).toBeUndefined();
  expect(cosignedAt(note.replace(`${origin}\n3`, `${origin}\n4`), witness)).toBeUndefined();
  expect(cosignedAt(signCheckpoint({ origin, size: 3, hash: emptyHead }, key), witness)).toBeUndefined();
  expect(parseVerifierKey(printVerifierKey(witness))).toEqual(witness);
});

const attestation = signAttestation(
  {
    v: 1,
    serial: "AT-00000-00000-00000-00000",
    time: "2026-11-20T19:11:00Z",
    name: "lease.pdf",
    original: "11".repeat(32),
    stamped: "22".repeat(32),
  },
  createKey(3),
);
const salt = new Uint8Array(32).fill(9);

test("anyone with the JWS and the salt of an attestation can compute its entry", () => {
  const [, payload = ""] = attestation.split(".");
  const hash = new Bun.CryptoHasher("sha256").update(salt).update(Buffer.from("11".repeat(32), "hex"));
  const expected = hash.update(Buffer.from(payload, "base64url")).digest();
  expect(commitmentTo(attestation, salt)).toEqual(new Uint8Array(expected));
  expect(commitmentTo(attestation, salt.with(0, 1))).not.toEqual(new Uint8Array(expected));
  expect(() => commitmentTo(attestation, salt.slice(1))).toThrow("32 bytes");
  expect(() => commitmentTo("no attestation", salt)).toThrow();
});

test("a receipt proves its entry and, with its attestation, that attestation's entry", () => {
  const leaves = [leafHash(emptyHead), leafHash(commitmentTo(attestation, salt))] as const;
  const checkpoint = { origin, size: 2, hash: nodeHash(...leaves) };
  const proof = { extra: salt, index: 1, hashes: [leaves[0]], checkpoint: signCheckpoint(checkpoint, key) };
  const text = printTlogProof(proof);
  expect(text).toStartWith(`c2sp.org/tlog-proof@v1\nextra ${encodeBase64(salt)}\nindex 1\n`);
  expect(parseTlogProof(text)).toEqual(proof);
  expect(checkReceipt(text, attestation, log)).toEqual(checkpoint);
  expect(checkTlogProof(text, emptyHead, log)).toBeUndefined();
  expect(checkReceipt(text.replace("index 1", "index 0"), attestation, log)).toBeUndefined();
  expect(
    checkReceipt(printTlogProof({ ...proof, extra: salt.with(0, 1) }), attestation, log),
  ).toBeUndefined();
  const { extra: _, ...bare } = proof;
  expect(parseTlogProof(printTlogProof(bare))).toEqual(bare);
  for (const bad of [
    "",
    text.replace("@v1", "@v2"),
    text.replace("index 1", "index 01"),
    text.replace("extra ", "extra  "),
  ]) {
    expect([bad, checkReceipt(bad, attestation, log)]).toEqual([bad, undefined]);
  }
});

test("tiles have the paths of the standard, and no other text is accepted", () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("0/x001/x234/067");
  expect(tilePath({ level: "entries", index: 5, width: 17 })).toBe("entries/005.p/17");
  for (const path of ["0/000", "0/x001/x234/067", "63/999.p/255", "entries/x001/000.p/1"]) {
    const tile = parseTilePath(path);
    expect(tile && tilePath(tile)).toBe(path);
  }
  const others = [
    "",
    "0",
    "0/0",
    "0/x000/001",
    "00/001",
    "64/001",
    "0/001.p/0",
    "0/001.p/256",
    "0/001.p/01",
    "0/001/",
    "data/001",
  ];
  for (const path of [...others, "0/x001/x234/x067", "-1/000", "0/../000"]) {
    expect([path, parseTilePath(path)]).toEqual([path, undefined]);
  }
});

test("a log of 70,000 entries has the tiles of the standard", () => {
  const widths = (level: number) => tilesOfLevel(70_000, level).map(({ width }) => width);
  expect([widths(0).length, widths(0).at(-1)]).toEqual([274, 112]);
  expect([widths(1), widths(2), widths(3)]).toEqual([[256, 17], [1], []]);
  expect(tilesOfLevel(256, 1)).toEqual([{ level: 1, index: 0, width: 1 }]);
});

test("entries are unchanged after bundling and parsing", () => {
  const entries = [new Uint8Array(), Uint8Array.of(1), new Uint8Array(65_535).fill(7)];
  expect(parseBundle(printBundle(entries))).toEqual(entries);
  expect(parseBundle(printBundle(entries).slice(0, -1))).toBeUndefined();
  expect(parseBundle(Uint8Array.of(0))).toBeUndefined();
});

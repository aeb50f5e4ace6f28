import { expect, test } from "bun:test";
import { join } from "node:path";
import { mergeTimestamps } from "./merge.ts";
import {
  computeSubmission,
  promisesIn,
  readNonce,
  withConfirmation,
  withOnlyBlock,
  withoutBlocks,
  withPromise,
  writeProof,
  writeTimestamp,
} from "./proof.ts";
import { readProof, readTimestamp } from "./read.ts";
import { claimedBlocks, proofState } from "./state.ts";
import {
  answered,
  append,
  buildPromise,
  commitmentOf,
  confirmationOf,
  firstMerkleRoot,
  firstTransaction,
  getFile,
  hashed,
  hex,
  inBlock,
  incomplete,
  pendingAt,
  sha256,
  toHex,
} from "./test-proofs.ts";
import { buildPath } from "./timestamp.ts";

const alice = "https://alice.example";
const bob = "https://bob.example";
const blinded = { digest: sha256("a checkpoint"), nonce: new Uint8Array(16).fill(3) };
const submission = computeSubmission(blinded);

function promised(file: Uint8Array | undefined, calendar: string, salt?: number): Uint8Array {
  const proof = withPromise(file, blinded, buildPromise(submission, calendar, salt), calendar);
  if (!proof) throw new Error("The promise was refused.");
  return proof;
}

function confirmed(file: Uint8Array, calendar: string, height: number): Uint8Array {
  const promise = promisesIn(file).find((one) => one.calendar === calendar);
  const proof = promise && withConfirmation(file, promise, confirmationOf(promise.commitment, height));
  if (!proof) throw new Error("The confirmation was refused.");
  return proof;
}

test("the published example proof is pending, and is serialized unchanged", () => {
  expect(proofState(incomplete.proof, sha256(incomplete.text))).toEqual({
    state: "pending",
    calendars: [incomplete.calendar],
  });
  const read = readProof(incomplete.proof);
  expect(read && toHex(writeProof(read))).toBe(toHex(incomplete.proof));
});

test("the answer of a public calendar is parsed and serialized unchanged", () => {
  const read = readTimestamp(answered.answer, answered.digest);
  expect(read && toHex(writeTimestamp(read))).toBe(toHex(answered.answer));
});

test("a proof that the first transaction of Bitcoin is in its first block gives the well-known merkle root", () => {
  const digest = sha256(firstTransaction);
  const file = getFile(digest, [hashed], inBlock(0));
  expect(proofState(file, digest)).toEqual({ state: "confirmed", block: 0, merkleRoot: firstMerkleRoot });
});

test("a proof grows step by step: blinded, promised by two calendars, confirmed by one, then by the other", () => {
  expect(submission).toEqual(sha256(Uint8Array.of(...blinded.digest, ...blinded.nonce)));
  const one = promised(undefined, alice);
  const both = promised(one, bob, 8);
  expect(readNonce(both)).toEqual(blinded.nonce);
  expect(promisesIn(both).toSorted((a, b) => a.calendar.localeCompare(b.calendar))).toEqual([
    { calendar: alice, commitment: commitmentOf(submission), hasBlock: false },
    { calendar: bob, commitment: commitmentOf(submission, 8), hasBlock: false },
  ]);
  const later = confirmed(both, bob, 900_002);
  expect(proofState(later, blinded.digest)).toMatchObject({ state: "confirmed", block: 900_002 });
  expect(
    promisesIn(later)
      .map(({ calendar, hasBlock }) => [calendar, hasBlock])
      .toSorted(),
  ).toEqual([
    [alice, false],
    [bob, true],
  ]);
  const last = confirmed(later, alice, 900_001);
  expect(proofState(last, blinded.digest)).toMatchObject({ state: "confirmed", block: 900_001 });
  expect(promised(both, alice)).toEqual(both);
});

test("a missing proof is absent; an invalid one, one about something else or by unknown parties is unverified", () => {
  const stranger = (message: Uint8Array) => ({
    message,
    attestations: [{ kind: "unknown" as const, tag: new Uint8Array(8), payload: Uint8Array.of(1) }],
    steps: [],
  });
  expect(proofState(undefined, blinded.digest)).toEqual({ state: "absent" });
  for (const file of [
    new Uint8Array(),
    incomplete.proof,
    getFile(blinded.digest, [hashed], stranger),
    promised(undefined, alice).slice(0, -1),
    Uint8Array.of(...promised(undefined, alice), 0),
  ]) {
    expect(proofState(file, blinded.digest)).toEqual({ state: "unverified" });
  }
});

test("only the calendar's own promise is taken from its answer", () => {
  const wanted = readTimestamp(buildPromise(submission, alice), submission);
  const atOnce = inBlock(1)(submission);
  const elsewhere = pendingAt("http://127.0.0.1/private")(submission);
  if (!wanted) throw new Error("The promise cannot be read.");
  const everything = mergeTimestamps(mergeTimestamps(wanted, atOnce), elsewhere);
  expect(withPromise(undefined, blinded, writeTimestamp(everything), `${alice}/`)).toEqual(
    promised(undefined, alice),
  );
  for (const answer of [atOnce, elsewhere, pendingAt(bob)(submission)]) {
    expect(withPromise(undefined, blinded, writeTimestamp(answer), alice)).toBeUndefined();
  }
  expect(withPromise(undefined, blinded, new Uint8Array(), alice)).toBeUndefined();
});

test("only paths to a block are taken from a later answer", () => {
  const file = promised(undefined, alice);
  const [promise] = promisesIn(file);
  if (!promise) throw new Error("There is no promise.");
  const { commitment } = promise;
  const elsewhere = writeTimestamp(pendingAt("http://127.0.0.1/private")(commitment));
  expect(withConfirmation(file, promise, elsewhere)).toBeUndefined();
  const ways = (steps: number) =>
    writeTimestamp(buildPath(commitment, [...Array(steps).fill(append(1)), hashed], inBlock(5)));
  expect(withConfirmation(file, promise, ways(200))).toBeDefined();
  expect(withConfirmation(file, promise, ways(254))).toBeUndefined();
  expect(withConfirmation(file, promise, confirmationOf(commitment, 5).slice(0, -1))).toBeUndefined();
});

test("however many promises and blocks a calendar gives, one promise and one block of its count [threat V15]", () => {
  const [one, other] = [7, 8].map((salt) => readTimestamp(buildPromise(submission, alice, salt), submission));
  if (!one || !other) throw new Error("A promise cannot be read.");
  const file = withPromise(undefined, blinded, writeTimestamp(mergeTimestamps(one, other)), alice);
  const [promise, ...others] = promisesIn(file ?? new Uint8Array());
  if (!file || !promise) throw new Error("There is no promise.");
  expect(others).toEqual([]);
  const answers = [900_003, 900_001, 900_002].map((height) =>
    readTimestamp(confirmationOf(promise.commitment, height), promise.commitment),
  );
  const decoys = answers.flatMap((answer) => answer ?? []).reduce(mergeTimestamps);
  const grown = withConfirmation(file, promise, writeTimestamp(decoys)) ?? file;
  expect(claimedBlocks(grown).map(({ block }) => block)).toEqual([900_001]);
  expect(withoutBlocks(grown)).toEqual(file);
});

test("a proof that one block confirms is written without the others", () => {
  const both = promised(promised(undefined, alice), bob, 8);
  const right = confirmed(both, bob, 900_002);
  const [claimed] = claimedBlocks(right);
  if (!claimed) throw new Error("There is no block.");
  expect(withOnlyBlock(confirmed(right, alice, 900_001), claimed)).toEqual(right);
  expect(withOnlyBlock(both, claimed)).toEqual(both);
  expect(withOnlyBlock(new Uint8Array(3), claimed)).toEqual(new Uint8Array(3));
});

test("the reference implementation reads our proofs, finds the same in them, and would write the same bytes", () => {
  const both = promised(promised(undefined, alice), bob, 8);
  const files = [
    promised(undefined, alice),
    both,
    confirmed(both, bob, 900_001),
    confirmed(confirmed(both, bob, 915_123), alice, 900_001),
    getFile(sha256(firstTransaction), [hashed], inBlock(0)),
    getFile(blinded.digest, [append(1, 2)], pendingAt(bob, alice)),
  ];
  const said = askReference(files);
  expect(said.map(({ written }) => written)).toEqual(files.map(toHex));
  expect(said.at(4)?.attestations).toEqual([
    ["BitcoinBlockHeaderAttestation(0)", toHex(hex(firstMerkleRoot).toReversed())],
  ]);
  for (const [at, { digest }] of said.entries())
    expect(digest).toBe(toHex(readProof(files[at] ?? hex(""))?.message ?? hex("")));
});

type Seen = { digest: string; attestations: [string, string][]; written: string };

function askReference(files: Uint8Array[]): Seen[] {
  const script = join(import.meta.dir, "test-reference.py");
  const { exitCode, stdout, stderr } = Bun.spawnSync(["/usr/bin/python3", script], {
    stdin: new TextEncoder().encode(files.map(toHex).join("\n")),
  });
  if (exitCode !== 0) throw new Error(`This test needs the Debian package python3-opentimestamps: ${stderr}`);
  return JSON.parse(stdout.toString());
}

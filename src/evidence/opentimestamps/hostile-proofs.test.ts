import { expect, test } from "bun:test";
import { mutated, seeded } from "../test-mutations.ts";
import { computeSubmission, promisesIn, withConfirmation, withPromise, writeProof } from "./proof.ts";
import { readProof, readTimestamp } from "./read.ts";
import { proofState } from "./state.ts";
import { branchTag, fileHeader, operationTags } from "./tags.ts";
import { answered, buildPromise, confirmationOf, hex, incomplete, sha256 } from "./test-proofs.ts";

const message = new Uint8Array(32).fill(1);
const pending = "0083dfe30d2ef90c8e";
const bitcoin = "000588960d73d71901";
const hexByte = (value: number) => value.toString(16).padStart(2, "0");
const answer = (text: string) => readTimestamp(hex(text), message);

test("every limit of the format is enforced: one more is rejected", () => {
  const toDepth = (steps: number) => `${"08".repeat(steps)}${pending}020161`;
  expect(answer(toDepth(255))).toBeDefined();
  expect(answer(toDepth(256))).toBeUndefined();
  const operand = (bytes: number) =>
    `f0${hexByte((bytes % 128) + 128)}${hexByte(bytes >> 7)}${"00".repeat(bytes)}${pending}020161`;
  expect(answer(operand(4_064))).toBeDefined();
  expect(answer(operand(4_065))).toBeUndefined();
  const blocks = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${bitcoin}02${hexByte(128 + (at % 128))}${hexByte(1 + (at >> 7))}`,
    );
  const branches = (count: number) => `ff${blocks(count - 1).join("ff")}${bitcoin}0100`;
  expect(answer(branches(256))?.attestations).toHaveLength(256);
  expect(answer(branches(257))).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["no attestation", "08"],
  ["an operation that does nothing", `f000${pending}020161`],
  ["an operation of other formats", `02${pending}020161`],
  ["an address with a query", `${pending}0403613f62`],
  ["an address longer than its attestation", `${pending}020261`],
  ["an attestation that goes on", `${pending}03016161`],
  ["a block that is no number", `${bitcoin}0180`],
  ["a block beyond all blocks", `${bitcoin}058080808010`],
  ["a length beyond all files", `f0ffffffffff7f`],
  ["a block whose root has 33 bytes", `f00100${bitcoin}0105`],
  ["something after its end", `${pending}02016100`],
])("an answer with %s is refused", (_, text) => {
  expect(answer(text)).toBeUndefined();
});

test("an answer longer than any calendar's, and a file longer than any proof, are not parsed", () => {
  const many = Buffer.alloc(10_001, Buffer.from([branchTag, operationTags.sha256]));
  expect(readTimestamp(many, message)).toBeUndefined();
  expect(readProof(Buffer.concat([fileHeader, Buffer.alloc(200_000)]))).toBeUndefined();
});

test("the most complex answers are parsed", () => {
  const long = `f0bc1e${"00".repeat(3_900)}`;
  const leaf = (at: number) => `${pending}0302${hexByte(65 + (at >> 4))}${hexByte(65 + (at % 16))}`;
  const forks = (count: number) =>
    Array.from({ length: count }, (_, at) => `fff001${hexByte(at)}08${leaf(at)}`).join("");
  expect(answer(`${long}${forks(240)}${leaf(0)}`)?.steps).toHaveLength(1);
  expect(answer(`${long}${"f00100".repeat(150)}${"08".repeat(90)}${forks(240)}${leaf(0)}`)).toBeDefined();
});

test("any changed proof or answer gives a result, and a parsed one can be serialized", () => {
  const random = seeded(2026);
  const other = () => (random(3) === 0 ? (hex("ff00f0f10880")[random(6)] ?? 0) : random(256));
  const spoilt = (bytes: Uint8Array) => mutated(bytes, random, other);
  const blinded = { digest: sha256("a checkpoint"), nonce: new Uint8Array(16).fill(3) };
  const submission = computeSubmission(blinded);
  const calendar = "https://alice.example";
  const promise = buildPromise(submission, calendar);
  const file = withPromise(undefined, blinded, promise, calendar) ?? message;
  const [promised] = promisesIn(file);
  if (!promised) throw new Error("There is no promise.");
  const confirmation = confirmationOf(promised.commitment, 900_000);
  for (let round = 0; round < 1_500; round += 1) {
    const proof = readProof(spoilt(round % 2 ? incomplete.proof : file));
    if (proof) expect(readProof(writeProof(proof))).toBeDefined();
    readTimestamp(spoilt(answered.answer), answered.digest);
    const wrong = withPromise(undefined, blinded, spoilt(promise), calendar);
    if (wrong) expect(proofState(wrong, blinded.digest)).toEqual({ state: "pending", calendars: [calendar] });
    const upgraded = withConfirmation(file, promised, spoilt(confirmation));
    if (upgraded) expect(proofState(upgraded, blinded.digest).state).toBe("confirmed");
  }
});

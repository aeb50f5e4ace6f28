import { createHash } from "node:crypto";
import { writeProof, writeTimestamp } from "./proof.ts";
import { applyTo, buildPath, type Operation, type Timestamp } from "./timestamp.ts";

export const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
export const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
export const sha256 = (content: string | Uint8Array) =>
  new Uint8Array(createHash("sha256").update(content).digest());

/** examples/incomplete.txt and its proof, as published by the implementations of OpenTimestamps. */
export const incomplete = {
  text: "The timestamp on this file is incomplete, and can be upgraded.\n",
  calendar: "https://alice.btc.calendar.opentimestamps.org",
  proof: hex(
    "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294010805c4f616a8e5310d19d938cfd769864d7f4ccdc2" +
      "ca8b479b10af83564b097af9f010e754bf93806a7ebaa680ef7bd0114bf408f010b573e8850cfd9e63d1f043fbb6fc250e08f10457" +
      "cfa5c4f0086fb1ac8d4e4eb0e70083dfe30d2ef90c8e2e2d68747470733a2f2f616c6963652e6274632e63616c656e6461722e6f70" +
      "656e74696d657374616d70732e6f7267",
  ),
};

/** The answer of a public calendar about a digest, from the tests of those implementations. */
export const answered = {
  digest: hex("1c15d1c0495b248e721d6af4f9a9949935abab15affbc3b248d2fa896b1b0fc6"),
  answer: hex(
    "f010f393dbe2ddb8353c1c20026d9afd551708f104583574c8f008260721746284f7c60083dfe30d2ef90c8e2e2d68747470733a2f" +
      "2f616c6963652e6274632e63616c656e6461722e6f70656e74696d657374616d70732e6f7267",
  ),
};

/** The only transaction of Bitcoin's first block: its double hash is the block's merkle root, which is well known. */
export const firstTransaction = hex(
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054" +
    "696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f75742" +
    "0666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f" +
    "61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000",
);
export const firstMerkleRoot = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

export const append = (...bytes: number[]): Operation => ({ name: "append", bytes: Uint8Array.from(bytes) });
const prepend = (...bytes: number[]): Operation => ({
  name: "prepend",
  bytes: Uint8Array.from(bytes),
});
export const hashed: Operation = { name: "sha256" };

export const pendingAt =
  (...calendars: string[]) =>
  (message: Uint8Array): Timestamp => ({
    message,
    attestations: calendars.map((calendar) => ({ kind: "pending", calendar })),
    steps: [],
  });

export const inBlock =
  (height: number) =>
  (message: Uint8Array): Timestamp => ({ message, attestations: [{ kind: "bitcoin", height }], steps: [] });

/** The first answer of a calendar: a promise about a commitment that it derived from the submission. */
export const buildPromise = (submission: Uint8Array, calendar: string, salt = 7): Uint8Array =>
  writeTimestamp(buildPath(submission, commitmentSteps(salt), pendingAt(calendar)));

export const commitmentOf = (submission: Uint8Array, salt = 7): Uint8Array =>
  commitmentSteps(salt).reduce(applyTo, submission);

const commitmentSteps = (salt: number) => [append(salt, 1, 2, 3), hashed, prepend(9, 9, 9, 9)];

/** Its later answer about the commitment. */
export const confirmationOf = (commitment: Uint8Array, height: number): Uint8Array =>
  writeTimestamp(buildPath(commitment, [hashed, append(1), hashed], inBlock(height)));

/** The .ots file of a proof. */
export const getFile = (
  digest: Uint8Array,
  operations: Operation[],
  end: (message: Uint8Array) => Timestamp,
): Uint8Array => writeProof(buildPath(digest, operations, end));

import { expect, test } from "bun:test";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import { knownEvidence } from "./known-evidence.ts";

const record: VerificationView = {
  serialNumber: "AT-7K2M9-X40QD-3NV5T-81RWZ",
  processedDate: "2026-11-20T19:11:00.000Z",
  documentName: "lease.pdf",
  originalSha256: "a".repeat(64),
  stampedSha256: "b".repeat(64),
  certificateSha256: "c".repeat(64),
  originalKept: true,
  timeStamps: [{ about: "stamped", isOutside: false, token: "AQID" }],
};
const witnessed = { tokens: ["BAUG"], proof: "BwgJ", blocks: "" };
const full = { ...record, clientName: "Jane Doe", attestation: "signed", receipt: "proof", witnessed };

test("all evidence in the server's answer is used, and its attestation takes precedence over the code's", () => {
  const headers = new Uint8Array(80);
  expect(knownEvidence({ state: "found", record: full }, "code", headers)).toEqual({
    attestations: ["signed"],
    receipts: ["proof"],
    tokens: [{ bytes: new Uint8Array([1, 2, 3]), about: "stamped" }, { bytes: new Uint8Array([4, 5, 6]) }],
    proofs: [{ bytes: new Uint8Array([7, 8, 9]) }],
    headers: [headers],
    records: [],
    lists: [],
    crls: [],
    record: full,
  });
});

test("the record of a collection is used, too: it says which pack and certificate belong to it", () => {
  const { originalSha256: _o, stampedSha256: _s, originalKept: _k, ...common } = record;
  const collection = {
    ...common,
    kind: "collection",
    fileCount: 3,
    totalBytes: 9,
    root: "d".repeat(64),
  } as const;
  expect(knownEvidence({ state: "found", record: collection }, "").record).toEqual(collection);
});

test("for a document of a deleted account the code's attestation is used, if there is a code", () => {
  expect(knownEvidence({ state: "found", record }, "code").attestations).toEqual(["code"]);
  expect(knownEvidence({ state: "found", record }, "").attestations).toEqual([]);
});

test("without a record, only the code and whether the server was reachable are used", () => {
  const nothing = { receipts: [], tokens: [], proofs: [], headers: [], records: [], lists: [], crls: [] };
  expect(knownEvidence({ state: "unreachable" }, "code")).toEqual({ ...nothing, attestations: ["code"] });
  expect(knownEvidence({ state: "unknown" }, "")).toEqual({
    ...nothing,
    attestations: [],
    record: "unknown",
  });
});

import { describe, expect, test } from "bun:test";
import type { Attestation } from "../../../src/evidence/attestation.ts";
import type { KeyLife, PublicJwk } from "../../../src/evidence/jwk.ts";
import type { VerificationView } from "../../../src/features/verification/verification.output.schema.ts";
import { verifyCode } from "./verify-code.ts";

const attestation: Attestation = {
  v: 1,
  serial: "AT-7K2M9-X40QD-3NV5T-81RWZ",
  time: "2026-11-20T19:11:00Z",
  name: "lease.pdf",
  client: "Jane Doe",
  original: "a".repeat(64),
  stamped: "b".repeat(64),
};
const record: VerificationView = {
  serialNumber: attestation.serial,
  processedDate: "2026-11-20T19:11:00.000Z",
  documentName: "lease.pdf",
  clientName: "Jane Doe",
  originalSha256: attestation.original,
  stampedSha256: attestation.stamped,
  certificateSha256: "c".repeat(64),
  originalKept: true,
  timeStamps: [],
  attestation: "",
};
const key: PublicJwk = { kty: "OKP", crv: "Ed25519", x: "", kid: "k", alg: "EdDSA", use: "sig" };
const signed = { attestation, key };

describe("a code with a good signature", () => {
  test("matches the record it was made for", () => {
    expect(verifyCode(signed, { state: "found", record }).kind).toBe("matches");
  });

  test("is reported if it is on another document's page, or states a different time, name or fingerprint", () => {
    const others: Partial<VerificationView>[] = [
      { serialNumber: "AT-00000-00000-00000-00000" },
      { processedDate: "2026-11-20T19:11:01.000Z" },
      { clientName: "Bob Roe" },
      { originalSha256: "d".repeat(64) },
      { stampedSha256: "d".repeat(64) },
    ];
    for (const other of others) {
      expect(verifyCode(signed, { state: "found", record: { ...record, ...other } }).kind).toBe("differs");
    }
  });

  test("matches a record that lost the client's name with the account; a code without a name matches any", () => {
    const { clientName: _, ...nameless } = record;
    expect(verifyCode(signed, { state: "found", record: nameless }).kind).toBe("matches");
    const { client: __, ...early } = attestation;
    expect(verifyCode({ attestation: early, key }, { state: "found", record }).kind).toBe("matches");
  });

  test("with a shortened name matches the record that has the full name", () => {
    const long = { ...attestation, client: "x".repeat(60) };
    const named = { ...record, clientName: "x".repeat(99) };
    expect(verifyCode({ attestation: long, key }, { state: "found", record: named }).kind).toBe("matches");
  });

  test("still proves what it says while the server is unavailable", () => {
    expect(verifyCode(signed, { state: "unreachable" })).toEqual({ kind: "alone", attestation });
  });

  test("does not prove a record that the server lacks", () => {
    expect(verifyCode(signed, { state: "unknown" }).kind).toBe("notOnRecord");
  });
});

test("a code without a good signature is forged, whatever the server knows", () => {
  for (const error of ["malformed", "forged"] as const) {
    expect(verifyCode({ error }, { state: "found", record })).toEqual({ kind: "forged" });
    expect(verifyCode({ error }, { state: "unreachable" })).toEqual({ kind: "forged" });
  }
});

test("a code signed with an unknown key is neither trusted nor called forged", () => {
  for (const lookup of [{ state: "found", record }, { state: "unknown" }, { state: "unreachable" }] as const)
    expect(verifyCode({ error: "unknown-key" }, lookup)).toEqual({ kind: "unknownKey" });
});

describe("a code signed by one of our keys", () => {
  const seconds = (time: string) => Date.parse(time) / 1000;
  const by = (life: KeyLife) => ({ attestation, key: { ...key, ...life } });
  const ended: KeyLife[] = [
    { exp: seconds("2027-01-01T00:00:00Z") },
    { revoked: { revoked_at: seconds("2027-01-01T00:00:00Z"), reason: "compromised" } },
  ];

  test("contradicts itself if it is dated before the key was made", () => {
    const young = by({ iat: seconds("2027-01-01T00:00:00Z") });
    for (const lookup of [
      { state: "found", record },
      { state: "unknown" },
      { state: "unreachable" },
    ] as const)
      expect(verifyCode(young, lookup)).toEqual({ kind: "beforeKey" });
    expect(verifyCode(by({ iat: seconds(attestation.time) }), { state: "unreachable" }).kind).toBe("alone");
  });

  test("that is no longer used proves nothing alone, since it has no receipt, but may match the record", () => {
    for (const life of ended) {
      for (const state of ["unknown", "unreachable"] as const)
        expect(verifyCode(by(life), { state })).toEqual({ kind: "endedKey" });
      expect(verifyCode(by(life), { state: "found", record }).kind).toBe("matches");
    }
  });
});

import { expect, test } from "bun:test";
import { statementFile } from "../../evidence/attestation.ts";
import { writeEvidenceRecord } from "../../evidence/ers/evidence-record.ts";
import { reduceGroups } from "../../evidence/ers/group-tree.ts";
import { computeHash } from "../../evidence/hash.ts";
import { parseTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import { issue, logVerifier, now, outside, tokenOver } from "../../evidence/verifier/test-issued.ts";
import { trustOfReader, trustOfService, witnessesAbout } from "../../evidence/verifier/test-witnessed.ts";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import type { DocumentVerification } from "../verification/verification.output.schema.ts";
import { requireAllRenewed, requireTokens, withProvedStage } from "./recorded-facts.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const wrong = (reason: string) => new Error(`It ${reason}`);

const issued = await issue();
const { token, anchored, headers, cosigned } = witnessesAbout(issued.receipt);
const checkpoint = parseTlogProof(cosigned)?.checkpoint ?? "";
const record: DocumentVerification = {
  ...issued.record,
  attestation: issued.attestation,
  receipt: cosigned,
  originalKept: true,
  timeStamps: [
    { about: "original", isOutside: false, token: base64(issued.originalToken) },
    { about: "stamped", isOutside: false, token: base64(issued.stampedToken) },
  ],
  witnessed: { tokens: [base64(token)], proof: base64(anchored), blocks: "" },
};

test("the stage of an adopted record is what its witnesses, tokens and headers prove, whatever its site says", () => {
  const boast = { witnesses: 12, block: 1, sentence: "In Bitcoin since 2009." };
  const stageIn = (view: DocumentVerification, trust: typeof trustOfReader, chains: Uint8Array[]) =>
    withProvedStage(view, { checkpoint, log: logVerifier, headers: chains, trust }, wrong).stage;
  const proved = (stage: { witnesses: number; block?: number }) => ({
    ...stage,
    sentence: stageWords.en.stage(stage),
  });
  const view = { ...record, stage: boast };
  expect(stageIn(view, trustOfReader, [headers])).toEqual(proved({ witnesses: 2, block: 923_456 }));
  expect(stageIn(view, trustOfReader, [])).toEqual(proved({ witnesses: 2 }));
  expect(stageIn(view, { ...trustOfService, witnesses: [], stampRoots: [] }, [])).toEqual(
    proved({ witnesses: 0 }),
  );
});

test("a timestamp that another authority issued is not one of the service's own", () => {
  const strange = tokenOver(Buffer.from(issued.record.originalSha256, "hex"), outside.tsa);
  const about = "original" as const;
  const view = { ...record, timeStamps: [{ about, isOutside: false, token: base64(strange) }] };
  expect(() => requireTokens(view, trustOfService, wrong)).toThrow("but another one issued it");
  requireTokens(record, trustOfService, wrong);
});

test("a timestamp that was renewed with a record cannot be taken from it, nor can the times of its renewal be changed", () => {
  const hashOf = (bytes: Uint8Array) => computeHash("SHA-256", bytes);
  const { originalSha256, stampedSha256, certificateSha256 } = issued.record;
  const later = new Date(now.getTime() + 86_400_000);
  const later2 = new Date(later.getTime() + 1000);
  const external = tokenOver(Buffer.from(originalSha256, "hex"), outside.tsa);
  const group = [
    hashOf(statementFile(issued.attestation)),
    ...[issued.originalToken, issued.stampedToken, external].map(hashOf),
    ...[originalSha256, stampedSha256, certificateSha256].map((hex) => Buffer.from(hex, "hex")),
    hashOf(crypto.getRandomValues(new Uint8Array(32))),
  ];
  const { root, reduced } = reduceGroups([group], "SHA-256");
  const archive = writeEvidenceRecord(reduced[0] ?? [], tokenOver(root, outside.tsa, later));
  const renewed = { times: [later.toISOString()], record: base64(archive) };
  const whole: DocumentVerification = {
    ...record,
    renewed,
    timeStamps: [...record.timeStamps, { about: "original", isOutside: true, token: base64(external) }],
  };
  requireAllRenewed(whole, wrong);
  const { attestation: _, receipt: _r, ...hidden } = whole;
  requireAllRenewed(hidden, wrong);
  const lacking = { timeStamps: record.timeStamps };
  for (const view of [whole, hidden])
    expect(() => requireAllRenewed({ ...view, ...lacking }, wrong)).toThrow("lacks a timestamp");
  const elsewhen = { ...whole, renewed: { ...renewed, times: [later2.toISOString()] } };
  expect(() => requireAllRenewed(elsewhen, wrong)).toThrow("other times of its renewals");
  const garbled = { ...whole, renewed: { ...renewed, record: "AAAA" } };
  expect(() => requireAllRenewed(garbled, wrong)).toThrow("can't be read");
});

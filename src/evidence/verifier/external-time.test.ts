import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { signAttestation } from "../sign-attestation.ts";
import { shippedLists } from "../trust-lists/trust-lists.ts";
import { readCertificate } from "../x509/certificate.ts";
import { readCrl, revocationReasons } from "../x509/crl.ts";
import { makeCrl } from "../x509/make-crl.ts";
import { encodePem } from "../x509/pem.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { authority, issue, key, now, outside, tokenOver, trust, trustTexts, vouched } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { trustOfReader, trustOfService, witnessesAbout, witnessName } from "./test-witnessed.ts";
import { readTrust } from "./trust.ts";

const issued = await issue();
const { digest, anchored, headers, cosigned } = witnessesAbout(issued.receipt);
const dayMs = 24 * 3_600_000;
const afterDays = (days: number) => new Date(now.getTime() + days * dayMs);
const own = { bytes: issued.originalToken };
const witnessed = (days: number) => ({ bytes: tokenOver(digest, outside.tsa, afterDays(days)) });
const tokenAfter = (days: number) => ({
  bytes: tokenOver(createHash("sha256").update(issued.original).digest(), outside.tsa, afterDays(days)),
});
const moment = "November 20, 2026, 1:11:00 PM CST (2026-11-20 19:11:00 UTC)";

function look(evidence: Partial<Evidence>, by = vouched) {
  const { attestation, receipt } = issued;
  const known = { ...noEvidence, attestations: [attestation], receipts: [receipt], ...evidence };
  return verifyFile({ name: "a.pdf", bytes: issued.original }, known, by, afterDays(400)).findings.when;
}
function when(evidence: Partial<Evidence>, by = vouched): string {
  const { verdict, level, sentence } = look(evidence, by);
  return `${verdict}, ${level}: ${sentence.message}`;
}

test("a statement alone says who signed it, and that only its signer vouches for its time [threat V9]", () => {
  expect(when({ receipts: [] })).toBe(
    `claimed, stated: Attestamp signed a statement that it was stamped on ${moment}. Only Attestamp itself vouches for that time, and no timestamp supports it.`,
  );
  expect(when({})).toBe(
    `claimed, own-clock: Attestamp signed a statement that it was stamped on ${moment}, and its public log lists that statement. Only Attestamp itself vouches for that time.`,
  );
});

test("a time of our own clock is a claim until someone independent has seen it", () => {
  const claim = `claimed, own-clock: It existed on ${moment}, by Attestamp's own clock. Only Attestamp itself vouches for that time.`;
  expect(when({ tokens: [own] })).toBe(claim);
  for (const days of [0, 1.9])
    expect(when({ tokens: [own, witnessed(days)] })).toStartWith(
      `passed, seen-later: It existed on ${moment}, by Attestamp's own clock. Outside TSA, Outside confirms that it existed by `,
    );
  expect(when({ tokens: [witnessed(0)] })).toStartWith(
    `passed, seen-later: Attestamp signed a statement that it was stamped on ${moment}. Outside TSA, Outside confirms that it existed by `,
  );
});

test("an authority that only the service names is not independent, neither over the file nor over the log", () => {
  const named = `claimed, own-clock: It existed on ${moment}, by the clock of Outside TSA, Outside. Only Attestamp says that this authority is independent.`;
  expect(when({ tokens: [tokenAfter(0)] }, trust)).toBe(named);
  expect(when({ tokens: [own, witnessed(0)] }, trust)).toStartWith("claimed, own-clock: ");
  expect(when({ tokens: [own, tokenAfter(0)] }, trust)).toStartWith("claimed, own-clock: ");
});

test("a time-stamp of a public authority at that time confirms it, whenever the log was seen", () => {
  for (const tokens of [[tokenAfter(0)], [own, tokenAfter(0)], [own, tokenAfter(0), witnessed(200)]])
    expect(when({ tokens })).toBe(
      `passed, external: It existed on ${moment}. A timestamp by the clock of Outside TSA, Outside confirms it to the minute.`,
    );
});

test("what no one saw for days may be backdated: it is a claim, whoever saw it later [threat V10]", () => {
  const june = "June 8, 2027, 2:11:07 PM CDT (2027-06-08 19:11:07 UTC)";
  const late = `claimed, own-clock: Attestamp dates it ${moment}, but no one outside Attestamp saw it before ${june}.`;
  for (const by of [vouched, trust]) {
    expect(when({ tokens: [own, witnessed(200)] }, by)).toBe(late);
    expect(when({ tokens: [witnessed(200)] }, by)).toBe(late);
    expect(when({ tokens: [own, tokenAfter(3)] }, by)).toStartWith("claimed, own-clock: Attestamp dates it");
  }
});

test("a service is not independent of itself, even if its root is on the reader's list or on its own", () => {
  const pem = encodePem("CERTIFICATE", authority.root.certificate);
  const listed = readTrust(trustTexts, { ...shippedLists, roots: authority.roots });
  const named = readTrust({ ...trustTexts, stampCa: pem });
  const byItself = { bytes: tokenOver(digest, authority.tsa) };
  for (const by of [listed, named]) {
    expect(when({ tokens: [own, byItself] }, by)).toBe(
      `claimed, own-clock: It existed on ${moment}, by Attestamp's own clock. Only Attestamp itself vouches for that time.`,
    );
  }
  const roots = [createHash("sha256").update(authority.root.certificate).digest("hex")];
  const pinned = readTrust(
    { ...trustTexts, ca: "" },
    { ...shippedLists, service: { roots }, roots: authority.roots },
  );
  expect(when({ tokens: [own, byItself] }, pinned)).toStartWith("indeterminate, undefined: ");
});

test("an authority whose key was stolen confirms no time, whatever our own clock says about the age of its token [threat V10]", () => {
  const token = tokenAfter(0);
  const crl = makeCrl(outside.root, {
    number: 1n,
    thisUpdate: afterDays(300),
    nextUpdate: afterDays(500),
    revocations: [
      {
        serialNumber: readCertificate(outside.tsa.certificate).serialNumber,
        at: afterDays(300),
        reason: revocationReasons.keyCompromise,
      },
    ],
  });
  const stolen = { ...vouched, crls: [...vouched.crls, readCrl(crl)] };
  const byOurClock = { bytes: tokenOver(createHash("sha256").update(token.bytes).digest(), authority.tsa) };
  expect(when({ tokens: [token] })).toStartWith("passed, external: ");
  expect(when({ tokens: [token, byOurClock] })).toStartWith("passed, external: ");
  expect(when({ tokens: [token, byOurClock] }, stolen)).toStartWith("claimed, own-clock: ");
});

test("a statement that an independent witness saw before its own time contradicts itself", () => {
  const early = (days: number) => ({ tokens: [own, witnessed(days)] });
  expect(when(early(-30))).toBe(
    `indeterminate, undefined: It is dated ${moment}, but Outside TSA, Outside saw the signed statement about it before that, by October 21, 2026, 2:11:07 PM CDT (2026-10-21 19:11:07 UTC).`,
  );
  expect(when({ tokens: [witnessed(-30)] })).toStartWith("indeterminate, undefined: It is dated");
  // Clocks differ by minutes, and a clock of someone whom only the service names proves nothing.
  expect(when(early(-1 / 300))).toStartWith("passed, seen-later: ");
  expect(when(early(-30), trust)).toStartWith("claimed, own-clock: ");
});

test("a statement dated in the future says so, whatever the time-stamps over its file say", () => {
  const time = "2099-01-01T00:00:00Z";
  const attestation = signAttestation({ ...issued.statement, time }, key);
  expect(when({ attestations: [attestation], tokens: [tokenAfter(0)] })).toStartWith(
    "indeterminate, undefined: It is dated December 31, 2098, 6:00:00 PM CST (2099-01-01 00:00:00 UTC), which is in the future.",
  );
});

test("a cosigner or a Bitcoin block confirms a time only if it is on a public list", () => {
  const seen: [Partial<Evidence>, name: string][] = [
    [{ receipts: [cosigned] }, witnessName],
    [{ proofs: [{ bytes: anchored }], headers: [headers] }, "Bitcoin block 923456"],
  ];
  for (const [evidence, name] of seen) {
    const known = { tokens: [own], ...evidence };
    expect(look(known, trustOfService)).toMatchObject({ verdict: "claimed", level: "own-clock" });
    expect(when(known, trustOfReader)).toStartWith(
      `passed, seen-later: It existed on ${moment}, by Attestamp's own clock. ${name} confirms that it existed by November 20, 2026`,
    );
  }
});

test("witnesses of the log have seen the statement, not the certificate, which it does not name", () => {
  const known = {
    ...noEvidence,
    attestations: [issued.attestation],
    receipts: [issued.receipt],
    tokens: [witnessed(0)],
    record: issued.record,
  };
  const file = { name: "certificate.pdf", sha256: issued.record.certificateSha256 };
  expect(verifyFile(file, known, vouched, now).findings.when).toMatchObject({
    verdict: "claimed",
    level: "stated",
  });
});

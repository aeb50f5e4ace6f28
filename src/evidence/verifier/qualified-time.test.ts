import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { testAuthority } from "../test-pki.ts";
import { printTrustFile } from "../trust-lists/print-trust-file.ts";
import { readTrustedList } from "../trust-lists/read-trusted-list.ts";
import {
  grantedService,
  type ListFacts,
  printList,
  qualifiedAuthority,
  qualifiedToken,
  serviceStatuses,
  signList,
} from "../trust-lists/test-trusted-lists.ts";
import { readTrustFile } from "../trust-lists/trust-file.ts";
import { shippedLists, type TrustLists } from "../trust-lists/trust-lists.ts";
import { readCertificate } from "../x509/certificate.ts";
import { encodePem } from "../x509/pem.ts";
import { plainValue } from "./detail.ts";
import { noEvidence } from "./evidence.ts";
import { sayStageOf } from "./stage.ts";
import { issue, now, outside, tokenOver, trustTexts } from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import { describeTime } from "./time-sentences.ts";
import { readTrust } from "./trust.ts";

const issued = await issue();
const scheme = testAuthority("Scheme");
const authority = qualifiedAuthority();
const digest = new Uint8Array(createHash("sha256").update(issued.original).digest());
const token = qualifiedToken(authority.tsa, { hash: "SHA-256", digest });

/** The reader's lists with a trusted list, as the command writes them into a trust file. */
function listsWith(services: ListFacts["services"], nextUpdate?: string): TrustLists {
  const unsigned = printList({ services, ...(nextUpdate !== undefined && { nextUpdate }) });
  const signed = signList(unsigned, scheme.seal.privateKey);
  const read = readTrustedList(signed, [
    { ...readCertificate(scheme.seal.certificate), territories: ["ES"] },
  ]);
  if ("error" in read) throw new Error(read.error);
  const file = readTrustFile(new TextEncoder().encode(printTrustFile([read.list])), shippedLists);
  if ("problem" in file) throw new Error(JSON.stringify(file));
  expect(file.lists.trustedLists).toEqual([read.list]);
  return file.lists;
}

/** What the verifier says about the original with this token; the service calls the authority independent. */
function look(lists: TrustLists, tokens = [token]) {
  const stampCa = encodePem("CERTIFICATE", authority.root.certificate) + trustTexts.stampCa;
  const trust = readTrust({ ...trustTexts, stampCa }, lists);
  const known = {
    ...noEvidence,
    attestations: [issued.attestation],
    receipts: [issued.receipt],
    tokens: tokens.map((bytes) => ({ bytes })),
  };
  const report = verifyFile({ name: "a.pdf", bytes: issued.original }, known, trust, now);
  const { when } = report.findings;
  const qualified = when.details.find(({ label }) => label.code === "label-qualified");
  return { report, when, level: when.level, detail: qualified && plainValue(qualified) };
}

const granted = listsWith([grantedService(authority.tsa.certificate)]);

test("a timestamp is called qualified if a trusted list in the reader's own trust file says so", () => {
  const { report, when, level, detail } = look(granted);
  expect([when.verdict, level]).toEqual(["passed", "qualified"]);
  expect(describeTime(when).map(({ message }) => message)).toEqual([
    "It existed on November 20, 2026, 1:11:00 PM CST (2026-11-20 19:11:00 UTC). A timestamp by the clock of Qualified TSA, Qualified confirms it to the minute.",
    "Proof of time: qualified timestamp at the time.",
  ]);
  expect(detail).toBe("yes: Qualified Time is in the trusted list of ES, version 7");
  expect(sayStageOf(report, stageWords.en)).toEndWith(stageWords.en.forging.qualified);
  expect(look(listsWith([grantedService(authority.root.certificate)])).level).toBe("qualified");
});

test("[threat V33] the word of the service, and of the certificate itself, makes no timestamp a qualified one", () => {
  const { level, detail } = look(shippedLists);
  expect(level).toBe("own-clock");
  expect(detail).toBe("its certificate says so; we check that only with a trusted list in your trust file");
  const trusting = look({ ...shippedLists, roots: authority.roots });
  expect([trusting.level, trusting.detail]).toEqual(["external", detail]);
});

test("[threat V33] an outdated list, a withdrawn service and another authority's listing make no timestamp a qualified one", () => {
  const over = look(listsWith([grantedService(authority.tsa.certificate)], "2026-11-20T19:00:00Z"));
  expect([over.level, over.detail]).toEqual([
    "external",
    "not confirmed: the trusted list in your trust file is out of date, so get the current one",
  ]);
  const withdrawn = look(
    listsWith([
      {
        certificate: authority.tsa.certificate,
        instances: [
          { status: serviceStatuses.withdrawn, since: "2026-11-01T00:00:00Z" },
          { since: "2020-01-01T00:00:00Z" },
        ],
      },
    ]),
  );
  // Only the list says that the authority is independent, and it no longer does.
  expect([withdrawn.level, withdrawn.detail]).toEqual([
    "own-clock",
    "no: by the trusted list, the authority was not a qualified one at that time",
  ]);
  const other = look(listsWith([grantedService(outside.tsa.certificate)]));
  expect([other.level, other.detail]).toEqual([
    "own-clock",
    "not confirmed: its certificate says so, but no trusted list in your trust file has the authority",
  ]);
});

test("of two independent timestamps at that time, the qualified one counts", () => {
  const lists = { ...granted, roots: outside.roots };
  const earlier = tokenOver(digest, outside.tsa, new Date(now.getTime() - 2_000));
  const { when } = look(lists, [earlier, token]);
  expect(when.level).toBe("qualified");
  expect(when.sentence.params).toMatchObject({ authority: "Qualified TSA, Qualified" });
  expect(look(lists, [earlier]).level).toBe("external");
});

import { expect, spyOn, test } from "bun:test";
import { mineHeaders } from "../bitcoin/test-headers.ts";
import { mergeTimestamps } from "../opentimestamps/merge.ts";
import { writeProof } from "../opentimestamps/proof.ts";
import { readProof } from "../opentimestamps/read.ts";
import { append, getFile, hashed, inBlock, sha256 } from "../opentimestamps/test-proofs.ts";
import { commitmentTo } from "../tlog/commitment.ts";
import { foldHashes, leafHash } from "../tlog/merkle.ts";
import { signCheckpoint } from "../tlog/sign-note.ts";
import { printTlogProof } from "../tlog/tlog-proof.ts";
import { plainValue } from "./detail.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { knownBlocks } from "./known-blocks.ts";
import type { Report } from "./report.ts";
import { labels, sentences, stateName } from "./sentences.ts";
import {
  authority,
  issue,
  logVerifier,
  now,
  outside,
  own,
  tokenOver,
  trust,
  trustTexts,
} from "./test-issued.ts";
import { verifyFile } from "./test-verify-file.ts";
import {
  readersLists,
  trustOfReader,
  trustOfService,
  witnessesAbout,
  witnessName,
} from "./test-witnessed.ts";
import { readTrust } from "./trust.ts";
import { verifyFiles } from "./verify-files.ts";

const issued = await issue();
const { digest, token, anchored, promised, headers, cosigned } = witnessesAbout(issued.receipt);

const checkLogRate = (evidence: Partial<Evidence>, by = trustOfReader) => {
  const known = {
    ...noEvidence,
    attestations: [issued.attestation],
    receipts: [issued.receipt],
    ...evidence,
  };
  return verifyFile({ name: "a.pdf", sha256: issued.statement.original }, known, by, now).findings.log;
};
const told = (evidence: Partial<Evidence>, by = trustOfReader) => {
  const { verdict, witnesses = [] } = checkLogRate(evidence, by);
  return [verdict, ...witnesses.map(({ kind, state }) => `${kind} ${state}`)];
};
const flipped = (bytes: Uint8Array, at: number) =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ (1 << (at % 8)) : byte));
const full = {
  receipts: [cosigned],
  tokens: [{ bytes: token }],
  proofs: [{ bytes: anchored }],
  headers: [headers],
};

function mergedProof(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [first, second] = [readProof(one), readProof(other)];
  if (!first || !second) throw new Error("A proof cannot be read.");
  return writeProof(mergeTimestamps(first, second));
}

test("all three witnesses are confirmed, each with a sentence and its basis", () => {
  const finding = checkLogRate(full);
  expect([finding.verdict, finding.witnesses?.map(({ state }) => state)]).toEqual([
    "passed",
    ["confirmed", "confirmed", "confirmed"],
  ]);
  expect(finding.witnesses?.map(({ sentence }) => sentence.message)).toEqual([
    expect.stringContaining("timestamped this state of the public log on November 20, 2026"),
    expect.stringMatching(
      /^Bitcoin block 923456, made within two hours of November 20, 2026.* contains the fingerprint/,
    ),
    expect.stringContaining(`${witnessName} signed a statement on November 20, 2026`),
  ]);
  expect(finding.witnesses?.flatMap(({ details }) => details.map(({ label }) => label.message))).toEqual([
    ...["Timestamp", "Accuracy", "Authority", "Root certificate"],
    ...["Bitcoin block", "Merkle root of that block", "Cosigner's key"],
  ]);
});

test("the sentence about the log says who runs it: a log of the service may have the name of anyone", () => {
  expect(checkLogRate({}).sentence.message).toBe(
    "Yes. It is listed in the public log attestamp.example/evidence/log, which Attestamp runs.",
  );
});

test("a time-stamp that is known from the record and from a pack is listed once", () => {
  const tokens = [{ bytes: token }, { bytes: Uint8Array.from(token), about: "checkpoint" as const }];
  const finding = checkLogRate({ ...full, tokens });
  expect(finding.witnesses?.filter(({ kind }) => kind === "timeStamp")).toHaveLength(1);
});

test("a promised Bitcoin confirmation is pending, with the name of the calendar", () => {
  const finding = checkLogRate({ proofs: [{ bytes: promised }] });
  expect(finding.witnesses?.[1]).toMatchObject({
    state: "pending",
    details: [{ label: labels.calendar, value: "https://calendar.example" }],
  });
});

test("without any witness each is absent, and the entry still counts as in the log", () => {
  expect(told({})).toEqual(["passed", "timeStamp absent", "openTimestamps absent", "cosignature absent"]);
  expect(told({}, trust)).toEqual([
    "passed",
    "timeStamp absent",
    "openTimestamps absent",
    "cosignature absent",
  ]);
});

test("with an unknown root, block or key each witness is unverified, never confirmed", () => {
  expect(told({ ...full, headers: [] }, { ...trust, stampRoots: [] })).toEqual([
    ...["passed", "timeStamp unverified", "openTimestamps unverified", "cosignature unverified"],
  ]);
});

test("our own authority is not a witness of our own log", () => {
  expect(told({ tokens: [{ bytes: tokenOver(digest, authority.tsa) }] })[1]).toBe("timeStamp unverified");
});

test("evidence over another checkpoint is ignored, unless it came with this one", () => {
  const strange = witnessesAbout(cosigned);
  const beside = { tokens: [{ bytes: strange.token }], proofs: [{ bytes: strange.anchored }] };
  expect(told(beside).slice(0, 3)).toEqual(["passed", "timeStamp absent", "openTimestamps absent"]);
  const asThis = {
    tokens: [{ bytes: strange.token, about: "checkpoint" as const }],
    proofs: [{ bytes: strange.anchored, about: "checkpoint" as const }],
  };
  expect(told(asThis).slice(0, 3)).toEqual(["failed", "timeStamp unverified", "openTimestamps unverified"]);
});

test("an authority or a cosigner that only the service names is shown as named, and a block is not confirmed [threat V7]", () => {
  const finding = checkLogRate(full, trustOfService);
  expect(finding.witnesses?.map((witness) => stateName(witness).message)).toEqual([
    "Named by the operator, not checked by us",
    "Unverified",
    "Named by the operator, not checked by us",
  ]);
  expect(finding.witnesses?.map(({ seenBy }) => seenBy?.voucher)).toEqual(["named", undefined, "named"]);
  const root = finding.witnesses?.[0]?.details.at(-1);
  expect(root && plainValue(root)).toBe(
    "Outside Root, Outside, named by the operator of Attestamp, not checked by us",
  );
});

test("who is on the reader's lists is confirmed, even if the service has named nobody", () => {
  const finding = checkLogRate(full, readTrust({ ...trustTexts, stampCa: "" }, readersLists));
  expect(finding.witnesses?.map((witness) => stateName(witness).message)).toEqual(Array(3).fill("Confirmed"));
  const root = finding.witnesses?.[0]?.details.at(-1);
  expect(root && plainValue(root)).toBe("Outside Root, Outside, on the list of public authorities");
});

test("a public witness that has not cosigned is not missed", () => {
  expect(told({}, readTrust(trustTexts, readersLists)).at(-1)).toBe("cosignature absent");
  expect(checkLogRate({}, readTrust(trustTexts, readersLists)).witnesses?.[2]?.sentence.message).toBe(
    "No one else has signed this state of the public log.",
  );
});

test("an invented block, or headers of another block, do not confirm a proof, and do not make it wrong [threat V7]", () => {
  const invented = mineHeaders("ab".repeat(32), 7).headers;
  for (const headers of [[], [invented], [new Uint8Array(80)], [Uint8Array.of(1)]]) {
    expect(told({ ...full, headers })).toEqual([
      ...["passed", "timeStamp confirmed", "openTimestamps unverified", "cosignature confirmed"],
    ]);
  }
  expect(told({ ...full, headers: [invented, headers] })[2]).toBe("openTimestamps confirmed");
});

test("a calendar that names another block does not spoil the proof of the others [threat V8]", () => {
  const other = { bytes: getFile(digest, [append(9), hashed], inBlock(100)) };
  const merged = mergedProof(anchored, other.bytes);
  const proofs = [{ bytes: merged, about: "checkpoint" as const }];
  expect(told({ ...full, proofs })[2]).toBe("openTimestamps confirmed");
  expect(told({ ...full, proofs, headers: [] })).toEqual([
    ...["passed", "timeStamp confirmed", "openTimestamps unverified", "cosignature confirmed"],
  ]);
  const sameHeight = { bytes: getFile(digest, [append(9), hashed], inBlock(923_456)) };
  expect(told({ ...full, proofs: [sameHeight, ...full.proofs] })).toEqual([
    ...["passed", "timeStamp confirmed", "openTimestamps confirmed", "cosignature confirmed"],
  ]);
});

test("a flipped bit anywhere in a token or a proof is detected: neither is confirmed anymore", () => {
  for (let at = 0; at < token.length; at += 7) {
    const [verdict, state] = told({ tokens: [{ bytes: flipped(token, at), about: "checkpoint" }] });
    expect([at, state]).toEqual([at, "timeStamp unverified"]);
    expect(["failed", "passed"]).toContain(verdict ?? "");
  }
  for (const at of anchored.keys()) {
    const [, , state] = told({ proofs: [{ bytes: flipped(anchored, at), about: "checkpoint" }] });
    expect([at, state]).toEqual([at, "openTimestamps unverified"]);
  }
});

test("a flipped bit anywhere in a cosignature is detected; a false one under a known name is wrong", () => {
  const bytes = new TextEncoder().encode(cosigned);
  const start = new TextEncoder().encode(issued.receipt).length;
  for (let at = start; at < bytes.length; at += 1) {
    const receipts = [new TextDecoder().decode(flipped(bytes, at))];
    expect([at, told({ receipts }).includes("cosignature confirmed")]).toEqual([at, false]);
  }
  const forged = cosigned.slice(0, -8) + (cosigned.at(-8) === "A" ? "B" : "A") + cosigned.slice(-7);
  expect(told({ receipts: [forged] })).toEqual([
    ...["failed", "timeStamp absent", "openTimestamps absent", "cosignature unverified"],
  ]);
});

test("if there are two receipts, the one with more witnesses is shown", () => {
  expect(told({ receipts: [issued.receipt, cosigned] }).at(-1)).toBe("cosignature confirmed");
});

test("a receipt under a later head with more witnesses does not hide who saw the entry first", async () => {
  const salt = Buffer.alloc(32, 7);
  const [leaf, other] = [leafHash(commitmentTo(issued.attestation, salt)), leafHash(Buffer.alloc(32, 8))];
  const head = { origin: logVerifier.name, size: 2, hash: foldHashes([leaf, other]) };
  const checkpoint = signCheckpoint(head, own.logKey);
  const later = printTlogProof({ extra: salt, index: 0, hashes: [other], checkpoint });
  const digest = sha256(checkpoint);
  const tokens = [10, 11].map((days) => ({
    bytes: tokenOver(digest, outside.tsa, new Date(now.getTime() + days * 86_400_000)),
  }));
  const check = (receipts: string[]) => {
    const known = { ...noEvidence, attestations: [issued.attestation], receipts, tokens };
    const file = { name: "a.pdf", sha256: issued.statement.original };
    const [report] = verifyFiles([file], known, trustOfReader, new Date(now.getTime() + 20 * 86_400_000));
    const { when, log } = report?.findings ?? {};
    const present = log?.witnesses?.filter(({ state }) => state !== "absent").map(({ kind }) => kind);
    return { level: when?.level, kinds: present?.toSorted() };
  };
  expect(check([later])).toEqual({ level: "own-clock", kinds: ["timeStamp", "timeStamp"] });
  for (const receipts of [
    [cosigned, later],
    [later, cosigned],
  ])
    expect(check(receipts)).toEqual({
      level: "seen-later",
      kinds: ["cosignature", "timeStamp", "timeStamp"],
    });
  expect(check([cosigned])).toEqual({ level: "seen-later", kinds: ["cosignature"] });
});

test("headers are hashed once, however many blocks a proof names", () => {
  const root = "11".repeat(32);
  const { headers } = mineHeaders(root, 50);
  const attestations = Array.from(
    { length: 200 },
    (_, at) => ({ kind: "bitcoin", height: 800_000 + at }) as const,
  );
  const bytes = getFile(Buffer.from(root, "hex"), [], (message) => ({ message, attestations, steps: [] }));
  const reads = spyOn(headers, "subarray");
  const known = knownBlocks({ proofs: [{ bytes }], headers: [headers] }, trustOfReader);
  expect([known.size, reads.mock.calls.length]).toEqual([200, 50]);
});

test("a proof from elsewhere with attestations of other kinds only is not false, and takes nothing from the file", () => {
  const [whole, tag] = [getFile(digest, [], inBlock(1)), Buffer.from("0588960d73d71901", "hex")];
  const at = Buffer.from(whole).indexOf(tag);
  const unknown = Uint8Array.from(
    Buffer.concat([whole.subarray(0, at), Buffer.alloc(8, 7), whole.subarray(at + 8)]),
  );
  const [verdict, , anchor] = told({ ...full, proofs: [{ bytes: unknown }] });
  expect([verdict, anchor]).toEqual(["passed", "openTimestamps absent"]);
  expect(told({ ...full, proofs: [{ bytes: unknown }, ...full.proofs] })[2]).toBe("openTimestamps confirmed");
  const [own] = told({ ...full, proofs: [{ bytes: unknown, about: "checkpoint" }] });
  expect(own).toBe("failed");
});

test("a copy of a receipt to which someone added a false cosignature takes nothing from the receipt itself", () => {
  const changed = cosigned.slice(0, -8) + (cosigned.at(-8) === "A" ? "B" : "A") + cosigned.slice(-7);
  expect(told({ receipts: [changed] })[0]).toBe("failed");
  for (const receipts of [
    [changed, issued.receipt],
    [issued.receipt, changed],
  ])
    expect(told({ receipts: [], looseReceipts: receipts })[0]).toBe("passed");
});

test("a changed copy of a receipt alone, and a late timestamp by the service, take nothing from a file that is right without", () => {
  const file = (name: string, bytes: Uint8Array) => ({ name, bytes: Uint8Array.from(bytes) });
  const text = (words: string) => new TextEncoder().encode(words);
  const changed = cosigned.slice(0, -8) + (cosigned.at(-8) === "A" ? "B" : "A") + cosigned.slice(-7);
  const given = [file("a.pdf", issued.original), file("a.jws", text(issued.attestation))];
  const week = new Date(now.getTime() + 7 * 86_400_000);
  const check = (...more: typeof given) => verifyFiles([...given, ...more], noEvidence, trustOfReader, week);
  const [alone, spoiled] = [check(), check(file("x.tlog-proof", text(changed)))];
  expect(spoiled[0]?.findings).toEqual(alone[0]?.findings as Report["findings"]);
  expect(spoiled[0]?.notes).toEqual([sentences.notUsed.damaged.one("x.tlog-proof")]);
  const late = tokenOver(sha256(issued.original), authority.tsa, new Date(now.getTime() + 5 * 86_400_000));
  const [original] = check(file("r.tlog-proof", text(cosigned)), file("late.tst", late));
  expect(original?.findings.when).toMatchObject({ verdict: "passed", level: "seen-later" });
  expect(check(file("late.tst", late))[0]?.findings.when.verdict).toBe("indeterminate");
});

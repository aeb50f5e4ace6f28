import { expect, spyOn, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Inflate } from "fflate";
import { writeZip } from "../../formats/sniff/test-zips.ts";
import type { ZipEntry } from "../../formats/zip/read-zip.ts";
import { filesIn, joined } from "../../formats/zip/test-pieces.ts";
import { writeZip as zipPieces } from "../../formats/zip/write-zip.ts";
import { manifestPayload } from "../pack-manifest.ts";
import { signJws } from "../sign-attestation.ts";
import { createSigningKey } from "../signing-key.ts";
import { commitmentTo } from "../tlog/commitment.ts";
import { parseTlogProof } from "../tlog/tlog-proof.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { questions } from "../verifier/report.ts";
import { sentences, values } from "../verifier/sentences.ts";
import { buildInstallation, issue, now, outside, signer, trust } from "../verifier/test-issued.ts";
import { verifyFile } from "../verifier/test-verify-file.ts";
import type { PackParts } from "./pack-parts.ts";
import { buildPack, buildPackParts, stampedFile } from "./test-packs.ts";
import { follow, type Ran, unpacked } from "./test-unpacked.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const issued = await issue();
const parts = await buildPackParts(issued);
const pack = await buildPack(parts);

const verify = (bytes: Uint8Array) => verifyFile({ name: "pack.zip", bytes }, noEvidence, trust, now);
const verdicts = (bytes: Uint8Array) => {
  const { findings } = verify(bytes);
  return questions.map((question) => findings[question].verdict).join(" ");
};

const flipped = (bytes: Uint8Array, at: number, bit = at % 8) => {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
};

test("a pack has all its files under their names", () => {
  unpacked(pack, ({ names }) => {
    expect(names).toEqual([
      "README.txt",
      "Stamped_Jane's lease.pdf",
      "attestation.json",
      "attestation.jws",
      "ca.crl",
      "ca.pem",
      "certificate.pdf",
      "declaration.pdf",
      "entry.tlog-proof",
      "original.asics",
      "original.tst",
      "pack.jws",
      "stamped.tst",
      "verify.html",
    ]);
  });
});

test("every command in the README works as written, and prints what the README promises", () => {
  unpacked(pack, (found) => {
    const { commands, failed, saying } = follow(found);
    expect(commands).toBeGreaterThan(20);
    expect(failed).toEqual([]);
    expect(saying("Verification: OK")).toBe(4);
    expect(saying("CMS Verification successful")).toBe(1);
    expect(saying("Signature Verified Successfully")).toBe(3);
    expect(saying("verify OK")).toBe(1);
    expect(saying(": OK")).toBe(3 + 4);
    expect(saying(`"serial":"${issued.statement.serial}"`)).toBe(1);
    expect(saying("The entry is in the log.")).toBe(1);
  });
});

test("the entry that the README computes is the one that was logged", () => {
  const salt = parseTlogProof(issued.receipt)?.extra ?? new Uint8Array();
  const entry = unpacked(pack, (found) => {
    follow(found);
    return readFileSync(join(found.folder, "log-entry.bin"));
  });
  expect(entry.equals(commitmentTo(issued.attestation, salt))).toBe(true);
});

/** Titles of README sections in which a command fails; openssl exits with 0 even for a false revocation list. */
function noticed(readme: string, run: (command: string) => Ran): string[] {
  return readme.split(/^(?=.+\n=+$)/m).flatMap((section) => {
    const { failed, saying } = follow({ readme: section, run });
    return failed.length + saying("verify failure") > 0 ? (section.split("\n")[0] ?? []) : [];
  });
}

const every = "Is every file unchanged?";
const [copy, times, sealed, who, log, original] = [
  "Is the stamped copy unchanged?",
  "When did the files exist?",
  "The seal inside the stamped copy",
  "Who issued it?",
  "Is it in the public log?",
  "The original",
];

test.each<[string, string[]]>([
  ["Stamped_Jane's lease.pdf", [copy, times, sealed, every]],
  ["attestation.json", [every]],
  ["attestation.jws", [who, every, log]],
  ["ca.crl", [times, every]],
  ["ca.pem", [times, sealed, every, original]],
  ["certificate.pdf", [every]],
  ["declaration.pdf", [every]],
  ["entry.tlog-proof", [every, log]],
  ["original.asics", [every, original]],
  ["original.tst", [times, every]],
  ["pack.jws", [every]],
  ["README.txt", [every]],
  ["stamped.tst", [times, every]],
  ["verify.html", [every]],
])("the README's commands detect one changed bit in %s, each where it is relevant", (name, sections) => {
  unpacked(pack, ({ folder, names, readme, run }) => {
    expect(names).toContain(name);
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(path, flipped(bytes, Math.floor(bytes.length / 2)));
    expect(noticed(readme, run)).toEqual(sections);
  });
});

test("with a different salt, hash, head or signature in a receipt, the README's commands find no entry of the log", () => {
  const lines = issued.receipt.split("\n");
  const head = lines.indexOf("") + 1;
  const places = { salt: 1, "first hash": 3, size: head + 1, head: head + 2, signature: head + 4 };
  for (const [what, place] of Object.entries(places)) {
    const line = lines[place] ?? "";
    const other = `${line.slice(0, -9)}${line.at(-9) === "A" ? "B" : "A"}${line.slice(-8)}`;
    unpacked(pack, ({ folder, readme, run }) => {
      writeFileSync(join(folder, "entry.tlog-proof"), lines.with(place, other).join("\n"));
      expect([what, noticed(readme.slice(readme.indexOf(who)), run)]).toEqual([what, [every, log]]);
    });
  }
});

test("the container is a valid ASiC-S file for other programs: its type comes first, stored, without an extra field", () => {
  unpacked(pack, ({ folder, run }) => {
    expect(run("zipinfo -1 original.asics").text).toBe(
      "mimetype\nJane's lease.pdf\nMETA-INF/timestamp.tst\n",
    );
    const head = readFileSync(join(folder, "original.asics"));
    expect(head.toString("latin1", 30, 38)).toBe("mimetype");
    expect([head.readUInt16LE(8), head.readUInt16LE(26), head.readUInt16LE(28)]).toEqual([0, 8, 0]);
    expect(head.toString("latin1", 38, 69)).toBe("application/vnd.etsi.asic-s+zip");
  });
});

test("a pack with the original or without is right in all four findings; its time is the service's own", async () => {
  expect([verify(pack).kind, verdicts(pack)]).toEqual(["pack", "passed claimed passed passed"]);
  const { original: _, ...later } = parts;
  expect(verdicts(await buildPack(later))).toBe("passed claimed passed passed");
  expect(await buildPack(parts)).toEqual(pack);
});

test("a valid pack proves only its own document", async () => {
  const known = (record: typeof issued.record) => ({ ...noEvidence, record });
  const { record } = await issue();
  const unchanged = (asked: typeof record) =>
    verifyFile({ name: "pack.zip", bytes: pack }, known(asked), trust, now).findings.unchanged;
  const own = {
    ...issued.record,
    certificateSha256: createHash("sha256").update(parts.certificate).digest("hex"),
  };
  expect([unchanged(own).verdict, unchanged(record).verdict]).toEqual(["passed", "indeterminate"]);
  expect(unchanged(record).sentence.message).toContain(
    `belongs to another document, ${issued.statement.serial}`,
  );
});

test("a flipped bit anywhere in a pack is detected, also in directory fields that only other programs read", () => {
  const directory = Buffer.from(pack).indexOf("PK\x01\x02", 0, "latin1");
  const inFiles = Array.from({ length: 60 }, (_, index) => Math.floor(((index + 0.5) * pack.length) / 60));
  const inDirectory = [...pack.keys()].slice(directory).filter((at) => at % 29 === 0);
  const missed = [...inFiles, ...inDirectory].filter(
    (at) => verify(flipped(pack, at)).findings.unchanged.verdict === "passed",
  );
  expect(missed).toEqual([]);
});

test("no bit of a file in a pack can change without changing the file: no file is deflated", () => {
  expect(filesIn(pack).filter(({ isStored }) => !isStored)).toEqual([]);
});

/** The pack with other files, packed by another program. */
const repacked = (change: (entries: ZipEntry[]) => { name: string; data: Uint8Array }[]) =>
  writeZip(change(filesIn(pack)).map(({ name, data }) => ({ name, data: Buffer.from(data) })));

test("any changed file in a repacked pack is detected and named", () => {
  for (const { name } of filesIn(pack)) {
    const changed = repacked((entries) =>
      entries.map((entry) =>
        entry.name === name ? { name, data: flipped(entry.data, Math.floor(entry.data.length / 2)) } : entry,
      ),
    );
    const { verdict, details } = verify(changed).findings.unchanged;
    expect([name, verdict]).toEqual([name, "failed"]);
    expect(details.map(({ label }) => label.message)).toContain(`In the pack: ${name}`);
  }
});

test("any added, removed or renamed file in a pack is detected", () => {
  for (const { name } of filesIn(pack)) {
    const without = repacked((entries) => entries.filter((entry) => entry.name !== name));
    expect([name, verify(without).findings.unchanged.verdict === "passed"]).toEqual([name, false]);
  }
  const renamed = repacked((entries) =>
    entries.map((entry) => (entry.name === "verify.html" ? { ...entry, name: "VERIFY.HTML" } : entry)),
  );
  expect(verify(renamed).findings.unchanged.verdict).toBe("failed");
  const stray = repacked((entries) => [...entries, { name: "a.html", data: utf8("<p>") }]);
  expect(verify(stray).findings.unchanged.verdict).toBe("failed");
});

test("an unchanged pack that another program repacked is reported as such", () => {
  const files = filesIn(pack).map(({ name, data }) => ({ name, data: Buffer.from(data), mode: 0o100_755 }));
  const { verdict, sentence } = verify(writeZip(files)).findings.unchanged;
  expect([verdict, sentence]).toEqual(["indeterminate", sentences.unchanged.repacked]);
});

test("an early pack without a manifest is verified, and its unprotected parts are named", () => {
  const early = repacked((entries) => entries.filter(({ name }) => name !== "pack.jws"));
  expect(verdicts(early)).toBe("indeterminate claimed passed passed");
  expect(verify(early).findings.unchanged.sentence).toEqual(
    sentences.unchanged.packWithoutManifest([
      "README.txt",
      "certificate.pdf",
      "attestation.json",
      "ca.pem",
      "declaration.pdf",
      "verify.html",
    ]),
  );
});

test("without a manifest, the COSE files are among the parts that can't be checked", async () => {
  const bytes = await buildPack({ ...parts, coseReceipt: utf8("receipt"), scitt: utf8("statement") });
  const entries = filesIn(bytes).filter(({ name }) => name !== "pack.jws");
  const without = joined(
    zipPieces(
      entries.map(({ name, data }) => ({ name, content: [data] })),
      new Date(issued.statement.time),
    ),
  );
  const { message } = verify(without).findings.unchanged.sentence;
  expect(message).toContain("entry.cose, attestation.scitt");
});

test("the pack of an unknown service is not called as issued because someone public timestamped its files", async () => {
  const by = buildInstallation();
  const theirs = await issue("table", undefined, by, outside.tsa);
  const bytes = await buildPack(await buildPackParts(theirs, by));
  const withoutList = joined(
    zipPieces(
      filesIn(bytes).flatMap(({ name, data }) => (name === "pack.jws" ? [] : [{ name, content: [data] }])),
      new Date(theirs.statement.time),
    ),
  );
  for (const given of [bytes, withoutList])
    expect(verify(given).findings.unchanged).toMatchObject({
      verdict: "indeterminate",
      sentence: sentences.unchanged.packUnknownKey,
    });
});

test("without a manifest another document's certificate is not reported as the issued one", async () => {
  const other = (await issue()).stamped;
  const mixed = repacked((entries) =>
    entries
      .filter(({ name }) => name !== "pack.jws")
      .map((entry) => (entry.name === "certificate.pdf" ? { ...entry, data: other } : entry)),
  );
  expect(verdicts(mixed)).toBe("indeterminate claimed passed passed");
  const { details } = verify(mixed).findings.unchanged;
  expect(details.find(({ label }) => label.message.endsWith("certificate.pdf"))?.value).toEqual(
    values.cannotTell,
  );
});

test("a manifest is valid only for its own document and only with a known key", async () => {
  const withManifest = (payload: Uint8Array, by = signer) => {
    const entries = filesIn(pack).map(({ name, data }) => {
      return { name, content: [name === "pack.jws" ? utf8(`${by.sign(payload)}\n`) : data] };
    });
    return joined(zipPieces(entries, new Date(issued.statement.time)));
  };
  const files = filesIn(pack)
    .filter(({ name }) => name !== "pack.jws")
    .map(({ name, data }) => ({ name, sha256: createHash("sha256").update(data).digest("hex") }));
  const unchanged = (bytes: Uint8Array) => verify(bytes).findings.unchanged.verdict;
  const { serial } = issued.statement;
  expect(unchanged(withManifest(manifestPayload({ serial, files })))).toBe("passed");
  const other = (await issue()).statement.serial;
  expect(unchanged(withManifest(manifestPayload({ serial: other, files })))).toBe("failed");
  expect(unchanged(withManifest(manifestPayload({ serial, files: files.slice(1) })))).toBe("failed");
  const stranger = createSigningKey(randomBytes);
  const forger = {
    ...signer,
    sign: (payload: Uint8Array) => signJws({ alg: "EdDSA", kid: signer.key.kid }, payload, stranger),
  };
  expect(unchanged(withManifest(manifestPayload({ serial, files }), forger))).toBe("failed");
  const unknown = {
    ...signer,
    sign: (payload: Uint8Array) => signJws({ alg: "EdDSA", kid: stranger.kid }, payload, stranger),
  };
  const { verdict, sentence } = verify(withManifest(manifestPayload({ serial, files }), unknown)).findings
    .unchanged;
  expect([verdict, sentence]).toEqual(["indeterminate", sentences.unchanged.packUnknownManifest]);
  for (const text of ["{}", "# attestamp pack v1 X\n", "", `# attestamp pack v1 ${serial}\nx\n`])
    expect([text, unchanged(withManifest(utf8(text)))]).toEqual([text, "failed"]);
});

test("a pack that contains a hidden or dangerous name is not opened, and a bomb disguised as a pack is not unpacked", () => {
  for (const name of [
    ".DS_Store",
    "b/.a",
    "../a.pdf",
    "/a.pdf",
    "a\\b.pdf",
    "a\u0000.pdf",
    "README.TXT",
    "readme.txt.",
  ]) {
    const odd = repacked((entries) => [...entries, { name, data: utf8("a") }]);
    expect([name, verify(odd).findings.unchanged.sentence]).toEqual([name, sentences.unchanged.oddNames]);
  }
  const bomb = repacked((entries) =>
    entries.map((entry) =>
      entry.name === "README.txt" ? { ...entry, data: Buffer.alloc(100_000_000) } : entry,
    ),
  );
  const unpacking = spyOn(Inflate.prototype, "push");
  const { verdict, sentence } = verify(bomb).findings.unchanged;
  expect([verdict, sentence]).toEqual(["indeterminate", sentences.unchanged.tooMuch]);
  expect(unpacking).not.toHaveBeenCalled();
  unpacking.mockRestore();
});

const swaps: Record<
  string,
  [changes: (other: Awaited<ReturnType<typeof issue>>) => Partial<PackParts>, string]
> = {
  "another stamped copy": [(other) => ({ stamped: stampedFile("s.pdf", other.stamped) }), "failed"],
  "another original": [(other) => ({ original: { name: "o.pdf", content: other.stamped } }), "failed"],
  "another time-stamp": [(other) => ({ stampedToken: other.stampedToken }), "passed failed passed passed"],
  "another time-stamp of the original": [(other) => ({ originalToken: other.stampedToken }), "passed failed"],
  "another receipt": [(other) => ({ receipt: other.receipt }), "passed claimed passed failed"],
  "another statement to read": [(other) => ({ statement: other.statement }), "failed"],
  "another signed statement": [(other) => ({ signedStatement: other.attestation }), "failed"],
};

for (const [what, [changes, expected]] of Object.entries(swaps)) {
  test(`in a pack with ${what}, the relevant finding is "failed"`, async () => {
    expect(verdicts(await buildPack({ ...parts, ...changes(await issue()) }))).toStartWith(expected);
  });
}

test("a document cannot replace another file of the pack by its name", async () => {
  const sly = await buildPack({ ...parts, stamped: stampedFile("README.TXT", issued.stamped) });
  unpacked(sly, ({ names }) => expect(names).toContain("Stamped_README.TXT"));
  expect(verdicts(sly)).toBe("passed claimed passed passed");
});

test("an original named like a part of its container gets another name in it", async () => {
  for (const name of ["mimetype", "Meta-Inf"]) {
    const sly = await buildPack({ ...parts, original: { name, content: issued.original } });
    expect(verdicts(sly)).toBe("passed claimed passed passed");
    unpacked(sly, (found) => expect(follow(found).failed).toEqual([]));
  }
});

test("a pack without time-stamps, receipt, original and page says what is missing, and its commands work", async () => {
  const { original, originalToken, stampedToken, receipt, checker, ...rest } = parts;
  const bare = await buildPack(rest);
  unpacked(bare, ({ names, readme, run }) => {
    expect(names).toHaveLength(14 - 5);
    const missing = readme.slice(
      readme.indexOf("What this pack does not contain"),
      readme.indexOf("Is the stamped copy"),
    );
    expect(missing.match(/^- /gm)).toHaveLength(5);
    for (const name of ["original.tst", "stamped.tst", "entry.tlog-proof", "original.asics"]) {
      expect(readme).not.toContain(name);
    }
    expect(follow({ readme, run }).failed).toEqual([]);
  });
  expect(verdicts(bare)).toBe("passed claimed passed indeterminate");
});

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOrigin } from "../../client/verify-keys.ts";
import { realFrom } from "../../evidence/bitcoin/test-headers.ts";
import { incomplete } from "../../evidence/opentimestamps/test-proofs.ts";
import {
  buildCollectionPack,
  buildCollectionParts,
  buildPack,
  buildPackParts,
} from "../../evidence/pack/test-packs.ts";
import { signAttestation } from "../../evidence/sign-attestation.ts";
import { sentences } from "../../evidence/verifier/sentences.ts";
import {
  issue,
  issueCollection,
  key,
  outside,
  publicKey,
  tokenOver,
  trustTexts,
} from "../../evidence/verifier/test-issued.ts";
import { witnessesAbout } from "../../evidence/verifier/test-witnessed.ts";
import {
  newPerson,
  processFile,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

const program = join(import.meta.dir, "../../main.ts");
const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function verify(...words: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, program, "verify", ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: "/nowhere" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

const issued = await issue();
const copy = file("copy.pdf", issued.stamped);
const keys = [
  "--ca",
  file("ca.pem", trustTexts.ca),
  "--crl",
  file("ca.crl", trustTexts.crl),
  "--jwks",
  file("jwks.json", trustTexts.jwks),
  "--vkey",
  file("vkey", trustTexts.vkeys),
];

test("a sealed copy is unchanged with only the root certificate, and its time is the service's own; the log is indeterminate without a receipt", async () => {
  const { code, said } = await verify(copy, ...keys.slice(0, 2));
  expect(said).toContain("+ Is it unchanged? Confirmed.");
  expect(said).toContain(
    "copy.pdf: This file is unchanged, but no one independent confirms its time.\n  Yes. Nothing in this file has changed since it was sealed. It existed on ",
  );
  expect(said).toContain(
    "~ When did it exist? Only claimed.\n    It existed on November 20, 2026, 1:11:07 PM CST (2026-11-20 19:11:07 UTC), by Attestamp's own clock. Only Attestamp itself vouches for that time.",
  );
  expect(said).toContain("? Is it in the public log? Can't tell.");
  expect(code).toBe(3);
});

test("with attestation and receipt nothing is open but who vouches for the time, and --details shows the evidence", async () => {
  const statement = file("attestation.jws", issued.attestation);
  const receipt = file("entry.tlog-proof", issued.receipt);
  const { code, said } = await verify(copy, statement, receipt, "--details", ...keys);
  expect(said.slice(0, said.indexOf("attestation.jws"))).not.toMatch(/^[?!]/m);
  expect(said).toContain(`Serial number: ${issued.statement.serial}`);
  expect(said).toContain(
    'Attestamp issued it and signed a statement about it, for an account calling itself "Jane Doe"',
  );
  expect(said).not.toContain("Attestamp Root, Attestamp issued");
  expect(code).toBe(3);
});

test("--level says who must at least vouch for a time: below it, the command exits with 3", async () => {
  const original = file("original.pdf", issued.original);
  const statement = file("bare.jws", issued.attestation);
  for (const [given, level, code] of [
    [copy, "stated", 0],
    [copy, "own-clock", 0],
    [copy, "seen-later", 3],
    [copy, "external", 3],
    [copy, "qualified", 3],
    [original, "stated", 0],
    [original, "own-clock", 3],
  ] as const)
    expect([level, (await verify(given, statement, "--level", level, ...keys)).code]).toEqual([level, code]);
  expect(await verify(copy, "--level", "green", ...keys)).toEqual({
    code: 2,
    said: expect.stringContaining("Allowed choices are stated, own-clock, seen-later, external, qualified."),
  });
});

test("a statement signed with a copied key is never confirmed, and contradicts itself if it is older than the key [threat V9]", async () => {
  const deed = file("deed.txt", "A deed that the service never saw.");
  const original = new Bun.CryptoHasher("sha256").update("A deed that the service never saw.").digest("hex");
  const forged = signAttestation(
    { ...issued.statement, time: "2001-01-01T05:00:00Z", original, stamped: original },
    key,
  );
  const bare = await verify(deed, file("forged.jws", forged), ...keys);
  expect([bare.code, bare.said]).toEqual([3, expect.stringContaining("no timestamp supports it")]);
  const iat = Date.parse("2026-01-01T00:00:00Z") / 1000;
  const born = file("born.json", JSON.stringify({ keys: [{ ...publicKey, iat }] }));
  const early = await verify(
    deed,
    join(folder, "forged.jws"),
    ...keys.with(keys.indexOf("--jwks") + 1, born),
  );
  expect([early.code, early.said]).toEqual([
    1,
    expect.stringContaining("the key that signed it was made on"),
  ]);
});

test("evidence without its file exits with 2 and says what to add; with its file, it counts only if it is wrong", async () => {
  const alone: [name: string, content: Uint8Array | string, says: string][] = [
    [
      "checkpoint.ots",
      incomplete.proof,
      "This is an OpenTimestamps proof. Add the receipt it came with, and the file that the receipt is about.",
    ],
    ["a.tst", issued.originalToken, "This is a timestamp without its file. Add the file it belongs to."],
    ["a.jws", issued.attestation, "This is a signed statement without its file. Add the file it is about."],
    [
      "a.tlog-proof",
      issued.receipt,
      "This is a receipt from the public log without its file. Add the file it is about.",
    ],
    ["a.txt", "a file", "We have nothing to compare this file with. Add its evidence pack."],
  ];
  for (const [name, content, says] of alone) {
    const { code, said } = await verify(file(name, content), ...keys);
    expect([name, code, said]).toEqual([name, 2, expect.stringContaining("We can't tell.")]);
    expect(said).toContain(says);
  }
  const given = ["checkpoint.ots", "a.tst", "a.jws", "a.tlog-proof"].map((name) => join(folder, name));
  expect((await verify(copy, ...given, ...keys)).code).toBe(3);
  const pack = file("evidence.zip", await buildPack(await buildPackParts(issued)));
  expect((await verify(pack, ...given, ...keys)).code).toBe(3);
  const damaged = file("damaged.ots", incomplete.proof.slice(0, -1));
  const { code, said } = await verify(copy, damaged, ...keys);
  expect([code, said]).toEqual([1, expect.stringContaining("This OpenTimestamps proof is damaged.")]);
});

test("a changed copy exits with 1", async () => {
  const changed = Uint8Array.from(issued.stamped);
  changed[100] = (changed[100] ?? 0) ^ 1;
  const { code, said } = await verify(file("changed.pdf", changed), ...keys);
  expect([code, said]).toEqual([1, expect.stringContaining("! Is it unchanged? Failed.")]);
});

test("indeterminate results exit with 2: no keys, no file, no key in a file, invalid arguments", async () => {
  expect(await verify(copy)).toEqual({
    code: 2,
    said: expect.stringMatching(
      /Keys or revocation lists of the service are missing.*Add --origin .* or give them as files: --jwks, --ca, --crl, --vkey\./,
    ),
  });
  expect((await verify(copy, ...keys)).said).not.toContain("are missing");
  expect(await verify(join(folder, "none"))).toEqual({ code: 2, said: `There is no file ${folder}/none.` });
  expect(await verify(join(folder, "\u001b]0;none\u202e"))).toEqual({
    code: 2,
    said: `There is no file ${folder}/\ufffd]0;none\ufffd.`,
  });
  expect(await verify(copy, "--ca", copy)).toEqual({
    code: 2,
    said: "The file that was given as a certificate does not contain one.",
  });
  expect(await verify("--unknown")).toEqual({
    code: 2,
    said: expect.stringMatching(
      /^error: unknown option '--unknown'\nUsage: .* verify \[options\] <files\.\.\.>/,
    ),
  });
});

test("without keys, a file that nothing signs is not called signed", async () => {
  for (const [name, content] of [
    ["empty.pdf", ""],
    ["README.md", "# Read me"],
  ] as const) {
    const { code, said } = await verify(file(name, content));
    expect([code, said]).toEqual([2, expect.stringContaining(sentences.who.nothing.message)]);
  }
  expect((await verify(copy)).said).toContain(sentences.who.noKeys.message);
});

test("without keys, the file of a collection's pack is not said to have nothing to compare with: its keys are missing", async () => {
  const collection = await issueCollection(["a.jpg", "b.jpg"]);
  const pack = file("keyless.zip", await buildCollectionPack(await buildCollectionParts(collection)));
  const photo = file("keyless.jpg", collection.contents[1] ?? new Uint8Array());
  const without = await verify(pack, photo);
  expect(without.code).toBe(2);
  expect(without.said).not.toContain("nothing to compare");
  const { message } = sentences.unchanged.noKeys;
  expect(without.said).toContain(`keyless.jpg: We can't tell.\n  ${message}`);
  const [option = "", path = ""] = keys.slice(keys.indexOf("--ca"));
  const { said } = await verify(pack, photo, option, path);
  expect(said).toContain("give them as files: --jwks, --crl, --vkey.");
  expect(said).toContain(message);
});

test("the record of a file in a collection is saved from the pack, and proves the file without the pack", async () => {
  const collection = await issueCollection(["a.jpg", "b.jpg", "c.jpg"]);
  const pack = file("collection.zip", await buildCollectionPack(await buildCollectionParts(collection)));
  const photo = file("b.jpg", collection.contents[1] ?? new Uint8Array());
  const records = join(folder, "records");
  expect((await verify(pack, photo, "--records", records, ...keys)).code).toBe(3);
  expect(readdirSync(records)).toEqual(["b.jpg.ers"]);
  const statement = file("attestation.jws", collection.attestation);
  const { said } = await verify(photo, join(records, "b.jpg.ers"), statement, ...keys);
  for (const question of ["Is it unchanged?", "Who issued it?"])
    expect(said).toContain(`+ ${question} Confirmed.`);
  expect(said).toContain("~ When did it exist? Only claimed.");
  const again = await verify(pack, photo, "--records", records, ...keys);
  expect([again.code, again.said]).toEqual([2, expect.stringContaining("b.jpg.ers cannot be written.")]);
  const more = file("c.jpg", collection.contents[2] ?? new Uint8Array());
  expect((await verify(pack, photo, more, "--records", records, ...keys)).code).toBe(2);
  expect(readdirSync(records).toSorted()).toEqual(["b.jpg.ers", "c.jpg.ers"]);
  const inFile = await verify(pack, photo, "--records", photo, ...keys);
  expect([inFile.code, inFile.said]).toEqual([2, expect.stringContaining("cannot be written.")]);
});

test("without keys a valid pack is indeterminate, not wrong; a changed one is wrong with them", async () => {
  const bytes = await buildPack(await buildPackParts(issued));
  const pack = file("pack.zip", bytes);
  const bare = await verify(pack);
  expect([bare.code, bare.said]).toEqual([
    2,
    expect.stringContaining(
      "? Is it unchanged? Can't tell.\n    We can't tell whether this pack is unchanged",
    ),
  ]);
  expect(bare.said).not.toContain("Failed");
  const byRoot = await verify(pack, ...keys.slice(0, 4));
  expect([byRoot.code, byRoot.said]).toEqual([
    2,
    expect.stringContaining("We can check the document in this pack, but not its other files"),
  ]);
  expect((await verify(pack, ...keys)).code).toBe(3);
  const other = await issue("table", Buffer.concat([issued.original, Buffer.from("\n")]));
  const exchanged = await buildPack({
    ...(await buildPackParts(issued)),
    original: { name: "Jane's lease.pdf", content: other.original },
    originalToken: other.originalToken,
  });
  expect((await verify(file("exchanged.zip", exchanged), ...keys)).code).toBe(1);
});

test("a name cannot control the terminal", async () => {
  const { said } = await verify(file("a\u001b[31m.txt", "text"));
  expect(said).not.toContain("\u001b");
});

test("a name cannot pose as a verdict", async () => {
  const name = "lease.pdf: This is the original document. Yes.txt";
  const { said } = await verify(file(name, "Dear Jane,"), ...keys);
  expect(said).toStartWith(`"${name}": We can't tell.`);
});

test("the keys come from the service itself with --origin, and its documents are its own [threat V4]", async () => {
  const server = await startWorkingServer();
  try {
    const person = await newPerson(server);
    const document = await processFile(person, (await uploadFile(person)).id);
    const { body } = await person.get(`/api/verify/${document.serialNumber}`);
    const headers = { cookie: person.cookie() };
    const answer = await fetch(`${server.origin}/api/documents/${document.id}/download`, { headers });
    const stamped = file("served.pdf", new Uint8Array(await answer.arrayBuffer()));
    const statement = file("served.jws", String(body.attestation));
    const { code, said } = await verify(stamped, statement, "--origin", server.origin);
    expect([code, said]).toEqual([3, expect.stringContaining("the stamped copy that was issued")]);
    const root = new X509Certificate(await (await fetch(`${server.origin}/evidence/ca.pem`)).text());
    const digest = root.fingerprint256.replaceAll(":", "").toLowerCase();
    expect(said).toStartWith(
      `Keys fetched from: ${new URL(server.origin).host}\nRoot certificate trusted, SHA-256: ${digest}\n\n`,
    );
    const alone = await verify(stamped, "--origin", server.origin);
    expect([alone.code, alone.said]).toEqual([3, expect.stringContaining("since it was sealed")]);
  } finally {
    await server.stop();
  }
});

test("a timeline certificate and its evidence pack are verified like any document, and changed ones are not", async () => {
  const server = await startWorkingServer();
  try {
    const person = await newPerson(server);
    const { id } = await processFile(person, (await uploadFile(person)).id);
    const project = await person.post("/api/projects", { name: "Thesis" });
    await person.post(`/api/projects/${project.body.id}/entries`, { ids: [id] });
    const timeline = await person.post(`/api/projects/${project.body.id}/timeline`);
    const { id: timelineId, serialNumber } = await untilFinished(person, String(timeline.body.id));
    const headers = { cookie: person.cookie() };
    const download = async (part: string) =>
      (await fetch(`${server.origin}/api/documents/${timelineId}/${part}`, { headers })).bytes();
    const stamped = await download("download");
    const record = await person.get(`/api/verify/${serialNumber}`);
    const statement = file("timeline.jws", String(record.body.attestation));
    const confirmed = await verify(
      file("timeline.pdf", stamped),
      statement,
      "--details",
      "--origin",
      server.origin,
    );
    expect([confirmed.code, confirmed.said]).toEqual([
      3,
      expect.stringContaining("the stamped copy that was issued"),
    ]);
    expect(confirmed.said).toContain("Timeline, SHA-256 of its last line");
    const pack = await verify(file("timeline.zip", await download("evidence")), "--origin", server.origin);
    expect([pack.code, pack.said]).toEqual([
      3,
      expect.stringContaining("+ Is it in the public log? Confirmed."),
    ]);
    const changed = stamped.slice();
    changed[2000] = (changed[2000] ?? 0) ^ 1;
    expect((await verify(file("changed.pdf", changed), statement, "--origin", server.origin)).code).toBe(1);
  } finally {
    await server.stop();
  }
});

test("keys are loaded only over https or from this machine [threat V4]", async () => {
  const refused = {
    "http://attestamp.example": "https address",
    "http://192.168.0.2:3000": "https address",
    "http://localhost.attestamp.example": "https address",
    "http://127.0.0.1.attestamp.example": "https address",
    "https://attestamp.example@evil.example": "without a user name",
    "ftp://attestamp.example": "such as https",
    "attestamp.example": "such as https",
    "https://attestamp.example/?next=": "such as https",
  };
  for (const [origin, why] of Object.entries(refused)) {
    const { code, said } = await verify(copy, "--origin", origin);
    expect([origin, code, said]).toEqual([origin, 2, expect.stringContaining(why)]);
  }
});

test("redirects to other servers are not followed, and internationalized host names are shown unambiguously [threat V4]", async () => {
  const other = Bun.serve({ port: 0, fetch: () => new Response(trustTexts.ca) });
  const redirecting = Bun.serve({
    port: 0,
    fetch: ({ url }) => Response.redirect(new URL(new URL(url).pathname, other.url).href),
  });
  try {
    const { code, said } = await verify(copy, "--origin", redirecting.url.href);
    expect([code, said]).toEqual([2, expect.stringContaining("redirects to another server")]);
    expect(readOrigin("https://\u0430ttestamp.example").host).toBe("xn--ttestamp-06g.example");
  } finally {
    await Promise.all([other.stop(true), redirecting.stop(true)]);
  }
});

/** The original with an authority's time-stamp, which only the service calls independent. */
const outsideStamp = (() => {
  const digest = new Bun.CryptoHasher("sha256").update(issued.original).digest();
  return file("outside.tst", tokenOver(digest, outside.tsa));
})();
const named = ["--stamp-ca", file("outside.pem", trustTexts.stampCa)];
const trustFile = (name: string, content: object) =>
  file(name, JSON.stringify({ attestampTrust: 1, ...content }));

test("an authority that only the operator calls independent is named as that; on the reader's own list, it confirms [threat V7]", async () => {
  const original = file("lease.pdf", issued.original);
  const statement = file("lease.jws", issued.attestation);
  const given = [original, statement, outsideStamp, "--details", ...keys, ...named];
  const byOperator = await verify(...given);
  expect([byOperator.code, byOperator.said]).toEqual([
    3,
    expect.stringContaining(
      "Root certificate: Outside Root, Outside, named by the operator of Attestamp, not checked by us",
    ),
  ]);
  const lists = trustFile("trust.json", { timeStampRoots: ["shipped", trustTexts.stampCa] });
  const byReader = await verify(...given, "--trust", lists);
  expect([byReader.code, byReader.said]).toEqual([
    0,
    expect.stringContaining(`Who is independent of the service: the lists in ${lists}, instead of those`),
  ]);
  expect(byReader.said).toContain(
    "A timestamp by the clock of Outside TSA, Outside confirms it to the minute.",
  );
  expect(byReader.said).toContain("Outside Root, Outside, on the list of public authorities");
});

test("a Bitcoin block that headers do not confirm is not confirmed, and is not an error", async () => {
  const { anchored } = witnessesAbout(issued.receipt);
  const { code, said } = await verify(
    copy,
    file("copy.jws", issued.attestation),
    file("copy.tlog-proof", issued.receipt),
    file("copy.ots", anchored),
    file("copy.headers", realFrom(824_540, 824_551)),
    ...keys,
  );
  expect(said).toContain(
    "Bitcoin (OpenTimestamps): Unverified. Its proof points to Bitcoin block 923456, but",
  );
  expect(code).toBe(3);
});

test("real block headers are recognized in a file of any name; alone they prove nothing", async () => {
  const { code, said } = await verify(file("blocks.bin", realFrom(824_540, 824_551)), ...keys);
  expect(said).toContain("blocks.bin: We can't tell. Headers of Bitcoin blocks.");
  expect(code).toBe(2);
});

test("a trust file that cannot be used is refused with the part that is wrong", async () => {
  const witness = "witness.example/w1+00000000+AAAA";
  for (const [content, sentence] of [
    ["{", "can't be used as a trust file: it is not a JSON object"],
    ['{"attestampTrust":2}', 'is not a trust file of version 1 ("attestampTrust": 1).'],
    [
      JSON.stringify({ attestampTrust: 1, witnesses: [witness] }),
      "We can't read witnesses[0] in the trust file",
    ],
  ] as const) {
    const { code, said } = await verify(copy, ...keys, "--trust", file("wrong.json", content));
    expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  }
  expect(await verify(copy, ...keys, "--trust", join(folder, "none.json"))).toMatchObject({ code: 2 });
});

test("a service without the keys that the trust file names is refused", async () => {
  const root = new X509Certificate(trustTexts.ca).fingerprint256.replaceAll(":", "").toLowerCase();
  const own = trustFile("own.json", {
    service: { roots: [root], keys: [publicKey.x], logs: [trustTexts.vkeys.trim()] },
  });
  expect(await verify(copy, ...keys, "--trust", own)).toMatchObject({ code: 3 });
  for (const service of [{ roots: ["ab".repeat(32)] }, { keys: ["A".repeat(43)] }, { logs: [] }]) {
    const { code, said } = await verify(copy, ...keys, "--trust", trustFile("other.json", { service }));
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/of this service are not the ones that your trust file names\.$/),
    ]);
  }
});

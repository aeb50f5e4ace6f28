/**
 * Four operators who lie, each with a real server, and what the three verifiers then say at each level: the command
 * line, the code of verify.html with the keys inside a pack, and that of the record page with the server's answer.
 */

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeStamps } from "../../db/schema.ts";
import { knownEvidence } from "../../web/features/verification/known-evidence.ts";
import { decisiveFinding, type RecordFinding } from "../../web/features/verification/record-finding.ts";
import { partNames } from "../evidence/part-names.ts";
import { createSerialNumber } from "../evidence/serial-number.ts";
import { signAttestation } from "../evidence/sign-attestation.ts";
import { parseSigningKey } from "../evidence/signing-key.ts";
import { checkLog } from "../evidence/tlog/check-log.ts";
import { shippedLists } from "../evidence/trust-lists/trust-lists.ts";
import { makeTimeStampRequest } from "../evidence/tsp/request.ts";
import { tokenOfReply } from "../evidence/tsp/token.ts";
import { noEvidence } from "../evidence/verifier/evidence.ts";
import { publishedTrust } from "../evidence/verifier/published-trust.ts";
import { subjectOf } from "../evidence/verifier/record-evidence.ts";
import type { Verdict } from "../evidence/verifier/report.ts";
import { sayStage, sayStageOf } from "../evidence/verifier/stage.ts";
import { summarize } from "../evidence/verifier/summary.ts";
import { tokenOver } from "../evidence/verifier/test-issued.ts";
import { describeTime } from "../evidence/verifier/time-sentences.ts";
import { readTrust, trustTextsSchema } from "../evidence/verifier/trust.ts";
import { verifyFiles } from "../evidence/verifier/verify-files.ts";
import { verificationViewSchema } from "../features/verification/verification.output.schema.ts";
import { stageWords } from "../formats/text/proof-of-time.ts";
import { filesIn } from "../formats/zip/test-pieces.ts";
import { updateAttestationKeys } from "../issuing/attestations/attestation-keys.service.ts";
import { readRemoteLog } from "../issuing/log/remote-log.ts";
import { look } from "../issuing/monitor/monitor.ts";
import { computeImprint } from "../issuing/tsa/tsa.ts";
import { witnessLog } from "../issuing/witnesses/ask-witnesses.service.ts";
import { fetchBytes } from "../platform/http-fetch.ts";
import { createTestClient } from "../testing/test-client.ts";
import { processFile, smallPdf, startWorkingServer, uploadFile } from "../testing/test-documents.ts";
import { startExternalTsa } from "../testing/test-external-tsa.ts";
import { makeTestFolder, type TestServer } from "../testing/test-server.ts";
import { answer } from "./cli/verify.ts";

setDefaultTimeout(600_000);

const yearMs = 365 * 86_400_000;
const folders: string[] = [];
const newFolder = () => {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
};
/** An authority outside, and the reader's lists, which have it. */
const outside = startExternalTsa();
const readersFolder = newFolder();
const listsFile = join(readersFolder, "trust.json");
writeFileSync(listsFile, JSON.stringify({ attestampTrust: 1, timeStampRoots: [outside.root] }));
afterAll(() => {
  outside.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const lists = {
  ...shippedLists,
  roots: readTrust({ name: "", ca: outside.root, stampCa: "", crl: "", jwks: "", vkeys: "" }).roots,
};

const origin = "https://stamps.example";
type Operator = { dataDir: string; clockMs?: number; hasOutsiders?: boolean };

/** Runs the operator's server, which asks the authority outside if it has outsiders. */
async function withServer<T>(
  { dataDir, clockMs = 0, hasOutsiders = false }: Operator,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const asked = hasOutsiders ? { tsaUrls: [outside.url], tsaRoots: outside.root } : {};
  const server = await startWorkingServer({
    config: { dataDir, origin, ...asked },
    deps: { now: () => Date.now() + clockMs },
  });
  try {
    await updateAttestationKeys(server.deps, true);
    return await work(server);
  } finally {
    await server.stop();
  }
}

type Issued = { username: string; id: string; serialNumber: string };

async function issue(server: TestServer, username: string): Promise<Issued> {
  const owner = createTestClient(server.origin);
  expect((await owner.register({ username })).status).toBe(200);
  const { id, serialNumber } = await processFile(owner, (await uploadFile(owner, `${username}.pdf`)).id);
  return { username, id, serialNumber: serialNumber ?? "" };
}

async function packOf(server: TestServer, { username, id }: Issued): Promise<Uint8Array> {
  const owner = createTestClient(server.origin);
  await owner.login(username);
  const headers = { cookie: owner.cookie() };
  return (await fetch(`${server.origin}/api/documents/${id}/evidence`, { headers })).bytes();
}

const seeLog = (server: TestServer) => witnessLog(server.deps, new AbortController().signal);

type PlainFile = { name: string; bytes: Uint8Array };
type Level = "own-clock" | "seen-later" | "external";
type Proof = { document: Issued; pack: Uint8Array };

/** Documents with a pack at each level: without anyone outside, seen in the log later, and stamped outside. */
async function issueAtEachLevel(dataDir: string, names: string): Promise<Record<Level, Proof>> {
  const alone = await withServer({ dataDir }, async (server) => {
    const document = await issue(server, `${names}-alone`);
    return { document, pack: await packOf(server, document) };
  });
  return await withServer({ dataDir, hasOutsiders: true }, async (server) => {
    await seeLog(server);
    const stamped = await issue(server, `${names}-stamped`);
    return {
      "own-clock": alone,
      "seen-later": { ...alone, pack: await packOf(server, alone.document) },
      external: { document: stamped, pack: await packOf(server, stamped) },
    };
  });
}

/** The answer of one verifier in a line. */
const write = (verdict: Verdict, finding: RecordFinding) =>
  `${verdict}: ${[
    ...describeTime(finding).map(({ message }) => message),
    sayStage(finding, stageWords.en),
  ].join(" ")}`;

const packFile = (bytes: Uint8Array): PlainFile[] => [{ name: "pack.zip", bytes }];
const partOf = (pack: Uint8Array, part: string) =>
  filesIn(pack).find(({ name }) => name === part)?.data ?? new Uint8Array();

const codes: Verdict[] = ["passed", "failed", "indeterminate", "claimed"];

async function askConsole(server: TestServer, files: PlainFile[], hasLists: boolean): Promise<string> {
  const paths = files.map(({ name, bytes }) => {
    const path = join(readersFolder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const { said, exitCode } = await answer(paths, {
    origin: server.origin,
    ...(hasLists && { trust: listsFile }),
  });
  const [first = ""] = (said.at(-1) ?? "").split("\n\n");
  const summary = first.split("\n").filter((line) => /^ {2}\S/.test(line));
  return `${codes[exitCode]}: ${summary.map((line) => line.trim()).join(" ")}`;
}

/** verify.html as it lies in this pack, with the keys in it. */
function askOffline(pack: Uint8Array, files: PlainFile[], hasLists: boolean): string {
  const html = new TextDecoder().decode(partOf(pack, "verify.html"));
  const keys = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(html)?.[1] ?? "{}";
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)), hasLists ? lists : shippedLists);
  const [report] = verifyFiles(files, noEvidence, trust, new Date());
  if (!report) throw new Error("There is no report.");
  const { verdict, sentences } = summarize(report);
  const said = [...sentences.map(({ message }) => message), sayStageOf(report, stageWords.en)];
  return `${verdict}: ${said.join(" ").trim()}`;
}

async function askRecord(server: TestServer, serialNumber: string, hasLists: boolean): Promise<string> {
  const response = await fetch(`${server.origin}/api/verify/${serialNumber}`);
  if (response.status !== 200) return `status ${response.status}`;
  const record = verificationViewSchema.parse(await response.json());
  const text = async (path: string) => (await fetch(`${server.origin}${path}`)).text();
  const texts = {
    name: "Attestamp",
    ca: await text(publishedTrust.ca),
    stampCa: await text(publishedTrust.stampCa),
    crl: await text(publishedTrust.crl),
    jwks: await text(publishedTrust.jwks),
    vkeys: await text(publishedTrust.vkeys),
  };
  const trust = readTrust(texts, hasLists ? lists : shippedLists);
  const evidence = knownEvidence({ state: "found", record }, "");
  const [report] = verifyFiles([subjectOf(record)], evidence, trust, new Date());
  if (!report) throw new Error("There is no report.");
  const finding = decisiveFinding(report, record);
  return write(finding.verdict, finding);
}

/** What all three say about a document and its pack. */
const askAll = async (
  server: TestServer,
  { document, pack }: Proof,
  hasLists: boolean,
): Promise<Record<string, unknown>> => ({
  console: await askConsole(server, packFile(pack), hasLists),
  offline: askOffline(pack, packFile(pack), hasLists),
  record: await askRecord(server, document.serialNumber, hasLists),
});

/** The same answer from each of the three. */
const allThree = (one: unknown) => ({ console: one, offline: one, record: one });
const said = (verdict: Verdict, words: string) =>
  expect.stringMatching(new RegExp(`^${verdict}: .*${words}`));

const { stage, forging } = stageWords.en;
/** The end of an answer: the stages that count for these lists, of which a file without a receipt has none. */
const [unseen, seen] = [0, 1].map((witnesses) => stage({ witnesses }));
const ownClock = said(
  "claimed",
  `Only Attestamp itself vouches for that time. Proof of time: own clock only. ${unseen} ${forging["own-clock"]}$`,
);
const seenLater = said(
  "passed",
  `Test-tsa confirms that it existed by .* Proof of time: anchored later on. ${seen} ${forging["seen-later"]}$`,
);
const external = said(
  "passed",
  `by the clock of Test-tsa confirms it .* external timestamp at the time. (${unseen} |${seen} )?${forging.external}$`,
);
const byLevel = { "own-clock": ownClock, "seen-later": seenLater, external };
const levels = ["own-clock", "seen-later", "external"] as const;

/** A genuine token of today by the authority outside. */
async function tokenOutside(digest: Uint8Array): Promise<Uint8Array> {
  const body = Uint8Array.from(makeTimeStampRequest(computeImprint(digest), 1n << 63n));
  const reply = tokenOfReply(await (await fetch(outside.url, { method: "POST", body })).bytes());
  if ("error" in reply) throw new Error(reply.error);
  return reply.token;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

test("[threat V10] a clock that was set back by a year is believed by none of the three, and an authority that sees the log later shows it", async () => {
  const dataDir = newFolder();
  const document = await withServer({ dataDir, clockMs: -yearMs }, async (server) => {
    const issued = await issue(server, "early");
    const proof = { document: issued, pack: await packOf(server, issued) };
    for (const hasLists of [false, true])
      expect(await askAll(server, proof, hasLists)).toEqual(allThree(ownClock));
    return issued;
  });
  await withServer({ dataDir, hasOutsiders: true }, async (server) => {
    const expectBackdated = async () => {
      const proof = { document, pack: await packOf(server, document) };
      for (const hasLists of [false, true]) {
        const words = `but no one outside Attestamp saw it before .* Proof of time: own clock only. ${hasLists ? seen : unseen} ${forging["own-clock"]}$`;
        expect(await askAll(server, proof, hasLists)).toEqual(allThree(said("claimed", words)));
      }
      return proof.pack;
    };
    await seeLog(server);
    const pack = await expectBackdated();
    const token = Buffer.from(await tokenOutside(sha256(partOf(pack, "Stamped_early.pdf"))));
    const { serialNumber } = document;
    await server.deps.db
      .insert(timeStamps)
      .values({ serialNumber, about: "stamped", isOutside: true, token, time: new Date(), authority: "" })
      .run();
    await expectBackdated();
  });
});

const monitoring = {
  now: Date.now(),
  anchorMs: undefined,
  lists,
  fetch: (address: string) => fetchBytes(address, 60_000),
};
const receiptIn = ({ pack }: Proof) => new TextDecoder().decode(partOf(pack, partNames.receipt));

test("[threat V16] entries that an operator deletes stay proven by the packs, which prove the deletion, too; two histories are a fork", async () => {
  const dataDir = newFolder();
  await withServer({ dataDir }, (server) => issue(server, "first"));
  const copy = newFolder();
  cpSync(dataDir, copy, { recursive: true });
  const proofs = await issueAtEachLevel(dataDir, "deleted");
  const { state } = await withServer({ dataDir }, (server) => look(server.origin, undefined, monitoring));
  expect(state?.checkpoint).toContain("\n3\n");

  // Without the entries and their records: a server that goes on from an older state.
  await withServer({ dataDir: copy, hasOutsiders: true }, async (server) => {
    await seeLog(server);
    for (const level of levels) {
      const genuine = { console: byLevel[level], offline: byLevel[level], record: "status 404" };
      expect([level, await askAll(server, proofs[level], true)]).toEqual([level, genuine]);
    }
    const log = await readRemoteLog(server.origin);
    for (const level of levels)
      await expect(checkLog(log, receiptIn(proofs[level]))).rejects.toThrow("entries are gone");
    expect((await look(server.origin, state, monitoring)).finding?.alarm).toBe("rewind");
  });

  // With other entries in their place: each history proves its documents, and both together the lie.
  const others = await issueAtEachLevel(copy, "other");
  await withServer({ dataDir: copy, hasOutsiders: true }, async (server) => {
    for (const level of levels.slice(1)) {
      const shown = { console: byLevel[level], offline: byLevel[level], record: byLevel[level] };
      expect([level, await askAll(server, others[level], true)]).toEqual([level, shown]);
      const { console, record } = await askAll(server, proofs[level], true);
      expect([level, console, record]).toEqual([level, byLevel[level], "status 404"]);
    }
    expect(await askAll(server, others["own-clock"], false)).toEqual(allThree(ownClock));
    const log = await readRemoteLog(server.origin);
    const forked = receiptIn(proofs.external);
    await expect(checkLog(log, forked)).rejects.toThrow("are not those of the earlier checkpoint");
    await expect(checkLog(log, receiptIn(others.external))).resolves.toMatchObject({ size: 3 });
    const { finding } = await look(server.origin, state, monitoring);
    expect([finding?.alarm, finding?.notes.length]).toEqual(["fork", 2]);
  });
});

/** Replaces these keys as the operator does who learns that they were stolen. */
function replaceStolen(dataDir: string, ...roles: string[]): void {
  for (const role of roles) {
    const words = [join(import.meta.dir, "../main.ts"), "keys", "rotate", role, "--stolen"];
    const env = { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, ORIGIN: origin };
    expect(Bun.spawnSync([process.execPath, ...words], { env }).exitCode).toBe(0);
  }
}

test("[threat V9] what a thief signs with stolen keys has no record, and is not believed once the theft is known; what was in the log before is", async () => {
  const dataDir = newFolder();
  const proofs = await issueAtEachLevel(dataDir, "honest");
  const stolen = parseSigningKey(readFileSync(join(dataDir, "keys/attestation.jwk"), "utf8"));
  const stolenTsa = await withServer({ dataDir }, async ({ deps }) => deps.authority.tsa);
  const deed = smallPdf(2);
  const time = new Date(Math.floor(Date.now() / 1000) * 1000);
  const serial = createSerialNumber((bytes) => randomBytes(bytes));
  const statement = {
    ...({ v: 1, serial, time: time.toISOString().replace(".000Z", "Z"), name: "deed.pdf" } as const),
    original: sha256(deed).toString("hex"),
    stamped: "0".repeat(64),
  };
  const file = (name: string, bytes: Uint8Array) => ({ name, bytes });
  const signed = new TextEncoder().encode(signAttestation(statement, stolen));
  const stated = [file("deed.pdf", deed), file("deed.jws", signed)];
  const forged = {
    stated,
    "own-clock": [...stated, file("deed.tst", tokenOver(sha256(deed), stolenTsa, time))],
    external: [...stated, file("deed.tst", await tokenOutside(sha256(deed)))],
  };
  const askAbout = async (
    server: TestServer,
    files: PlainFile[],
    pack: Uint8Array,
  ): Promise<Record<string, unknown>> => ({
    console: await askConsole(server, files, true),
    offline: askOffline(pack, files, true),
    record: await askRecord(server, serial, true),
  });

  // Before anyone knows: no more than the word of the service, and no earlier time than that of the others.
  await withServer({ dataDir, hasOutsiders: true }, async (server) => {
    const { pack } = proofs.external;
    const both = (one: unknown) => ({ console: one, offline: one, record: "status 404" });
    const claimed = said(
      "claimed",
      "Only Attestamp itself vouches for that time, .* claimed only. To backdate it, .*",
    );
    expect(await askAbout(server, forged.stated, pack)).toEqual(both(claimed));
    expect(await askAbout(server, forged["own-clock"], pack)).toEqual(
      both(said("claimed", `Proof of time: own clock only. ${forging["own-clock"]}$`)),
    );
    expect(await askAbout(server, forged.external, pack)).toEqual(both(external));
  });

  replaceStolen(dataDir, "attestation", "tsa", "seal");
  await withServer({ dataDir, hasOutsiders: true }, async (server) => {
    const fresh = await packOf(server, proofs.external.document);
    for (const files of Object.values(forged)) {
      const unsure = said("indeterminate", "(no longer used|may have been stolen)\\.");
      const answers = { console: unsure, offline: unsure, record: "status 404" };
      expect(await askAbout(server, files, fresh)).toEqual(answers);
    }
    for (const level of levels) {
      const { document } = proofs[level];
      const again = { document, pack: await packOf(server, document) };
      const genuine =
        level === "external"
          ? external
          : said("passed", `Test-tsa confirms .* anchored later on. ${seen} ${forging["seen-later"]}$`);
      expect([level, await askAll(server, again, true)]).toEqual([level, allThree(genuine)]);
      expect([level, await askRecord(server, document.serialNumber, false)]).toEqual([
        level,
        said("claimed", `Proof of time: own clock only. ${unseen} ${forging["own-clock"]}$`),
      ]);
    }
  });
});

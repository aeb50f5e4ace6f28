import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { follow, unpacked } from "../../evidence/pack/test-unpacked.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { verifyFile } from "../../evidence/verifier/test-verify-file.ts";
import { readTrust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { verifyFiles } from "../../evidence/verifier/verify-files.ts";
import type { ZipEntry } from "../../formats/zip/read-zip.ts";
import { filesIn, joined } from "../../formats/zip/test-pieces.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { readBuiltPage } from "../../server/http/built-page.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { startExternalTsa } from "../../testing/test-external-tsa.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { witnessLog } from "./ask-witnesses.service.ts";
import { startCalendar } from "./test-calendar.ts";
import { startWitness } from "./test-witness.ts";

setDefaultTimeout(600_000);

const authority = startExternalTsa();
const calendar = startCalendar();
const witness = startWitness();
let server: TestServer;
let owner: TestClient;
/** The time when everything is confirmed. */
let final: Uint8Array;
let document: { id: string; serialNumber: string };

const passHour = () => witnessLog(server.deps, new AbortController().signal);
beforeAll(async () => {
  if (!readBuiltPage().has("/verify.html"))
    throw new Error("The web page is not built. Please run: bun run build:web");
  server = await startWorkingServer({
    config: {
      tsaUrls: [authority.url],
      tsaRoots: authority.root,
      otsCalendars: [calendar.url],
      logWitnesses: [witness.setting],
    },
  });
  owner = await newPerson(server, "Jane", "Doe");
  const { id, serialNumber } = await processFile(owner, (await uploadFile(owner, "lease.pdf")).id);
  document = { id, serialNumber: serialNumber ?? "" };
});
afterAll(async () => {
  await server.stop();
  for (const other of [authority, calendar, witness]) other.stop();
});

async function fetchPack(): Promise<Uint8Array> {
  const headers = { cookie: owner.cookie() };
  return (await fetch(`${server.origin}/api/documents/${document.id}/evidence`, { headers })).bytes();
}

const published = async (path: string) => (await fetch(`${server.origin}${path}`)).text();

/** The keys that the server publishes. */
const publishedTrust = async () =>
  readTrust({
    name: "Attestamp",
    ca: await published("/evidence/ca.pem"),
    stampCa: await published("/evidence/tsa-roots.pem"),
    crl: "",
    jwks: await published("/.well-known/jwks.json"),
    vkeys: await published("/evidence/log/vkey"),
    witnesses: await published("/evidence/log/witnesses/vkeys"),
    blocks: await published("/evidence/log/witnesses/blocks"),
  });

async function logLineOf(pack: Uint8Array, trust?: ReturnType<typeof readTrust>) {
  const by = trust ?? (await publishedTrust());
  return verifyFile({ name: "pack.zip", bytes: pack }, noEvidence, by, new Date()).findings.log;
}
const statesIn = async (pack: Uint8Array) =>
  (await logLineOf(pack)).witnesses?.map(({ kind, state }) => `${kind} ${state}`);

const readmeIn = (pack: Uint8Array) =>
  new TextDecoder().decode(filesIn(pack).find(({ name }) => name === "README.txt")?.data);

test("before the log is witnessed the pack says so; an hour later its parts are there, and pending until a block is mined", async () => {
  const early = await fetchPack();
  expect(await statesIn(early)).toEqual([
    ...["timeStamp absent", "openTimestamps absent", "cosignature absent"],
  ]);
  expect(readmeIn(early)).toContain("Download the pack again after");
  await passHour();
  const pack = await fetchPack();
  expect(readmeIn(pack)).not.toContain("Download the pack again after");
  const names = filesIn(pack).map(({ name }) => name);
  expect(names).toContain("checkpoint.tst");
  expect(names).toContain("checkpoint.ots");
  expect(await statesIn(pack)).toEqual([
    ...["timeStamp confirmed", "openTimestamps pending", "cosignature confirmed"],
  ]);
  calendar.state.block = 923_456;
  await passHour();
  final = await fetchPack();
  expect(await statesIn(final)).toEqual([
    ...["timeStamp confirmed", "openTimestamps confirmed", "cosignature confirmed"],
  ]);
});

test("the verification answer includes the same receipt and what witnesses signed for it", async () => {
  const { body } = await owner.get(`/api/verify/${document.serialNumber}`);
  const part = filesIn(final).find(({ name }) => name === "entry.tlog-proof");
  expect(body.receipt).toBe(new TextDecoder().decode(part?.data));
  expect(body.witnessed).toMatchObject({
    tokens: [expect.any(String)],
    proof: expect.any(String),
    blocks: expect.stringMatching(/^923456 [0-9a-f]{64}\n$/),
  });
  expect(await published("/evidence/log/witnesses/blocks")).toMatch(/^923456 [0-9a-f]{64}\n$/);
});

test("an entry keeps its earliest witnessed checkpoint as the log grows", async () => {
  const before = (await owner.get(`/api/verify/${document.serialNumber}`)).body.receipt;
  await processFile(owner, (await uploadFile(owner, "other.pdf")).id);
  await passHour();
  expect((await owner.get(`/api/verify/${document.serialNumber}`)).body.receipt).toBe(before);
});

test("every command in the README works, and openssl confirms the external time-stamp over the log", async () => {
  unpacked(final, (found) => {
    expect(follow(found).failed).toEqual([]);
    const [, ofLog = ""] = /^ {4}(.* -in checkpoint\.tst -data checkpoint .*)$/m.exec(found.readme) ?? [];
    expect(found.run(ofLog).text).toContain("Verification: OK");
  });
});

test("a changed witness file in the pack is detected, in the pack's files and in the log's finding", async () => {
  const files = filesIn(final);
  const trust = await publishedTrust();
  for (const [changed, part] of [
    ["checkpoint.tst", 1],
    ["checkpoint.ots", 0.5],
  ] as const) {
    const entries = files.map((file) =>
      file.name === changed ? { ...file, data: flipped(file.data, part) } : file,
    );
    const pack = written(entries);
    const { findings } = verifyFile({ name: "pack.zip", bytes: pack }, noEvidence, trust, new Date());
    expect([changed, findings.unchanged.verdict, findings.log.verdict]).toEqual([
      changed,
      "failed",
      "failed",
    ]);
  }
});

/** Flips a bit at this offset; a token's signature is at its end. */
function flipped(bytes: Uint8Array, part: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const at = Math.floor((changed.length - 1) * part);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

const written = (entries: ZipEntry[]) =>
  joined(
    writeZip(
      entries.map(({ name, data }) => ({ name, content: [data] })),
      new Date(0),
    ),
  );

test("separate witness files are matched to the receipt that is dropped with them", async () => {
  const files = filesIn(final);
  const file = (name: string) => {
    const bytes = files.find((one) => one.name === name)?.data ?? new Uint8Array();
    return { name, bytes };
  };
  const dropped = [
    ...["Stamped_lease.pdf", "attestation.jws", "entry.tlog-proof"],
    ...["checkpoint.tst", "checkpoint.ots"],
  ].map(file);
  const [copy, , , token, proof] = verifyFiles(dropped, noEvidence, await publishedTrust(), new Date());
  expect(copy?.findings.log.witnesses?.map(({ state }) => state)).toEqual([
    "confirmed",
    "confirmed",
    "confirmed",
  ]);
  expect([token?.kind, proof?.kind]).toEqual(["token", "proof"]);
  const damaged = verifyFile(
    { name: "a.ots", bytes: file("checkpoint.ots").bytes.slice(0, -1) },
    noEvidence,
    await publishedTrust(),
    new Date(),
  );
  expect(damaged.findings.unchanged.sentence.message).toBe("No. This OpenTimestamps proof is damaged.");
});

test("the page in the pack knows the witnesses and the block, so it needs no network", async () => {
  const page = new TextDecoder().decode(filesIn(final).find(({ name }) => name === "verify.html")?.data);
  const keys = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(page)?.[1] ?? "{}";
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)));
  const { witnesses } = await logLineOf(final, trust);
  expect(witnesses?.map(({ state }) => state)).toEqual(["confirmed", "confirmed", "confirmed"]);
});

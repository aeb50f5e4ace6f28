import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { minedBitcoin } from "../../evidence/bitcoin/test-headers.ts";
import { claimedBlocks } from "../../evidence/opentimestamps/state.ts";
import { follow, unpacked } from "../../evidence/pack/test-unpacked.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
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
import { startExplorer } from "./test-explorer.ts";
import { startWitness } from "./test-witness.ts";

setDefaultTimeout(600_000);

const block = 923_456;

const authority = startExternalTsa();
const calendar = startCalendar();
const explorer = startExplorer();
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
      bitcoinExplorers: [explorer.url],
      logWitnesses: [witness.setting],
    },
    deps: { bitcoin: minedBitcoin() },
  });
  owner = await newPerson(server, "Jane", "Doe");
  const { id, serialNumber } = await processFile(owner, (await uploadFile(owner, "lease.pdf")).id);
  document = { id, serialNumber: serialNumber ?? "" };
});
afterAll(async () => {
  await server.stop();
  for (const other of [authority, calendar, explorer, witness]) other.stop();
});

async function fetchPack(): Promise<Uint8Array> {
  const headers = { cookie: owner.cookie() };
  return (await fetch(`${server.origin}/api/documents/${document.id}/evidence`, { headers })).bytes();
}

const published = async (path: string) => (await fetch(`${server.origin}${path}`)).text();

const lists = { ...shippedLists, bitcoin: minedBitcoin() };

/** The keys that the server publishes, and Bitcoin as this test mines it. */
const publishedTrust = async () =>
  readTrust(
    {
      name: "Attestamp",
      ca: await published("/evidence/ca.pem"),
      stampCa: await published("/evidence/tsa-roots.pem"),
      crl: "",
      jwks: await published("/.well-known/jwks.json"),
      vkeys: await published("/evidence/log/vkey"),
      witnesses: await published("/evidence/log/witnesses/vkeys"),
    },
    lists,
  );

async function logLineOf(pack: Uint8Array, trust?: ReturnType<typeof readTrust>) {
  const by = trust ?? (await publishedTrust());
  return verifyFile({ name: "pack.zip", bytes: pack }, noEvidence, by, new Date()).findings.log;
}
const statesIn = async (pack: Uint8Array) =>
  (await logLineOf(pack)).witnesses?.map(({ kind, state }) => `${kind} ${state}`);

const readmeIn = (pack: Uint8Array) =>
  new TextDecoder().decode(filesIn(pack).find(({ name }) => name === "README.txt")?.data);

/** The Merkle root that the pack's proof needs. */
function merkleRootIn(pack: Uint8Array): string {
  const proof = filesIn(pack).find(({ name }) => name === "checkpoint.ots");
  return claimedBlocks(proof?.data ?? new Uint8Array())[0]?.merkleRoot ?? "";
}

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
  calendar.state.block = block;
  await passHour();
  const claimed = await fetchPack();
  expect(filesIn(claimed).map(({ name }) => name)).not.toContain("checkpoint.headers");
  expect(await statesIn(claimed)).toEqual([
    ...["timeStamp confirmed", "openTimestamps unverified", "cosignature confirmed"],
  ]);
  explorer.mine(block, merkleRootIn(claimed), 20);
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
  const { headers = "" } = (body.witnessed ?? {}) as { headers?: string };
  expect(body.witnessed).toMatchObject({
    tokens: [expect.any(String)],
    proof: expect.any(String),
    blocks: expect.stringMatching(/^923456 [0-9a-f]{64}\n$/),
    headers: expect.stringMatching(/^\/evidence\/log\/witnesses\/\d+\/checkpoint\.headers$/),
  });
  expect(body.stage).toEqual({
    witnesses: 2,
    block,
    sentence:
      "Stage 3 of 3: the public log that lists it is in Bitcoin block 923456, and 2 authorities and witnesses outside the service have signed it.",
  });
  const answer = await fetch(`${server.origin}${headers}`);
  expect(Buffer.from(await answer.bytes())).toEqual(Buffer.from(explorer.state.headers));
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

test("a changed witness file in the pack is detected; a changed proof names another block, which is not confirmed", async () => {
  const files = filesIn(final);
  const trust = await publishedTrust();
  for (const [changed, part, verdict] of [
    ["checkpoint.tst", 1, "failed"],
    ["checkpoint.ots", 0.5, "passed"],
    ["checkpoint.headers", 0.5, "passed"],
  ] as const) {
    const entries = files.map((file) =>
      file.name === changed ? { ...file, data: flipped(file.data, part) } : file,
    );
    const pack = written(entries);
    const { findings } = verifyFile({ name: "pack.zip", bytes: pack }, noEvidence, trust, new Date());
    const unconfirmed = findings.log.witnesses?.filter(({ state }) => state !== "confirmed");
    expect([changed, findings.unchanged.verdict, findings.log.verdict, unconfirmed?.length]).toEqual([
      changed,
      "failed",
      verdict,
      1,
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
  const [copy, , , token, proof] = verifyFiles(
    dropped,
    { ...noEvidence, headers: [file("checkpoint.headers").bytes] },
    await publishedTrust(),
    new Date(),
  );
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
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)), lists);
  const { witnesses } = await logLineOf(final, trust);
  expect(witnesses?.map(({ state }) => state)).toEqual(["confirmed", "confirmed", "confirmed"]);
});

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import type { Deps } from "../../features/deps.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { getReceipt, readHead } from "./log.service.ts";
import { loadLog } from "./log-state.service.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let deps: Deps;
beforeAll(async () => {
  server = await startWorkingServer();
  deps = server.deps;
});
afterAll(() => server.stop());

const log = (path: string) => createTestClient(server.origin).get(`/evidence/log/${path}`);
const getSize = (checkpoint: string) => Number(checkpoint.split("\n")[1]);

async function verifier() {
  const key = parseVerifierKey((await log("vkey")).text.trim());
  if (!key) throw new Error("The server publishes no verifier key.");
  return key;
}

async function stampOne() {
  const owner = await newPerson(server);
  const document = await processFile(owner, (await uploadFile(owner)).id);
  expect(document.status).toBe("completed");
  const { body } = await owner.get(`/api/verify/${document.serialNumber}`);
  return { owner, id: document.id, document, attestation: String(body.attestation) };
}

test("a completed document is in the log, and its receipt proves this with only the key and the attestation", async () => {
  const first = await stampOne();
  const second = await stampOne();
  const key = await verifier();
  expect(key.name).toBe(`${server.origin.slice("http://".length)}/evidence/log`);
  const size = getSize((await readHead(deps)).checkpoint);
  const receipt = await getReceipt(deps, first.id);
  expect(checkReceipt(receipt, first.attestation, key)).toMatchObject({ origin: key.name, size });
  expect(checkReceipt(receipt, second.attestation, key)).toBeUndefined();
  expect(checkReceipt(await getReceipt(deps, second.id), second.attestation, key)?.size).toBe(size);
  await expect(getReceipt(deps, "no document")).rejects.toThrow("not in the log");
});

test("deleting a document leaves the log unchanged, and the server starts again", async () => {
  const { owner, id } = await stampOne();
  const other = await stampOne();
  const before = (await readHead(deps)).checkpoint;
  expect((await owner.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect((await readHead(deps)).checkpoint).toBe(before);
  expect(checkReceipt(await getReceipt(deps, other.id), other.attestation, await verifier())).toBeDefined();
  await loadLog(deps);
});

test("the log reveals no name and no hash of a document", async () => {
  const { document } = await stampOne();
  const size = getSize((await readHead(deps)).checkpoint);
  const paths = ["checkpoint", "vkey", `tile/0/000.p/${size}`, `tile/entries/000.p/${size}`];
  const answers = await Promise.all(paths.map((path) => fetch(`${server.origin}/evidence/log/${path}`)));
  const published = Buffer.concat(
    await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()))),
  );
  const hashes = [document.sha256, document.stampedSha256 ?? "", document.certificateSha256 ?? ""];
  for (const hash of hashes) expect(published.includes(Buffer.from(hash, "hex"))).toBe(false);
  for (const text of [...hashes, "Jane", "lease", document.serialNumber ?? ""])
    expect(published.includes(text)).toBe(false);
});

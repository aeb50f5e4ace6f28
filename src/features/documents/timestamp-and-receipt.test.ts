import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partNames } from "../../evidence/part-names.ts";
import { filesIn } from "../../formats/zip/test-pieces.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let owner: TestClient;
let document: { id: string; serialNumber: string };
const folder = makeTestFolder();
beforeAll(async () => {
  server = await startWorkingServer();
  owner = await newPerson(server);
  for (const name of ["first.pdf", "second.pdf", "third.pdf"]) {
    const { id, serialNumber } = await processFile(owner, (await uploadFile(owner, name)).id);
    document = { id, serialNumber: serialNumber ?? "" };
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function save(path: string, name: string): Promise<Response> {
  const answer = await fetch(`${server.origin}${path}`, { headers: { cookie: owner.cookie() } });
  writeFileSync(join(folder, name), await answer.clone().bytes());
  return answer;
}

function run(...command: string[]): string {
  const { stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  return `${stdout}${stderr}`.trim();
}

test("the timestamp over the stamped copy is a .tsr file that openssl verifies with the copy", async () => {
  await save(`/api/documents/${document.id}/download`, "stamped.pdf");
  await save("/evidence/ca.pem", "ca.pem");
  const answer = await save(`/api/documents/${document.id}/timestamp`, "stamped.tsr");
  expect(answer.headers.get("content-type")).toBe("application/timestamp-reply");
  expect(answer.headers.get("content-disposition")).toContain('filename="Stamped_third.pdf.tsr"');
  const verify = "openssl ts -verify -in stamped.tsr -CAfile ca.pem -data".split(" ");
  expect(run(...verify, "stamped.pdf")).toContain("Verification: OK");
  expect(run(...verify, "ca.pem")).toContain("message imprint mismatch");
});

test("before a document is stamped, and for one without a timestamp, the answer says so", async () => {
  const { id } = await uploadFile(owner, "later.pdf");
  const ask = async (one: string) => (await owner.get(`/api/documents/${one}/timestamp`)).body.code;
  expect(await ask(id)).toBe("document-not-processed");
});

test("anyone gets the receipt of a record in COSE, the pack has the same, and a program that only knows the standards accepts it", async () => {
  const address = `/api/verify/${document.serialNumber}`;
  const { body } = await owner.get(address);
  writeFileSync(join(folder, "attestation.jws"), String(body.attestation));
  const answer = await save(`${address}/receipt`, "entry.cose");
  expect(answer.headers.get("content-type")).toBe('application/cose; cose-type="cose-sign1"');
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const vkey = (await (await fetch(`${server.origin}/evidence/log/vkey`)).text()).trim();
  const program = join(import.meta.dir, "../../evidence/cose/test-check-receipt.py");
  expect(run("python3", program, "entry.cose", "attestation.jws", vkey)).toBe(
    `3 2 ${vkey.split("+", 2).join("+")}`,
  );
  const pack = await (await save(`/api/documents/${document.id}/evidence`, "pack.zip")).bytes();
  const part = filesIn(pack).find(({ name }) => name === partNames.coseReceipt)?.data;
  expect(Buffer.from(part ?? [])).toEqual(Buffer.from(await answer.bytes()));
  expect((await owner.get("/api/verify/AT-00000-00000-00000-00000/receipt")).status).toBe(404);
});

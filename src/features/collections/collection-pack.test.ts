import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { follow, unpacked } from "../../evidence/pack/test-unpacked.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { questions, type Verdict } from "../../evidence/verifier/report.ts";
import { readTrust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { verifyFiles } from "../../evidence/verifier/verify-files.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import { newPerson, startWorkingServer } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({});
  owner = await newPerson(server, "Jane", "Doe");
});
afterAll(() => server.stop());

const load = async (path: string) => {
  const answer = await fetch(`${server.origin}${path}`, { headers: { cookie: owner.cookie() } });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

test("a collection's pack proves its files offline, and every command in its README works", async () => {
  const files = makeFiles(60);
  const { id } = await attestFiles(owner, files);
  const pack = await load(`/api/collections/${id}/evidence`);
  const text = async (path: string) => new TextDecoder().decode(await load(path));
  const trust = readTrust(
    trustTextsSchema.parse({
      name: "Attestamp",
      ca: await text("/evidence/ca.pem"),
      crl: await text("/evidence/ca-crls.pem"),
      jwks: await text("/.well-known/jwks.json"),
      vkeys: await text("/evidence/log/vkeys"),
    }),
  );
  const given = [41, 0].map((index) => ({
    name: `${index}.jpg`,
    bytes: new TextEncoder().encode(`photo ${index}`),
  }));
  const other = { name: "other.jpg", bytes: new TextEncoder().encode("another photo") };
  const now = new Date(Date.now() + 1000);
  const reports = verifyFiles([{ name: "pack.zip", bytes: pack }, ...given, other], noEvidence, trust, now);
  const answers = reports.map(({ findings }) => questions.map((question) => findings[question].verdict));
  const right = ["passed", "claimed", "passed", "passed"] as Verdict[];
  expect(answers.slice(0, 3)).toEqual([right, right, right]);
  expect(answers[3]?.[0]).toBe("failed");
  expect(reports[1]?.findings.unchanged.sentence.message).toBe(
    "Yes. This is exactly file 42 of 60 in this collection.",
  );
  unpacked(pack, (found) => {
    const { failed, saying } = follow(found);
    expect(failed).toEqual([]);
    expect(saying("The list is the attested one.")).toBe(1);
    expect(saying("It leads to the root.")).toBe(1);
    expect(saying("The entry is in the log.")).toBe(1);
  });
});

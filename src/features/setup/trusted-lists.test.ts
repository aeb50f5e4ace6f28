import { afterAll, beforeAll, expect, test } from "bun:test";
import { testAuthority } from "../../evidence/test-pki.ts";
import { printListSigner } from "../../evidence/trust-lists/list-signers.ts";
import { storeTrustedList } from "../../issuing/tsa/trusted-lists.service.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { newPerson } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  const signer = printListSigner(testAuthority("Scheme").seal.certificate, ["ES", "PT"]);
  const trustedLists = ["https://tsl.example/es.xml"];
  server = await startTestServer({ config: { trustedLists, trustedListSigners: signer } });
});
afterAll(() => server.stop());

test("administrators see which trusted lists hold until when, which are overdue, and who may sign them; no one else does", async () => {
  const { deps } = server;
  const dayMs = 24 * 3_600_000;
  const store = (territory: string, days: number | undefined) =>
    storeTrustedList(deps, {
      territory,
      operator: `Supervisory Body of ${territory}`,
      sequence: 7,
      issued: new Date(0),
      nextUpdate: days === undefined ? undefined : new Date(deps.now() + days * dayMs),
      services: [],
    });
  for (const [territory, days] of [
    ["DE", 100],
    ["ES", 3],
    ["FR", -1],
    ["UK", undefined],
  ] as const)
    await store(territory, days);
  const admin = await newAdmin(server);
  const { status, body } = await admin.get("/api/admin/trusted-lists");
  expect(status).toBe(200);
  const lists = body.lists as { territory: string; state: string; nextUpdate: string | null }[];
  expect(lists.map(({ territory, state }) => `${territory} ${state}`)).toEqual([
    "DE current",
    "ES due-soon",
    "FR overdue",
    "UK current",
  ]);
  expect(lists[0]).toMatchObject({ operator: "Supervisory Body of DE", sequence: 7, services: 0 });
  expect(lists[3]?.nextUpdate).toBeNull();
  expect(body).toMatchObject({
    addresses: ["https://tsl.example/es.xml"],
    signers: [{ name: expect.stringContaining("Scheme"), territories: ["ES", "PT"], hasEnded: false }],
  });
  const person = await newPerson(server);
  expect((await person.get("/api/admin/trusted-lists")).status).toBe(403);
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, jane, type TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

let server: TestServer;
let admin: TestClient;
let person: TestClient;
let document: { id: string; serialNumber: string | null };
beforeAll(async () => {
  server = await startWorkingServer({ config: { supportEmail: "help@example.org" } });
  admin = await newAdmin(server);
  person = await newPerson(server);
  document = await processFile(person, (await uploadFile(person)).id);
});
afterAll(() => server.stop());

const ticket = { subject: "A question", message: "How does it work?" };

/** Every call that takes an email address. */
const calls: Record<string, (email: unknown) => Promise<{ status: number }>> = {
  register: (email) =>
    createTestClient(server.origin).register({ ...jane, username: `jane-${crypto.randomUUID()}`, email }),
  "email of a document": (email) => person.post(`/api/documents/${document.id}/email`, { email }),
  ticket: (email) => person.post("/api/support/ticket", { ...ticket, email }),
  contact: (email) => createTestClient(server.origin).post("/api/contact", { ...ticket, name: "Ann", email }),
  "email of an admin": (email) =>
    admin.post("/api/admin/email-documents", { email, serialNumber: document.serialNumber }),
};

test("every call that takes an address accepts one plain address and nothing that adds a header or a recipient [threat D4]", async () => {
  const wicked = [
    "a@b.example\r\nBcc: v@x.example",
    "a@b.example\nX: y",
    "a@b.example\u0000",
    "a@b.example,d@e.example",
    "a@b.example;d@e.example",
    "a@b.example d@e.example",
    '"x@evil.example y"@b.example',
    "<a@b.example>",
    "Ann <a@b.example>",
    "friends: a@b.example;",
    "a@b.example>\r\nRCPT TO:<v@x.example",
    `${"a".repeat(250)}@b.example`,
    "a@[127.0.0.1]",
    "a@localhost",
    "a@ex\u00e4mple.de,d@e.example",
    "a@ex\u00e4mple.de>\r\nRCPT TO:<v@x.example",
    "a@\uff11\uff12\uff17.\uff10.\uff10.\uff11",
    "\u00e4@b.example",
    ["a@b.example"],
    { toString: "a@b.example" },
  ];
  const mails = () => sqlOf(server.deps.db).prepare("SELECT count(*) FROM mails").pluck().get();
  const before = mails();
  for (const [call, send] of Object.entries(calls)) {
    for (const email of wicked) expect([call, email, (await send(email)).status]).toEqual([call, email, 400]);
  }
  expect(mails()).toBe(before);
  for (const [call, send] of Object.entries(calls)) {
    expect([call, (await send("o'neil+tag@sub.example.org")).status]).toEqual([call, 200]);
    expect([call, (await send("jane@ex\u00e4mple.de")).status]).toEqual([call, 200]);
  }
});

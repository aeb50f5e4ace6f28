import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createTestClient } from "../../testing/test-client.ts";
import { newPerson, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("text with a NUL character is refused with a message or stored without it, on every database", async () => {
  const person = await newPerson(server);
  const refusals = [
    await createTestClient(server.origin).login("ja\0ne"),
    await person.get("/api/documents/search?query=a%00b"),
  ];
  const message = "A text contains a character that cannot be stored (NUL). Please remove it.";
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
    [400, message],
    [400, message],
  ]);
  const project = await person.post("/api/projects", { name: "a\0project" });
  expect([project.status, project.text.includes("\\u0000")]).toEqual([200, false]);
  const { originalName } = await uploadFile(person, "a\0b.pdf");
  expect(originalName).not.toContain("\0");
});

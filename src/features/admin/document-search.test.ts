import { afterAll, beforeAll, expect, test } from "bun:test";
import { documents, users } from "../../../db/schema.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import type { AdminDocumentView } from "./admin.output.schema.ts";

let server: TestServer;
let admin: TestClient;
let serialNumber: string;
beforeAll(async () => {
  server = await startWorkingServer();
  admin = await newAdmin(server);
  const ann = await client("Ann-Lee", "Ann.Lee@example.org");
  const { id } = await uploadFile(ann, "lease.pdf");
  serialNumber = String((await processFile(ann, id)).serialNumber);
  await uploadFile(ann, "draft.pdf");
  await uploadFile(await client("ben_50%", "ben_x@example.org"), "map.pdf");
});
afterAll(() => server.stop());

async function client(username: string, email: string): Promise<TestClient> {
  const user = createTestClient(server.origin);
  await user.register({ username, email, firstName: "First", lastName: username });
  return user;
}

const search = (query: string) => admin.get(`/api/admin/documents/search?${query}`);
async function found(query: string): Promise<AdminDocumentView[]> {
  const answer = await search(query);
  expect([query, answer.status]).toEqual([query, 200]);
  return JSON.parse(answer.text);
}
const namesOf = (list: AdminDocumentView[]) => list.map(({ originalName }) => originalName).toSorted();

test("admin: documents are found by email, serial number and username, case-insensitively and by part [spec 2 admin-search] [spec 7 admin-search]", async () => {
  const both = ["draft.pdf", "lease.pdf"];
  expect(namesOf(await found("email=ann.lee@EXAMPLE.org"))).toEqual(both);
  expect(namesOf(await found("username=ann"))).toEqual(both);
  expect(namesOf(await found("username=%20ANN-LEE%20"))).toEqual(both);
  expect(namesOf(await found(`serial=${serialNumber}`))).toEqual(["lease.pdf"]);
  expect(namesOf(await found(`serial=${serialNumber.slice(0, 12).toLowerCase()}`))).toEqual(["lease.pdf"]);
  const typed = serialNumber.slice(3).toLowerCase().replaceAll("-", "+");
  expect(namesOf(await found(`serial=${typed}`))).toEqual(["lease.pdf"]);
});

test("admin: a part of a serial number is found without its hyphens, in lower case, and with O, I and L for 0 and 1", async () => {
  const plain = serialNumber.replaceAll("-", "");
  const parts = [plain.slice(0, 7), plain.slice(2, 12).toLowerCase(), plain.slice(-12)];
  for (const part of parts) {
    for (const typed of [part, part.replaceAll("0", "o").replaceAll("1", "l"), part.replaceAll("1", "I")])
      expect([typed, namesOf(await found(`serial=${typed}`))]).toEqual([typed, ["lease.pdf"]]);
  }
  for (const typed of ["%", `${plain.slice(0, 7)}%`, `${plain.slice(0, 7)}U`])
    expect([typed, await found(`serial=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
});

test("admin document search result: the document's fields and the client's names, username and email [spec 2 search-results]", async () => {
  const [lease] = await found(`serial=${serialNumber}`);
  expect(lease).toMatchObject({
    originalName: "lease.pdf",
    serialNumber,
    status: "completed",
    userFirstName: "First",
    userLastName: "Ann-Lee",
    username: "Ann-Lee",
    userEmail: "Ann.Lee@example.org",
  });
  expect(lease?.processedPath).toStartWith("stamped/");
});

test("admin search: a term without a match finds nothing [spec 8 admin-search-empty]", async () => {
  expect(await found("email=nobody@example.org")).toEqual([]);
  expect(await found(`username=${encodeURIComponent("' OR 1=1--")}`)).toEqual([]);
});

test("wildcard characters are matched literally [threat C6] [threat D7]", async () => {
  expect(namesOf(await found("email=ben_x"))).toEqual(["map.pdf"]);
  expect(namesOf(await found(`username=${encodeURIComponent("50%")}`))).toEqual(["map.pdf"]);
  for (const term of ["%", "_", "ann_lee", "\\"]) {
    const list = await found(`email=${encodeURIComponent(term)}`);
    expect([term, namesOf(list)]).toEqual([term, term === "_" ? ["map.pdf"] : []]);
  }
});

test("invisible characters find nothing, and never everything [threat C6]", async () => {
  for (const term of ["\0", "\0zzz", "ann\0", "\u0001", "\u007f", "\u200b"]) {
    for (const by of ["email", "serial", "username"]) {
      const list = await found(`${by}=${encodeURIComponent(term)}`);
      expect([by, term, namesOf(list)]).toEqual([by, term, []]);
    }
  }
});

test("admin search: a blank term is refused [spec 5 search-blank] [threat C6]", async () => {
  for (const query of ["email=", "serial=%20%20", "username=%09"]) {
    const answer = await search(query);
    expect([answer.status, answer.body.message]).toEqual([400, "Please enter a search term"]);
  }
});

test("admin search: it takes exactly one of email, serial and username [spec 5 search-one-field] [threat C6]", async () => {
  for (const query of ["", "name=ann", "email=ann&serial=at"]) {
    const answer = await search(query);
    expect([query, answer.status, answer.body.message]).toEqual([
      query,
      400,
      "Please search by exactly one of email, serial and username.",
    ]);
  }
  expect((await search("email=a&email=b")).status).toBe(400);
});

test("at most the 100 newest documents are listed [threat C6]", async () => {
  const busy = await client("busy", "busy@example.org");
  expect((await busy.get("/api/auth/me")).status).toBe(200);
  const userId = (await server.deps.db.select().from(users).all()).at(-1)?.id;
  for (let count = 0; count < 101; count += 1) {
    await server.deps.db
      .insert(documents)
      .values({
        id: crypto.randomUUID(),
        userId,
        originalName: `scan-${count}.pdf`,
        fileType: "application/pdf",
        fileSize: "1",
        sha256: "0".repeat(64),
        createdAt: new Date(count * 1000),
      })
      .run();
  }
  const list = await found("username=busy");
  expect(list).toHaveLength(100);
  expect(list[0]?.originalName).toBe("scan-100.pdf");
});

test("no answer for admins contains a password, session, payment reference or path on disk [threat C7]", async () => {
  const answers = [
    await search("username=ann"),
    await admin.get("/api/admin/users"),
    await admin.get("/api/admin/audit-log"),
  ];
  for (const { text } of answers) {
    expect(text).not.toContain("argon2");
    expect(text).not.toContain("cus_");
    expect(text).not.toContain(server.deps.config.dataDir);
    expect(text).not.toMatch(/password|session|stripe|usernameKey/i);
  }
});

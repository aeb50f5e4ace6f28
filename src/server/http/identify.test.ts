import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import type { TestClient } from "../../testing/test-client.ts";
import { fileWith } from "../../testing/test-collections.ts";
import { filesIn, newPerson, smallPdf } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
let clock = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ deps: { now: () => clock } });
});
afterAll(() => server.stop());

const stored = () => ({
  files: filesIn(server.deps.config.dataDir),
  rows: sqlOf(server.deps.db)
    .prepare("SELECT (SELECT count(*) FROM documents) + (SELECT count(*) FROM projects) AS rows")
    .pluck()
    .get(),
});

type Credentials = {
  header: string;
  /** When the server last accepted them. */
  lastUsedAt: () => unknown;
  end: () => Promise<{ status: number }>;
};

async function startSession(person: TestClient): Promise<Credentials> {
  const sessions = sqlOf(server.deps.db).prepare("SELECT sess FROM sessions").pluck();
  return {
    header: `Cookie: ${person.cookie()}`,
    lastUsedAt: () => Math.max(...sessions.all().map((sess) => JSON.parse(String(sess)).lastUsedAt)),
    end: () => person.post("/api/auth/logout"),
  };
}

async function createAccessToken(person: TestClient): Promise<Credentials> {
  const scopes = ["documents:write", "collections:write", "projects:write"];
  const { body } = await person.post("/api/tokens", { name: "a script", scopes });
  const row = sqlOf(server.deps.db).prepare("SELECT last_used_at FROM access_tokens WHERE id = ?").pluck();
  return {
    header: `Authorization: Bearer ${body.token}`,
    lastUsedAt: () => row.get(body.id),
    end: () => person.send("DELETE", `/api/tokens/${body.id}`),
  };
}

/** Sends a request whose body stops halfway. `finish` sends the rest and returns the status of the answer. */
function startRequest(path: string, header: string, type: string, body: Buffer) {
  const half = Math.floor(body.length / 2);
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${header}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, half));
  return {
    async finish(): Promise<number> {
      socket.write(body.subarray(half));
      await closed;
      return Number(answer.split(" ")[1]);
    },
  };
}

const json = (value: object) => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) });
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
const file = Buffer.concat([Buffer.from(part), smallPdf(), Buffer.from("\r\n--b--\r\n")]);
const list = { title: "Shoot", files: [fileWith("a.jpg", "a photo")], ownershipConfirmed: true };

const calls = [
  { path: "/api/documents/upload", type: "multipart/form-data; boundary=b", body: file },
  { path: "/api/collections", ...json(list) },
  { path: "/api/projects", ...json({ name: "Villa" }) },
  { path: "/api/trpc/projects.create", ...json({ name: "Villa" }) },
];

for (const [how, makeCredentials] of [
  ["a session signed out", startSession],
  ["an access token revoked", createAccessToken],
] as const) {
  test.each(calls)(
    `${how} while a body arrives at $path stores nothing [threat A17]`,
    async ({ path, type, body }) => {
      const credentials = await makeCredentials(await newPerson(server));
      const startAccepted = async () => {
        clock += 2 * hour;
        const request = startRequest(path, credentials.header, type, body);
        await until("the credentials were accepted", () => credentials.lastUsedAt() === clock);
        return request;
      };
      const before = stored();
      const complete = await startAccepted();
      expect(await complete.finish()).toBe(200);
      const between = stored();
      expect(between).not.toEqual(before);
      const late = await startAccepted();
      expect((await credentials.end()).status).toBe(200);
      expect(await late.finish()).toBe(401);
      expect(stored()).toEqual(between);
    },
  );
}

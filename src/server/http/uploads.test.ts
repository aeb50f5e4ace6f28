import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import type { Workers } from "../../platform/jobs/worker-pool.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { filesIn, formWith, newPerson, smallPdf, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

const megabyte = 1024 * 1024;

let server: TestServer;
let person: TestClient;
/** How often the children were told that someone is about to send a document. */
let announced = 0;

function countAnnouncements(): Workers {
  const all = sharedWorkers();
  return {
    size: all.size,
    keepWarm: () => all.keepWarm(),
    expectTask: () => {
      announced += 1;
      all.expectTask();
    },
    run: (...task) => all.run(...task),
    stop: () => all.stop(),
  };
}

beforeAll(async () => {
  server = await startTestServer({
    config: { maxUploadMb: 2, maxUploadBytes: 2 * megabyte },
    deps: { workers: countAnnouncements() },
  });
  person = await newPerson(server);
});
afterAll(() => server.stop());

const files = () => filesIn(server.deps.config.dataDir);
const rows = () => Number(sqlOf(server.deps.db).prepare("SELECT count(*) FROM documents").pluck().get());

/** The state that a refused upload must not change. */
const kept = () => ({ files: files(), rows: rows() });

const send = (body: FormData | string, headers: Record<string, string> = {}) =>
  person.send("POST", "/api/documents/upload", { body, headers });

/** A PDF of exactly this many bytes: a comment fills the rest. */
function buildPdf(bytes: number): Uint8Array<ArrayBuffer> {
  const start = smallPdf();
  const padded = new Uint8Array(bytes).fill(0x20);
  padded.set(start);
  padded.set(new TextEncoder().encode("\n%"), start.length);
  return padded;
}

/** Sends a form of this many bytes as chunks, without a length, until it is refused or complete. */
function sendChunked(bytes: number, cutOff = false): Promise<{ status: number; body: string }> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.pdf"\r\n\r\n%PDF-1.7\n';
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const wrap = (data: Buffer) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")]);
  let answer = "";
  return new Promise((resolve) => {
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("error", () => "the server may close before all was sent");
    socket.on("close", () =>
      resolve({ status: Number(answer.split(" ")[1] ?? 0), body: answer.split("\r\n\r\n")[1] ?? "" }),
    );
    socket.on("connect", async () => {
      socket.write(
        `POST /api/documents/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: ${person.cookie()}\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n`,
      );
      socket.write(wrap(Buffer.from(head)));
      for (let sent = 0; sent < bytes && answer === "" && socket.writable; sent += chunk.length) {
        if (!socket.write(wrap(chunk)))
          await new Promise((drained) => socket.once("drain", drained).once("close", drained));
      }
      if (cutOff) await until("it is being kept", () => files().some((name) => name.startsWith("tmp/")));
      if (cutOff) socket.destroy();
      else if (answer === "") socket.write(`${wrap(Buffer.from("\r\n--b--\r\n"))}0\r\n\r\n`);
    });
  });
}

test("a file of exactly the limit is accepted, one byte more is not [spec 5 size-server] [threat F1]", async () => {
  const limit = server.deps.config.maxUploadBytes;
  expect((await uploadFile(person, "full.pdf", buildPdf(limit))).fileSize).toBe(String(limit));
  const before = kept();
  const answer = await send(formWith("over.pdf", buildPdf(limit + 1)));
  expect([answer.status, answer.body.message]).toEqual([413, "File size exceeds 2MB limit"]);
  expect(kept()).toEqual(before);
});

test("a file far above the limit is refused before it is sent [threat F1]", async () => {
  const before = kept();
  const answer = await send(formWith("huge.pdf", buildPdf(20 * megabyte)));
  expect([answer.status, answer.body.message]).toEqual([413, "File size exceeds 2MB limit"]);
  expect(kept()).toEqual(before);
});

test("an upload without a declared length is stopped at the limit [threat F1]", async () => {
  const before = kept();
  const answer = await sendChunked(60 * megabyte);
  expect(answer.status).toBe(413);
  expect(answer.body).toContain("File size exceeds 2MB limit");
  expect(kept()).toEqual(before);
});

test("an interrupted upload leaves nothing [threat F4]", async () => {
  const before = kept();
  await sendChunked(megabyte, true);
  await until("nothing is left", () => files().length <= before.files.length);
  expect(kept()).toEqual(before);
});

test("a form other than one file in the part 'file' is refused, and leaves nothing [spec 5 one-file] [spec 7 upload] [threat F5]", async () => {
  const before = kept();
  const two = formWith("one.pdf", smallPdf());
  two.append("file", new Blob([smallPdf()]), "two.pdf");
  const elsewhere = new FormData();
  elsewhere.append("document", new Blob([smallPdf()]), "one.pdf");
  const none = new FormData();
  none.append("ownershipConfirmed", "true");
  const many = formWith("one.pdf", smallPdf());
  for (let field = 0; field < 1_000; field += 1) many.append(`field${field}`, "x");
  const twice = formWith("one.pdf", smallPdf());
  twice.append("ownershipConfirmed", "false");
  twice.append("ownershipConfirmed", "true");
  const long = formWith("one.pdf", smallPdf());
  long.append("note", "x".repeat(1_001));
  const cut = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7`;
  const multipart = (type: string) => ({ "content-type": type });
  const answers = [
    await send(two),
    await send(elsewhere),
    await send(none),
    await send(many),
    await send(twice),
    await send(long),
    await send(cut, multipart("multipart/form-data; boundary=b")),
    await send(cut, multipart("multipart/form-data")),
    await send(cut, multipart("application/pdf")),
    await send("", multipart("multipart/form-data; boundary=b")),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(400));
  for (const { body } of answers) expect(body.message).toMatch(/^[A-Z].*\.$/);
  expect(kept()).toEqual(before);
});

test("a file whose content does not match its name is refused with the specified message, and told why [spec 5 types-refused-server] [threat F6]", async () => {
  const before = kept();
  const specified = "Unsupported file type. Please upload PDF, DOCX, or image files.";
  const otherThan = (format: string) =>
    `${specified} The name of this file says ${format}, but its content is something else.`;
  for (const [name, content, code, message] of [
    ["a.png", "%PDF-1.7", "file-not-as-named", otherThan("PNG")],
    ["letter.PDF", "Dear Jane,", "file-not-as-named", otherThan("PDF")],
    ["quote.docx", "Dear Jane,", "file-not-as-named", otherThan("DOCX")],
    ["a.pdf", "", "file-empty", `${specified} This file is empty.`],
    ["a.docx", "", "file-empty", `${specified} This file is empty.`],
    ["a.exe", "MZ", "unsupported-file-type", specified],
    ["a.exe", "", "unsupported-file-type", specified],
    ["noname", "%PDF-1.7", "unsupported-file-type", specified],
  ] as const) {
    const { status, body } = await send(formWith(name, new TextEncoder().encode(content)));
    expect([name, status, body.code, body.message]).toEqual([name, 415, code, message]);
  }
  expect(kept()).toEqual(before);
});

test("a Word document is refused with a message while there is no converter", async () => {
  const before = kept();
  const header = Buffer.alloc(1536);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  const answer = await send(formWith("a.doc", new Uint8Array(header)));
  expect([415, 503]).toContain(answer.status);
  expect(kept()).toEqual(before);
});

test("whoever opens the page for uploads finds a warm child a little later, but visitors warm none", async () => {
  const before = announced;
  expect((await createTestClient(server.origin).get("/api/trpc/documents.accepted")).status).toBe(401);
  expect(announced).toBe(before);
  expect((await person.get("/api/trpc/documents.accepted")).status).toBe(200);
  expect(announced).toBe(before + 1);
});

test("the page learns before an upload that Word documents are refused, and why", async () => {
  const { body } = await person.get("/api/trpc/documents.accepted");
  const sentence =
    "Word documents are turned off on this server. Please save the document as PDF and upload that.";
  expect(body).toEqual({
    result: {
      data: {
        extraTypes: false,
        wordRefusal: sentence,
        wordRefusalCode: "word-turned-off",
        wordRefusalParams: null,
      },
    },
  });
});

test("an upload without confirmed ownership is asked for the confirmation [spec 5 ownership-server]", async () => {
  const form = formWith("a.pdf", smallPdf());
  form.append("ownershipConfirmed", "false");
  const answer = await send(form);
  expect([answer.status, answer.body.message]).toEqual([
    400,
    "Please confirm ownership validation before uploading.",
  ]);
});

test("the confirmation of ownership is stored with its time, even if it follows the file [spec 1 ownership]", async () => {
  const form = formWith("a.pdf", smallPdf());
  form.append("ownershipConfirmed", "true");
  const { body } = await send(form);
  const confirmed = sqlOf(server.deps.db)
    .prepare("SELECT count(*) FROM documents WHERE ownership_confirmed_at = created_at AND id = ?")
    .pluck()
    .get(String(body.id));
  expect(confirmed).toBe(1);
});

test("a file keeps its name in any language, without characters that could harm a page or a header [threat D1]", async () => {
  const names: [string, string][] = [
    ["договор 契約 🏠.pdf", "договор 契約 🏠.pdf"],
    ['the "final" one.pdf', 'the "final" one.pdf'],
    ["a\r\nSet-Cookie: x.pdf", "aSet-Cookie: x.pdf"],
    ["invoice\u202Efdp.pdf", "invoicefdp.pdf"],
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"],
  ];
  for (const [sent, stored] of names) {
    expect((await uploadFile(person, sent)).originalName).toBe(stored);
  }
});

test("without an account nothing is accepted", async () => {
  const answer = await fetch(`${server.origin}/api/documents/upload`, {
    method: "POST",
    body: formWith("a.pdf", smallPdf()),
  });
  expect(answer.status).toBe(401);
});

test("a user can upload a hundred files in five minutes [threat F13]", async () => {
  const now = Date.now();
  const strict = await startTestServer({ config: { rateLimitFactor: 1 }, deps: { now: () => now } });
  const eager = await newPerson(strict);
  for (let upload = 1; upload <= 100; upload += 1) await uploadFile(eager);
  const answer = await eager.send("POST", "/api/documents/upload", { body: formWith("a.pdf", smallPdf()) });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  await strict.stop();
});

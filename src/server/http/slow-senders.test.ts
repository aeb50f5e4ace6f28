import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { Hono } from "hono";
import type { TestClient } from "../../testing/test-client.ts";
import { formWith, newPerson, smallPdf, uploadFile } from "../../testing/test-documents.ts";
import { startTestProgram, type TestProgram } from "../../testing/test-program.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import type { HttpEnv } from "./http-env.ts";
import { listen } from "./server.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimitFactor: 1, trustProxy: 1 } });
  person = await newPerson(server);
});
afterAll(() => server.stop());

const port = () => Number(new URL(server.origin).port);

/** A connection that sends this and then nothing more; `closed` resolves when the server has closed it. */
function sendAndWait(port: number, text: string): { socket: Socket; closed: Promise<void> } {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => "the server may reset it");
  socket.resume();
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve())) };
}

type Resting = { socket: Socket; closed: Promise<void>; askAgain: () => Promise<string> };

/** An idle connection on which one request was answered. `askAgain` returns the outcome of the next one. */
async function answeredOnce(port: number, headers = ""): Promise<Resting> {
  const request = `GET /api/health HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const { socket, closed } = sendAndWait(port, request);
  const answer = () =>
    new Promise<string>((resolve) => {
      socket.once("data", (data) => resolve(data.toString().slice(0, "HTTP/1.1 200".length)));
    });
  expect(await answer()).toBe("HTTP/1.1 200");
  const askAgain = () => {
    const answered = answer();
    socket.write(request);
    return Promise.race([answered, closed.then(() => "closed")]);
  };
  return { socket, closed, askAgain };
}

/** An upload that stalls in the middle of its file; `finish` sends the rest and returns the answer. */
function startUpload(): { finish: () => Promise<string> } {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), smallPdf(), Buffer.from("\r\n--b--\r\n")]);
  const half = Math.floor(form.length / 2);
  const headers = [
    "POST /api/documents/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close",
    `Cookie: ${person.cookie()}`,
    `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}`,
  ];
  const { socket, closed } = sendAndWait(
    port(),
    `${headers.join("\r\n")}\r\n\r\n${form.toString("latin1", 0, half)}`,
  );
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  return {
    async finish() {
      socket.write(form.subarray(half));
      await closed;
      return answer.slice(0, "HTTP/1.1 200".length);
    },
  };
}

/** A server with one path and without a proxy in front. */
function listenWithoutProxy() {
  const app = new Hono<HttpEnv>().get("/api/health", (c) => c.json({}));
  return listen(app, { host: "127.0.0.1", port: 0, trustProxy: false }, server.deps.log);
}

const countDocuments = () => sqlOf(server.deps.db).prepare("SELECT count(*) FROM documents").pluck().get();
const temporaryFiles = () => readdirSync(server.deps.files.temporaryFolder).length;

/** Bun closes silent connections at its next check, some seconds after the ten; this cannot be shortened. */
test("two hundred connections that send half a request and stall block no one and are closed; three slow uploads and idle proxy connections continue [threat F3]", async () => {
  const halves = [
    "",
    "GET /api/health HTTP/1.1\r\nHost: local",
    "POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
    "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
  ];
  const uploads = [startUpload(), startUpload(), startUpload()];
  await until("three uploads are under way", () => temporaryFiles() === 3);
  const fourth = await person.send("POST", "/api/documents/upload", { body: formWith("d.pdf", smallPdf()) });
  expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([429, "5"]);
  const ofProxy = "X-Forwarded-For: 192.0.2.7\r\n";
  const kept = await answeredOnce(port(), ofProxy);
  const withoutProxy = listenWithoutProxy();
  const resting = [await answeredOnce(port()), await answeredOnce(withoutProxy.port, ofProxy)];
  const halfAfterOne = await answeredOnce(port());
  halfAfterOne.socket.write("GET /api/health HTTP/1.1\r\nHost: local");
  const slow = Array.from({ length: 200 }, (_, at) => sendAndWait(port(), halves[at % 4] ?? ""));
  let closed = 0;
  const allClosed = Promise.all(slow.map((one) => one.closed.then(() => (closed += 1))));
  await until("all are connected", () => slow.every(({ socket }) => !socket.connecting));
  expect((await fetch(`http://127.0.0.1:${port()}/api/health`)).status).toBe(200);
  expect(closed).toBeLessThan(slow.length);
  await Promise.all([allClosed, ...[...resting, halfAfterOne].map((one) => one.closed)]);
  expect(await kept.askAgain()).toBe("HTTP/1.1 200");
  kept.socket.destroy();
  await withoutProxy.stop();
  expect(temporaryFiles()).toBe(3);
  const answers = await Promise.all(uploads.map(({ finish }) => finish()));
  expect(answers).toEqual(Array(3).fill("HTTP/1.1 200"));
  expect(temporaryFiles()).toBe(0);
});

test("an answer that takes longer than a sender may be silent arrives, whether the request has a body or not", async () => {
  const { promise: isDue, resolve: answerAll } = Promise.withResolvers<void>();
  let waiting = 0;
  const app = new Hono<HttpEnv>().all("/api/health", async (c) => {
    await c.req.text();
    waiting += 1;
    await isDue;
    return c.json({});
  });
  const listening = listen(app, { host: "127.0.0.1", port: 0, trustProxy: false }, server.deps.log);
  const calls: RequestInit[] = [{}, { method: "DELETE" }, { method: "POST", body: "{}" }];
  const url = `http://127.0.0.1:${listening.port}/api/health`;
  const answers = Promise.all(calls.map((call) => fetch(url, { keepalive: false, ...call })));
  await until("all have arrived", () => waiting === calls.length);
  // This one is silent for a shorter time, and is closed for it.
  await sendAndWait(listening.port, "GET /api/health HTTP/1.1\r\nHost: local").closed;
  answerAll();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  await listening.stop();
});

test("of forty pipelined requests on one connection sixteen are answered, and it is closed", async () => {
  const { socket, closed } = sendAndWait(port(), "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n".repeat(40));
  let answers = "";
  socket.on("data", (data) => (answers += data.toString()));
  await closed;
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses).toEqual([...Array(16).fill("200"), "429"]);
});

test("a request with no host or an invalid one is answered at its path", async () => {
  const answerTo = async (request: string) => {
    const { socket, closed } = sendAndWait(port(), request);
    let answer = "";
    socket.on("data", (data) => (answer += data.toString()));
    await closed;
    return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  };
  expect(await answerTo("GET /api/health HTTP/1.0\r\n\r\n")).toBe("200");
  const rest = 'Host: a"><b\r\nConnection: close\r\n';
  expect(await answerTo(`GET /api/health HTTP/1.1\r\n${rest}\r\n`)).toBe("200");
  expect(await answerTo(`GET /skipped/api/health HTTP/1.1\r\n${rest}\r\n`)).toBe("404");
  const json = "Content-Type: application/json\r\nContent-Length: 2\r\n";
  expect(await answerTo(`POST /api/auth/login HTTP/1.1\r\n${rest}${json}\r\n{}`)).toBe("400");
});

test("a request that arrives one byte at a time is served [threat F3]", async () => {
  const { socket, closed } = sendAndWait(port(), "");
  socket.setNoDelay(true);
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  for (const letter of "GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") {
    await new Promise((sent) => socket.write(letter, sent));
    await new Promise(setImmediate);
  }
  await closed;
  expect(answer).toStartWith("HTTP/1.1 200");
});

test("a request body longer than its declared length causes no second request, and leaves nothing [threat F1]", async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const headers = `Host: localhost\r\nCookie: ${person.cookie()}\r\nContent-Type: multipart/form-data; boundary=b`;
  const before = countDocuments();
  for (const lengths of [
    `Content-Length: ${head.length}`,
    `Content-Length: ${head.length}\r\nContent-Length: 9000`,
    `Content-Length: ${head.length}\r\nTransfer-Encoding: chunked`,
  ]) {
    const request = `POST /api/documents/upload HTTP/1.1\r\n${headers}\r\n${lengths}\r\n\r\n${head}${"x".repeat(5_000)}`;
    const { socket, closed } = sendAndWait(port(), request);
    let answers = "";
    socket.on("data", (data) => (answers += data.toString()));
    await closed;
    socket.destroy();
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect([lengths, statuses.filter((status) => status !== "400")]).toEqual([lengths, []]);
  }
  expect(countDocuments()).toBe(before);
});

/** A form with a PDF of this many bytes that is never in memory as a whole. */
function largeForm(bytes: number): ReadableStream<Uint8Array> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const chunk = new Uint8Array(256 * 1024).fill(0x20);
  let left = bytes;
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.concat([Buffer.from(head), smallPdf()])),
    pull(stream) {
      if (left > 0) stream.enqueue(chunk);
      else {
        stream.enqueue(Buffer.from("\r\n--b--\r\n"));
        stream.close();
      }
      left -= chunk.length;
    },
  });
}

test("nine simultaneous uploads of 40 MB are streamed to disk: the server's memory does not grow with them [threat F2]", async () => {
  const megabyte = 1024 * 1024;
  const program: TestProgram = await startTestProgram();
  try {
    const people = await Promise.all([0, 1, 2].map(() => newPerson({ ...server, origin: program.origin })));
    await Promise.all(people.map((one) => uploadFile(one)));
    const before = program.residentBytes();
    const send = (one: TestClient) =>
      one.send("POST", "/api/documents/upload", {
        body: largeForm(40 * megabyte),
        headers: { "content-type": "multipart/form-data; boundary=b" },
      });
    const answers = await Promise.all(people.flatMap((one) => [send(one), send(one), send(one)]));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(program.peakBytes() - before).toBeLessThan(180 * megabyte);
  } finally {
    await program.stop();
  }
});

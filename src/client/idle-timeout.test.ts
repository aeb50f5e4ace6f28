import { afterAll, beforeAll, expect, jest, test } from "bun:test";
import { constants, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTestFolder } from "../testing/test-server.ts";
import { Unreachable } from "./client.ts";
import { IdleTimeout } from "./idle-timeout.ts";
import { openRemoteServer } from "./remote-server.ts";

const uploaded = {
  id: "1",
  originalName: "scan.pdf",
  fileType: "application/pdf",
  status: "uploaded",
  sha256: "0",
  serialNumber: null,
  errorMessage: null,
  originalDeletedAt: null,
  stampedSha256: null,
  stampedType: null,
  certificateSha256: null,
};
const never = new Promise<never>(() => "nothing");

let folder: string;
let server: Bun.Server<undefined>;
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  folder = makeTestFolder();
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => answer(request) });
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

/** A client whose first `losesItOften` calls time out immediately; later ones never do. */
function openClient(losesItOften = 1) {
  const said: string[] = [];
  const remote = openRemoteServer(
    { server: `http://127.0.0.1:${server.port}`, token: "atp_1_1", ownershipConfirmed: true },
    {
      get idleTimeoutMs() {
        return said.length < losesItOften ? 50 : 60_000;
      },
      pause: async () => undefined,
      signal: new AbortController().signal,
      say: (sentence) => said.push(sentence),
    },
  );
  return { remote, said };
}

const stall = /^http:\/\/127\.0\.0\.1:\d+ cannot be reached \(no data was sent or received for 0\.05 s\)\./;

test("a stalled upload is retried", async () => {
  const path = join(folder, "scan.pdf");
  writeFileSync(path, "%PDF-1.7");
  truncateSync(path, 16_000_000);
  const sizes: number[] = [];
  answer = async (request) => {
    if (said.length === 0) return never;
    sizes.push((await request.arrayBuffer()).byteLength);
    return Response.json(uploaded);
  };
  const { remote, said } = openClient();
  const shares: number[] = [];
  const none = async () => undefined;
  const document = await remote.upload(
    { path, name: "scan.pdf", flags: constants.O_RDONLY },
    (share) => shares.push(share),
    none,
  );
  expect(document.id).toBe("1");
  expect(said).toEqual([expect.stringMatching(stall)]);
  expect([sizes.length, Number(sizes[0]) > 16_000_000, shares.at(-1)]).toEqual([1, true, 1]);
});

test("a stalled download is repeated, and a server that always stalls is given up with a message", async () => {
  answer = async () => {
    if (said.length > 0) return new Response("all of it");
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue("all"),
        pull: () => never,
      }),
    );
  };
  const { remote, said } = openClient();
  let taken = "";
  await remote.download("1", "download", 100, async (body) => {
    taken = "";
    for await (const chunk of body) taken += Buffer.from(chunk).toString();
  });
  expect([taken, said]).toEqual(["all of it", [expect.stringMatching(stall)]]);
  answer = () => never;
  const silent = openClient(10);
  const ended: unknown = await silent.remote.get("1").catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(Unreachable);
  expect(String(ended)).toContain("no data was sent or received for 0.05 s");
  expect(silent.said).toHaveLength(6);
});

test("a slow disk is not reported as a network error", () => {
  jest.useFakeTimers();
  try {
    const idle = new IdleTimeout(1_000, new AbortController().signal);
    idle.restart();
    jest.advanceTimersByTime(999);
    idle.pause();
    jest.advanceTimersByTime(60_000);
    expect(idle.signal.aborted).toBe(false);
    idle.restart();
    jest.advanceTimersByTime(1_000);
    expect(idle.signal.aborted).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test("what a refused upload still sends keeps no program waiting", () => {
  jest.useFakeTimers();
  try {
    const idle = new IdleTimeout(60_000, new AbortController().signal);
    idle.restart();
    idle.end();
    idle.restart();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

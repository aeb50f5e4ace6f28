import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { constants, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toStream } from "../platform/to-stream.ts";
import { makeTestFolder } from "../testing/test-server.ts";
import { maxJsonBytes } from "./bounds.ts";
import { openRemoteServer } from "./remote-server.ts";
import { isPlaintextHttp } from "./server-address.ts";
import { stampFiles } from "./stamp-files.ts";

const original = "%PDF-1.7";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const completed = {
  id: "../1",
  originalName: "../../lease.pdf",
  fileType: "application/pdf",
  status: "completed",
  serialNumber: "S",
  errorMessage: null,
  originalDeletedAt: null,
  sha256: sha256(original),
  stampedSha256: sha256("stamped"),
  stampedType: "../x",
  certificateSha256: sha256("certificate"),
};

let folder: string;
let server: Bun.Server<undefined>;
let answer: (path: string) => Response;
let asked: string[];

beforeAll(() => {
  folder = makeTestFolder();
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked.push(new URL(request.url).pathname);
      return answer(new URL(request.url).pathname);
    },
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const access = () => ({
  server: `http://127.0.0.1:${server.port}`,
  token: "atp_1_1",
  ownershipConfirmed: true as const,
});
const retryPolicy = {
  pause: async () => undefined,
  idleTimeoutMs: 60_000,
  say: () => undefined,
  signal: new AbortController().signal,
};

function endless(): Response {
  const piece = Buffer.alloc(256 * 1024, " ");
  return new Response(
    toStream(
      (async function* () {
        for (;;) yield piece;
      })(),
    ),
  );
}

async function stampLease(out: string) {
  const path = join(folder, "lease.pdf");
  writeFileSync(path, original);
  const told: string[] = [];
  const files = [{ path, name: "lease.pdf", folder: out, flags: constants.O_RDONLY }];
  const outcome = await stampFiles(
    { access: access(), wishes: {}, evidence: false, again: false, files },
    retryPolicy,
    {
      stage: () => "no one looks",
      done: (_, { names }) => told.push(...names),
      failed: (_, sentence) => told.push(sentence),
    },
  );
  return { ...outcome, told };
}

test("a server that sends data without end fills neither memory nor disk", async () => {
  answer = endless;
  const remote = openRemoteServer(access(), retryPolicy);
  const tooMuch = `${access().server} sent more data than it should have.`;
  await expect(remote.get("1")).rejects.toThrow(tooMuch);
  await expect(remote.takesExtraTypes()).rejects.toThrow(tooMuch);
  let taken = 0;
  const download = remote.download("1", "download", maxJsonBytes / 2, async (body) => {
    for await (const chunk of body) taken += chunk.byteLength;
  });
  await expect(download).rejects.toThrow(tooMuch);
  expect(taken).toBeLessThanOrEqual(maxJsonBytes / 2);
});

test("no name from a server becomes a file name", async () => {
  answer = (path) => {
    if (path.endsWith("/download")) return new Response("stamped");
    if (path.endsWith("/certificate")) return new Response("certificate");
    if (path.endsWith("/search")) return Response.json({ documents: [] });
    return Response.json(path.endsWith("/documents") ? [] : completed);
  };
  const out = join(folder, "out");
  const { told, done } = await stampLease(out);
  expect([done, told]).toEqual([1, ["Stamped_lease.pdf", "Certificate_of_Affidavit_lease.pdf"]]);
  expect(readdirSync(folder).toSorted()).toEqual(["lease.pdf", "out"]);
  expect(readFileSync(join(out, "Stamped_lease.pdf"), "utf8")).toBe("stamped");
});

test("a token is not sent along with a redirect", async () => {
  answer = (path) =>
    path === "/elsewhere"
      ? Response.json([])
      : new Response(null, { status: 307, headers: { location: "/elsewhere" } });
  await expect(openRemoteServer(access(), retryPolicy).list()).rejects.toThrow("redirects to /elsewhere.");
  expect(asked).toEqual(["/api/documents"]);
});

test("unencrypted connections are only for this machine", () => {
  const readable = (address: string) => isPlaintextHttp(new URL(address));
  expect(
    ["https://example.org", "http://localhost:3000", "http://127.0.0.1", "http://[::1]:1"].some(readable),
  ).toBe(false);
  expect(
    ["http://example.org", "http://192.168.1.2", "http://127.0.0.1.example.org", "http://[::2]"].every(
      readable,
    ),
  ).toBe(true);
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { TokenScope } from "../../db/columns/accounts.ts";
import { documents, stampUsage } from "../../db/schema.ts";
import { createToken } from "../features/accounts/access-tokens.service.ts";
import { insertUser } from "../features/accounts/accounts.repo.ts";
import type { Actor } from "../features/accounts/accounts.ts";
import { takeStamp } from "../features/billing/usage.repo.ts";
import { listDocuments } from "../features/documents/documents.service.ts";
import { smallPdf, startWorkingServer } from "../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../testing/test-server.ts";
import { findFiles } from "./find-files.ts";
import { defaultIdleTimeoutMs } from "./retries.ts";
import { type Outcome, stampFiles } from "./stamp-files.ts";

type Passed = (request: Request) => Promise<Response>;

let server: TestServer;
let front: Bun.Server<undefined>;
/** Intercepts requests between client and server; undefined passes them on. */
let between: ((request: Request, pass: Passed) => Promise<Response>) | undefined;
let folder: string;
let owner: Actor;
let token: string;

beforeAll(async () => {
  server = await startWorkingServer();
  front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => (between ? between(request, passOn) : passOn(request)),
  });
});
afterAll(async () => {
  await front.stop(true);
  await server.stop();
});

beforeEach(async () => {
  between = undefined;
  folder = makeTestFolder();
  owner = await newOwner();
  token = await tokenWith(["documents:read", "documents:write"]);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An account without a password; its programs use tokens. */
async function newOwner(): Promise<Actor> {
  const id = crypto.randomUUID();
  const names = { firstName: "Jane", lastName: "Doe", email: null };
  const user = { id, username: id, ...names, isAdmin: false };
  const row = { ...user, usernameKey: id, passwordHash: "none", createdAt: new Date() };
  await insertUser(server.deps.db, row);
  return user;
}

const tokenWith = async (scopes: TokenScope[]) =>
  (await createToken(server.deps, owner, { name: "client", scopes })).token;

function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers, body } = request;
  return fetch(`${server.origin}${pathname}${search}`, { method, headers, body, redirect: "manual" });
}

/** `pauses`: seconds between two attempts. */
type Ran = Outcome & { lines: string[]; pauses: number[] };

async function stamp(
  paths: string[],
  more: {
    out?: string;
    evidence?: boolean;
    again?: boolean;
    server?: string;
    token?: string;
    stop?: AbortController;
  } = {},
): Promise<Ran> {
  const lines: string[] = [];
  const pauses: number[] = [];
  const outcome = await stampFiles(
    {
      access: {
        server: more.server ?? `http://127.0.0.1:${front.port}`,
        token: more.token ?? token,
        ownershipConfirmed: true,
      },
      wishes: { otherParties: "Lena Lessor", qrCode: "off" },
      evidence: more.evidence ?? false,
      again: more.again ?? false,
      files: findFiles(paths, more.out, false).files,
    },
    {
      signal: more.stop?.signal ?? new AbortController().signal,
      say: (sentence) => pauses.push(Number(/ Trying again in (\d+) s\.$/.exec(sentence)?.[1])),
      pause: async () => {},
      idleTimeoutMs: defaultIdleTimeoutMs,
    },
    {
      stage: () => "shown on a terminal only",
      done: (_, { names }) => lines.push(names.join(", ")),
      failed: ({ name }, sentence) => lines.push(`${name}: ${sentence}`),
    },
  );
  return { ...outcome, lines, pauses };
}

const listed = () => listDocuments(server.deps, owner, { limit: 10 });
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

function pdf(name: string, pages = 1): string {
  const path = join(folder, name);
  writeFileSync(path, smallPdf(pages));
  return path;
}

test("a folder is stamped into the same subfolders of another one, and nothing is overwritten or stamped twice", async () => {
  mkdirSync(join(folder, "docs/deep"), { recursive: true });
  pdf("docs/lease.pdf");
  pdf("docs/deep/Lease.PDF", 2);
  pdf("docs/.hidden.pdf");
  writeFileSync(join(folder, "docs/notes.txt"), "no document");
  const out = join(folder, "out");
  const first = await stamp([join(folder, "docs")], { out });
  expect([first.done, first.failed, first.end]).toEqual([2, [], undefined]);
  const names = ["Certificate_of_Affidavit_lease.pdf", "Stamped_lease.pdf", "deep"];
  expect(readdirSync(out).toSorted()).toEqual(names);
  const records = await listed();
  const lease = records.find(({ originalName }) => originalName === "lease.pdf");
  expect(lease?.stampedSha256).toBe(sha256(join(out, "Stamped_lease.pdf")));
  expect(lease?.timestampConfig).toMatchObject({ otherParties: "Lena Lessor", qrCode: "off" });
  const before = sha256(join(out, "Stamped_lease.pdf"));
  const again = await stamp([join(folder, "docs")], { out });
  expect([again.done, again.known]).toEqual([2, 2]);
  expect(readdirSync(out).toSorted()).toEqual(names);
  expect(await listed()).toHaveLength(2);
  const second = await stamp([join(folder, "docs/lease.pdf")], { out, evidence: true, again: true });
  const three = ["Stamped_lease (2).pdf", "Certificate_of_Affidavit_lease (2).pdf", "Evidence_lease (2).zip"];
  expect(second.lines).toEqual([three.join(", ")]);
  expect(sha256(join(out, "Stamped_lease.pdf"))).toBe(before);
  expect(findFiles([out], undefined, false)).toMatchObject({ files: [], results: 6 });
});

test("one file that cannot be stamped does not affect the others", async () => {
  writeFileSync(join(folder, "a.pdf"), "no PDF");
  pdf("b.pdf");
  const ran = await stamp([folder]);
  expect([ran.done, ran.failed.map(({ name }) => name), ran.end]).toEqual([1, ["a.pdf"], undefined]);
  expect(ran.lines[0]).toBe(
    "a.pdf: Unsupported file type. Please upload PDF, DOCX, or image files. The name of this file says PDF, but its content is something else.",
  );
});

test("lost answers do not duplicate any document or stamp", async () => {
  const path = pdf("lease.pdf");
  const lost = new Set(["/upload", "/process"]);
  between = async (request, pass) => {
    const answer = await pass(request);
    const last = /\/(?:upload|process)$/.exec(new URL(request.url).pathname)?.[0] ?? "";
    return lost.delete(last) ? new Response("", { status: 502 }) : answer;
  };
  const ran = await stamp([path]);
  expect([ran.done, lost.size, ran.pauses]).toEqual([1, 0, [1, 1]]);
  expect((await listed()).map(({ status }) => status)).toEqual(["completed"]);
  expect(
    await server.deps.db.select().from(stampUsage).where(eq(stampUsage.userId, owner.id)).all(),
  ).toHaveLength(1);
});

test("a file that the account stamped before uses no second stamp, under whatever name; only on request", async () => {
  copyFileSync(pdf("lease.pdf"), join(folder, "copy of the lease.pdf"));
  const ran = await stamp([folder]);
  expect([ran.done, ran.known]).toEqual([2, 1]);
  const stamped = ["Stamped_copy of the lease.pdf", "Stamped_lease.pdf"].map((name) =>
    sha256(join(folder, name)),
  );
  const [only, ...others] = await listed();
  const expected = only?.stampedSha256 ?? "";
  expect([stamped, others]).toEqual([[expected, expected], []]);
  expect((await stamp([join(folder, "lease.pdf")], { again: true })).known).toBe(0);
  expect(await listed()).toHaveLength(2);
});

test("two files with the same name and content are two documents, if each shall be stamped", async () => {
  mkdirSync(join(folder, "copy"));
  copyFileSync(pdf("lease.pdf"), join(folder, "copy/lease.pdf"));
  expect((await stamp([folder], { again: true })).done).toBe(2);
  expect(await listed()).toHaveLength(2);
});

test("the client waits as long as the server asks, but not for hours", async () => {
  const path = pdf("lease.pdf");
  const waits = ["42", "7"];
  between = async (request, pass) => {
    const wait = request.url.endsWith("/upload") ? waits.shift() : undefined;
    if (wait === undefined) return pass(request);
    return Response.json(
      { message: "Too many attempts." },
      { status: 429, headers: { "retry-after": wait } },
    );
  };
  const ran = await stamp([path]);
  expect([ran.done, ran.pauses]).toEqual([1, [42, 7]]);
  waits.push("3600");
  const refused = await stamp([path], { again: true });
  expect([refused.done, refused.pauses, refused.lines]).toEqual([0, [], ["lease.pdf: Too many attempts."]]);
});

test("an interrupted download is repeated, and one that is not the document is never kept", async () => {
  const path = pdf("lease.pdf");
  const out = join(folder, "out");
  const cutter = await startCutter();
  const ran = await stamp([path], { out, server: cutter.origin });
  cutter.stop();
  expect([ran.done, cutter.cuts(), ran.pauses]).toEqual([1, 1, [1]]);
  expect(sha256(join(out, "Stamped_lease.pdf"))).toBe((await listed())[0]?.stampedSha256 ?? "");
  between = async (request, pass) =>
    request.url.endsWith("/certificate") ? new Response("something else") : pass(request);
  const other = await stamp([path], { out, again: true });
  expect(other.lines).toEqual(["lease.pdf: The downloaded file does not match the document's record."]);
  expect(readdirSync(out).toSorted()).toEqual(["Certificate_of_Affidavit_lease.pdf", "Stamped_lease.pdf"]);
});

/** Passes everything on to the server, but cuts off the first stamped copy after its first bytes. */
function startCutter(): Promise<{ origin: string; cuts: () => number; stop: () => void }> {
  let cuts = 0;
  const cutter = createServer((client) => {
    const upstream = connect(Number(front.port), "127.0.0.1");
    client.on("data", (bytes) => {
      if (cuts > 0 || !bytes.includes("/download HTTP/1.1")) return void upstream.write(bytes);
      cuts += 1;
      client.end("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n%PDF-1.7");
    });
    upstream.on("data", (answer) => client.write(answer));
    client.on("close", () => upstream.destroy());
    for (const end of [client, upstream]) end.on("error", () => end.destroy());
  });
  return new Promise((resolve) => {
    cutter.listen(0, "127.0.0.1", () => {
      const address = cutter.address();
      const port = typeof address === "object" ? address?.port : 0;
      resolve({ origin: `http://127.0.0.1:${port}`, cuts: () => cuts, stop: () => cutter.close() });
    });
  });
}

test("an interrupted run leaves no partial files, and the next run continues with the uploaded files", async () => {
  const paths = [pdf("lease.pdf"), pdf("other.pdf", 2)];
  const out = join(folder, "out");
  const stopAt = async (part: string, given: string[]) => {
    const stop = new AbortController();
    between = async (request, pass) => {
      if (!request.url.endsWith(part)) return pass(request);
      stop.abort();
      return new Response("late");
    };
    const ran = await stamp(given, { out, stop });
    expect([ran.done, ran.end?.reason, ran.untried.length]).toEqual([0, "stopped", 1]);
  };
  await stopAt("/certificate", paths.slice(0, 1));
  expect(readdirSync(out)).toEqual([]);
  await stopAt("/process", paths.slice(1));
  between = undefined;
  const next = await stamp(paths, { out });
  expect([next.done, next.known]).toEqual([2, 1]);
  expect((await listed()).map(({ originalName }) => originalName)).toEqual(["other.pdf", "lease.pdf"]);
});

test("an invalid token ends the run, and so does a read-only one", async () => {
  const path = pdf("lease.pdf");
  const wrong = await stamp([path], { token: "atp_0_0" });
  expect([wrong.end?.reason, wrong.untried.length]).toEqual(["not signed in", 1]);
  const reader = await stamp([path], { token: await tokenWith(["documents:read"]) });
  expect(reader.end).toEqual({
    reason: "not signed in",
    sentence: "This access token lacks the scope documents:write.",
  });
});

test("the run ends when the plan is used up, and the next run stamps the document that was paid for", async () => {
  const { db, now } = server.deps;
  for (let taken = 1; taken <= 3; taken += 1)
    await takeStamp(db, owner.id, crypto.randomUUID(), "trial", now());
  const paths = [pdf("a.pdf"), pdf("b.pdf", 2)];
  const ran = await stamp(paths);
  expect([ran.done, ran.end?.reason, ran.untried.map(({ name }) => name)]).toEqual([
    0,
    "payment needed",
    ["a.pdf", "b.pdf"],
  ]);
  expect((await listed()).map(({ status }) => status)).toEqual(["uploaded"]);
  await db.update(documents).set({ paymentCompleted: "true" }).where(eq(documents.userId, owner.id)).run();
  expect((await stamp(paths.slice(0, 1))).done).toBe(1);
  expect((await listed()).map(({ status }) => status)).toEqual(["completed"]);
});

test("an unreachable server ends the run after a minute of retries", async () => {
  const path = pdf("lease.pdf");
  between = async () => new Response("", { status: 502 });
  const ran = await stamp([path]);
  expect(ran.end?.reason).toBe("unreachable");
  expect(ran.pauses).toEqual([1, 2, 4, 8, 16, 32]);
});

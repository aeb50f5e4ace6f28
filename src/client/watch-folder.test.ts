import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToken } from "../features/accounts/access-tokens.service.ts";
import { insertUser } from "../features/accounts/accounts.repo.ts";
import { listDocuments } from "../features/documents/documents.service.ts";
import { smallPdf, startWorkingServer } from "../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../testing/test-server.ts";
import { defaultIdleTimeoutMs, pause } from "./retries.ts";
import { watchFolder } from "./watch-folder.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = makeTestFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An account and its access token. */
async function openAccount() {
  const id = crypto.randomUUID();
  const user = { id, username: id, firstName: "Jane", lastName: "Doe", email: null, isAdmin: false };
  await insertUser(server.deps.db, { ...user, usernameKey: id, passwordHash: "none", createdAt: new Date() });
  const wanted = { name: "scanner", scopes: ["documents:read" as const, "documents:write" as const] };
  return { user, token: (await createToken(server.deps, user, wanted)).token };
}

type Watch = { token: string; origin?: string; steps: (() => void)[]; out?: string };

/** Watches while the steps happen, one before each look at the folder, and then stops it as Ctrl+C does. */
async function watch({ token, steps, out, origin = server.origin }: Watch) {
  const stop = new AbortController();
  const lines: string[] = [];
  const waits: string[] = [];
  const end = await watchFolder(
    {
      access: { server: origin, token, ownershipConfirmed: true },
      wishes: {},
      evidence: false,
      folder: join(folder, "in"),
      out,
    },
    {
      signal: stop.signal,
      pause: (ms, signal) => pause(Math.min(ms, 5), signal),
      say: (line) => lines.push(line),
      idleTimeoutMs: defaultIdleTimeoutMs,
    },
    {
      stage: () => undefined,
      done: ({ name }, { wasStamped }) => lines.push(`${name} ${wasStamped ? "known" : "stamped"}`),
      failed: ({ name }, sentence) => lines.push(`${name}: ${sentence}`),
    },
    {
      untilNextLook: async () => {
        const step = steps.shift();
        if (step) step();
        else stop.abort();
      },
      untilServerIsBack: async () => {
        waits.push("server");
      },
      stillLooks: 2,
      againAfterLooks: 3,
    },
  );
  return { end: end.reason, lines, waits };
}

const nothing = () => undefined;

/** A proxy that answers some requests itself; the others reach the server. */
function standBefore(answer: (pathname: string) => Response | undefined) {
  const front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      return answer(pathname) ?? fetch(`${server.origin}${pathname}${search}`, { method, headers, body });
    },
  });
  return { origin: `http://127.0.0.1:${front.port}`, stop: () => front.stop(true) };
}

test("what appears in a folder is stamped once it is complete; results are not, and a new start stamps nothing again", async () => {
  const { user, token } = await openAccount();
  const inbox = join(folder, "in");
  mkdirSync(join(inbox, "deep"), { recursive: true });
  const scan = smallPdf(1);
  const half = scan.length / 2;
  const first = await watch({
    token,
    steps: [
      () => writeFileSync(join(inbox, "scan.pdf"), scan.subarray(0, half)),
      () => appendFileSync(join(inbox, "scan.pdf"), scan.subarray(half)),
      () => writeFileSync(join(inbox, "empty.pdf"), ""),
      nothing,
      () => writeFileSync(join(inbox, "deep/other.pdf"), smallPdf(2)),
      nothing,
      nothing,
      nothing,
    ],
  });
  expect(first).toEqual({ end: "stopped", lines: ["scan.pdf stamped", "other.pdf stamped"], waits: [] });
  const results = ["Certificate_of_Affidavit_scan.pdf", "Stamped_scan.pdf", "deep", "empty.pdf", "scan.pdf"];
  expect(readdirSync(inbox).toSorted()).toEqual(results);
  const next = await watch({ token, steps: [nothing, nothing, nothing] });
  expect(next.lines.toSorted()).toEqual(["other.pdf known", "scan.pdf known"]);
  expect(readdirSync(inbox).toSorted()).toEqual(results);
  expect(await listDocuments(server.deps, user, { limit: 10 })).toHaveLength(2);
});

test("a file in a watched folder that becomes a link while others are stamped does not send what it leads to [threat W9]", async () => {
  const { user, token } = await openAccount();
  const path = join(folder, "in/second.pdf");
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/first.pdf"), smallPdf(5));
  writeFileSync(path, smallPdf(6));
  writeFileSync(join(folder, "secret.pdf"), smallPdf(7));
  const sent: string[] = [];
  const front = standBefore((pathname) => {
    if (pathname !== "/api/documents/upload" || sent.push(pathname) > 1) return undefined;
    rmSync(path);
    symlinkSync(join(folder, "secret.pdf"), path);
    return undefined;
  });
  const { lines } = await watch({ token, origin: front.origin, steps: [nothing, nothing, nothing] });
  await front.stop();
  expect(lines).toEqual(["first.pdf stamped", expect.stringMatching(/^second\.pdf: ELOOP/)]);
  expect(await listDocuments(server.deps, user, { limit: 10 })).toHaveLength(1);
});

test("a file that cannot be stamped is tried again only when it has changed; results can go to another folder", async () => {
  const { token } = await openAccount();
  const path = join(folder, "in/scan.pdf");
  const out = join(folder, "in/results");
  mkdirSync(join(folder, "in"));
  writeFileSync(path, "no PDF");
  const { lines } = await watch({
    token,
    out,
    steps: [nothing, nothing, nothing, () => writeFileSync(path, smallPdf(1)), nothing, nothing, nothing],
  });
  expect(lines).toEqual([expect.stringMatching(/^scan\.pdf: Unsupported file type\./), "scan.pdf stamped"]);
  expect(readdirSync(out).toSorted()).toEqual(["Certificate_of_Affidavit_scan.pdf", "Stamped_scan.pdf"]);
});

test("a file that was refused for a while is tried again after a while", async () => {
  const { token } = await openAccount();
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/scan.pdf"), smallPdf(3));
  const busy = { status: 429, headers: { "retry-after": "3600" } };
  const answers = [
    () => Response.json({ message: "Too many uploads today.", code: "rate-limited" }, busy),
    () => Response.json({ message: "The disk is full.", code: "out-of-space" }, { status: 507 }),
  ];
  const lists = [() => Response.json({ message: "Too many calls today.", code: "rate-limited" }, busy)];
  const front = standBefore((pathname) => {
    if (pathname === "/api/documents") return lists.shift()?.();
    return pathname === "/api/documents/upload" ? answers.shift()?.() : undefined;
  });
  const { lines, waits } = await watch({
    token,
    origin: front.origin,
    steps: [nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing],
  });
  await front.stop();
  expect(waits).toEqual(["server"]);
  expect(lines).toEqual([
    "Too many calls today.",
    "scan.pdf: Too many uploads today.",
    "scan.pdf: The disk is full.",
    "scan.pdf stamped",
  ]);
});

test("while the server cannot be reached, files wait, and a token that is not valid ends the watch", async () => {
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/scan.pdf"), smallPdf(1));
  const { token } = await openAccount();
  let refusals = 8;
  const front = standBefore(() => {
    refusals -= 1;
    return refusals >= 0 ? new Response("", { status: 502 }) : undefined;
  });
  const ran = await watch({ token, origin: front.origin, steps: [nothing, nothing, nothing] });
  await front.stop();
  expect([ran.end, ran.waits, ran.lines.at(-1)]).toEqual(["stopped", ["server"], "scan.pdf stamped"]);
  const refused = await watch({ token: "atp_0_0", steps: [nothing, nothing, nothing] });
  expect(refused.end).toBe("not signed in");
});

test("whether the server takes the additional types is asked again once a server that was away is back", async () => {
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/note.txt"), "rent");
  const { token } = await openAccount();
  const away = 7;
  const accepts = [
    ...Array.from({ length: away }, () => new Response("", { status: 502 })),
    Response.json({ result: { data: { extraTypes: false } } }),
    Response.json({ result: { data: { extraTypes: true } } }),
  ];
  const lists = Array.from({ length: away }, () => new Response("", { status: 502 }));
  const front = standBefore((pathname) => {
    if (pathname === "/api/trpc/documents.accepted") return accepts.shift();
    return pathname === "/api/documents" ? lists.shift() : undefined;
  });
  const { lines, waits } = await watch({
    token,
    origin: front.origin,
    steps: [() => writeFileSync(join(folder, "in/scan.pdf"), smallPdf(4)), nothing, nothing, nothing],
  });
  await front.stop();
  expect(waits).toEqual(["server", "server"]);
  expect(lines.filter((line) => !line.includes("Trying again"))).toEqual([
    expect.stringMatching(/answered with status 502\.$/),
    expect.stringMatching(/answered with status 502\.$/),
    "scan.pdf stamped",
    expect.stringMatching(/^note\.txt: Unsupported file type\./),
  ]);
});

test("a folder that is not there is an error", async () => {
  await expect(watch({ token: "atp_0_0", steps: [] })).rejects.toThrow(/^There is no folder /);
});

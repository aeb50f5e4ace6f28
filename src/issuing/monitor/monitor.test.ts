import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer } from "../../testing/test-smtp-server.ts";
import { readHead } from "../log/log.service.ts";
import { retireLog } from "../log/retirement.service.ts";
import { certify, fillLog } from "../log/test-log.ts";
import { replaceWitnessKey } from "../witnesses/cosign-other-logs.service.ts";
import { keyOf, startWitness } from "../witnesses/test-witness.ts";
import { insertCosignature, insertWitnessed } from "../witnesses/witnesses.repo.ts";
import { look, type MonitorOptions, type MonitorState } from "./monitor.ts";

setDefaultTimeout(600_000);

const logKey = keyOf(5);
const hour = 3_600_000;
const options: MonitorOptions = {
  now: Date.parse("2026-11-28T12:00:00Z"),
  anchorMs: undefined,
  lists: shippedLists,
  fetch: (address) => fetchBytes(address, 60_000),
};

/** A server of one operator, who can start several with the same log and key. */
const startLog = (key = logKey) =>
  startTestServer({ config: { origin: "https://log.example" }, deps: { logKey: key } });

/** An address at which the operator decides, for each look, which of these servers answers. */
function startFront() {
  const state: {
    shown: TestServer | undefined;
    answer: ((path: string) => Response | undefined) | undefined;
  } = {
    shown: undefined,
    answer: undefined,
  };
  const front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const answer = state.answer?.(pathname);
      if (answer) return answer;
      return fetch(`${state.shown?.origin}${pathname}`);
    },
  });
  return { state, address: front.url.origin, stop: () => front.stop(true) };
}

let front: ReturnType<typeof startFront>;
const servers: TestServer[] = [];
async function newLog(key = logKey): Promise<TestServer> {
  const server = await startLog(key);
  servers.push(server);
  return server;
}

let honest: TestServer;
let seen: MonitorState;
beforeAll(async () => {
  front = startFront();
  honest = await newLog();
  await fillLog(honest.deps, 300);
  seen = await firstLook(honest);
});
afterAll(async () => {
  await front.stop();
  for (const server of servers) await server.stop();
});

async function firstLook(server: TestServer): Promise<MonitorState> {
  const { state, finding, head } = await lookAt(server, undefined);
  expect([finding, head?.size]).toEqual([undefined, (await readHead(server.deps)).size]);
  if (!state) throw new Error("Nothing was remembered.");
  return state;
}

async function lookAt(
  server: TestServer | undefined,
  before: MonitorState | undefined,
  given: Partial<MonitorOptions> = {},
) {
  front.state.shown = server;
  return look(front.address, before, { ...options, ...given });
}

test("a log that grows raises no alarm, and only tiles that the proof needs are read", async () => {
  const grown = await newLog();
  await fillLog(grown.deps, 700);
  const asked: string[] = [];
  const { finding, head, state } = await lookAt(grown, seen, {
    fetch: (address) => {
      asked.push(address);
      return fetchBytes(address, 60_000);
    },
  });
  expect([finding, head?.size]).toEqual([undefined, 700]);
  expect(asked.filter((address) => address.includes("/tile/entries/"))).toEqual([]);
  expect((await lookAt(grown, state)).finding).toBeUndefined();
});

test("[threat V16] two histories of the same size, or of different ones, are a fork, and both signed heads are the proof", async () => {
  const forked = await newLog();
  await fillLog(forked.deps, 299);
  await certify(forked.deps);
  const same = await lookAt(forked, seen);
  expect([same.finding?.alarm, same.state]).toEqual(["fork", seen]);
  expect(same.finding?.notes.map((note) => note.split("\n")[1])).toEqual(["300", "300"]);
  await certify(forked.deps);
  const longer = await lookAt(forked, seen);
  expect(longer.finding?.alarm).toBe("fork");
  expect(longer.finding?.text).toContain("do not prove that its 301 entries begin with the 300");
  // The alarm stays until the log that was seen is shown again.
  expect((await lookAt(honest, longer.state)).finding).toBeUndefined();
});

test("[threat V16] a log that has lost entries is rewound", async () => {
  const old = await newLog();
  await fillLog(old.deps, 200);
  const { finding, state } = await lookAt(old, seen);
  expect([finding?.alarm, finding?.text, state]).toEqual([
    "rewind",
    "The log has 200 entries, but it once signed 300.",
    seen,
  ]);
});

test("[threat V16] another key is an alarm, unless the log ended with a signed statement", async () => {
  const stranger = await newLog(keyOf(6));
  await fillLog(stranger.deps, 300);
  expect((await lookAt(stranger, seen)).finding?.alarm).toBe("wrong-key");
  front.state.answer = (path) =>
    path.endsWith("/checkpoint") ? new Response(seen.checkpoint.replace("\n300\n", "\n301\n")) : undefined;
  expect((await lookAt(honest, seen)).finding?.alarm).toBe("wrong-key");
  front.state.answer = undefined;
  const dataDir = makeTestFolder();
  const first = await startTestServer({ config: { dataDir } });
  await fillLog(first.deps, 10);
  const before = await firstLook(first);
  await retireLog(first.deps, replaceWitnessKey);
  await first.stop();
  const second = await startTestServer({ config: { dataDir } });
  await fillLog(second.deps, 20);
  const after = await lookAt(second, before);
  expect([after.finding, after.head?.size]).toEqual([undefined, 20]);
  expect(after.state?.verifierKey).not.toBe(before.verifierKey);
  await second.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("[threat V16] damaged tiles and a first look at a log that does not lead to its head are alarms", async () => {
  const grown = await newLog();
  await fillLog(grown.deps, 400);
  front.state.answer = (path) => (path.includes("/tile/") ? new Response("short") : undefined);
  expect((await lookAt(grown, seen)).finding?.alarm).toBe("fork");
  expect((await lookAt(grown, undefined)).finding?.alarm).toBe("fork");
  front.state.answer = undefined;
});

test("[threat V16] a server that is silent, slow or answers with errors is silent, and what was seen is kept", async () => {
  const answers = [
    () => new Response("", { status: 500 }),
    () => new Response(new ReadableStream({ start: () => {} })),
    () => new Response("not a log", { status: 404 }),
  ];
  for (const answer of answers) {
    front.state.answer = answer;
    const { finding, state } = await lookAt(honest, seen, { fetch: (address) => fetchBytes(address, 300) });
    expect([finding?.alarm, state]).toEqual(["silent", seen]);
  }
  front.state.answer = undefined;
});

test("[threat V16] a log that grows without anyone independent raises an alarm after the hours that were set, until it is seen again", async () => {
  const witness = startWitness();
  const lists = { ...shippedLists, witnesses: [witness.setting.key] };
  const server = await newLog();
  await fillLog(server.deps, 20);
  const at = (hours: number) => ({ now: options.now + hours * hour, anchorMs: 24 * hour, lists });
  const first = await lookAt(server, undefined, at(0));
  expect(first.finding).toBeUndefined();
  expect((await lookAt(server, first.state, at(24))).finding).toBeUndefined();
  const late = await lookAt(server, first.state, at(25));
  expect(late.finding?.alarm).toBe("no-anchor");
  const { checkpoint, size } = await readHead(server.deps);
  await insertWitnessed(server.deps.db, size, checkpoint, new Date());
  const [text = ""] = checkpoint.split("\n\n");
  const line = witness.line(`${text}\n`);
  await insertCosignature(server.deps.db, { size, witness: "it", line, time: new Date() });
  const again = await lookAt(server, late.state, at(26));
  expect([again.finding, again.state?.anchoredSize]).toEqual([undefined, 20]);
  // Without anything new, no one has to look again.
  expect((await lookAt(server, again.state, at(1_000))).finding).toBeUndefined();
  // What the server says about a witness of its own does not count.
  expect((await lookAt(server, first.state, { ...at(30), lists: shippedLists })).finding?.alarm).toBe(
    "no-anchor",
  );
  await witness.stop();
});

/** A log whose newest head a witness has cosigned. */
async function newSeenLog(witness: ReturnType<typeof startWitness>, entries: number): Promise<TestServer> {
  const server = await newLog();
  await fillLog(server.deps, entries);
  await seeHead(server, witness);
  return server;
}

async function seeHead(server: TestServer, witness: ReturnType<typeof startWitness>): Promise<void> {
  const { checkpoint, size } = await readHead(server.deps);
  await insertWitnessed(server.deps.db, size, checkpoint, new Date());
  const line = witness.line(`${checkpoint.split("\n\n")[0]}\n`);
  await insertCosignature(server.deps.db, { size, witness: "it", line, time: new Date() });
}

test("the first entries after a quiet week have as many hours to be seen as any", async () => {
  const witness = startWitness();
  const server = await newSeenLog(witness, 20);
  const at = (hours: number) => ({
    now: options.now + hours * hour,
    anchorMs: 24 * hour,
    lists: { ...shippedLists, witnesses: [witness.setting.key] },
  });
  const first = await lookAt(server, undefined, at(0));
  await fillLog(server.deps, 25);
  const grown = await lookAt(server, first.state, at(168));
  expect([grown.finding, grown.head?.size]).toEqual([undefined, 25]);
  await fillLog(server.deps, 30);
  const waiting = await lookAt(server, grown.state, at(192));
  expect(waiting.finding).toBeUndefined();
  expect((await lookAt(server, waiting.state, at(193))).finding?.alarm).toBe("no-anchor");
  await witness.stop();
});

test("a log that grows and is seen while the monitor looks is not rewound", async () => {
  const witness = startWitness();
  const server = await newSeenLog(witness, 20);
  const lists = { ...shippedLists, witnesses: [witness.setting.key] };
  let isGrown = false;
  const { finding, head } = await lookAt(server, undefined, {
    anchorMs: hour,
    lists,
    fetch: async (address) => {
      if (address.endsWith("/witnesses") && !isGrown) {
        isGrown = true;
        await fillLog(server.deps, 25);
        await seeHead(server, witness);
      }
      return fetchBytes(address, 60_000);
    },
  });
  expect([finding, head?.size]).toEqual([undefined, 25]);
  await witness.stop();
});

test("[threat V16] a server that lists an old cosigned head under a larger size gains no time", async () => {
  const witness = startWitness();
  const server = await newSeenLog(witness, 20);
  const list = await (await fetch(`${server.origin}/evidence/log/witnesses`)).json();
  const note = await (await fetch(`${server.origin}/evidence/log/witnesses/20/checkpoint.cosigned`)).text();
  await fillLog(server.deps, 25);
  front.state.answer = (path) => {
    if (path.endsWith("/witnesses"))
      return Response.json({ ...list, checkpoints: [{ ...list.checkpoints[0], size: 1_000_000 }] });
    return path.endsWith("/1000000/checkpoint.cosigned") ? new Response(note) : undefined;
  };
  const lists = { ...shippedLists, witnesses: [witness.setting.key] };
  const { state } = await lookAt(server, undefined, { anchorMs: hour, lists });
  front.state.answer = undefined;
  expect(state?.anchoredSize).toBe(20);
  await witness.stop();
});

test("[threat V16] a head that witnesses have seen and the monitor is not shown is a fork", async () => {
  const witness = startWitness();
  const lists = { ...shippedLists, witnesses: [witness.setting.key] };
  const other = await newLog();
  await fillLog(other.deps, 299);
  await certify(other.deps);
  const { checkpoint, size } = await readHead(other.deps);
  await insertWitnessed(honest.deps.db, size, checkpoint, new Date());
  const [text = ""] = checkpoint.split("\n\n");
  const line = witness.line(`${text}\n`);
  await insertCosignature(honest.deps.db, { size, witness: "it", line, time: new Date() });
  const { finding } = await lookAt(honest, seen, { anchorMs: hour, lists });
  expect([finding?.alarm, finding?.notes.length]).toEqual(["fork", 2]);
  await witness.stop();
});

const program = join(import.meta.dir, "../../main.ts");

test("the command exits with the code of what it finds, keeps every checkpoint, and posts an alarm", async () => {
  const folder = join(makeTestFolder(), "state");
  const posted: unknown[] = [];
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      posted.push(await request.json());
      return new Response();
    },
  });
  const run = async (server: TestServer) => {
    front.state.shown = server;
    const words = ["--state", folder, "--once", "--no-anchor-hours", "--webhook", receiver.url.href];
    const child = Bun.spawn([process.execPath, program, "monitor", front.address, ...words], {
      env: { PATH: "/usr/bin:/bin" },
      stdout: "pipe",
      stderr: "pipe",
    });
    const said = await new Response(child.stdout).text();
    return { code: await child.exited, said };
  };
  const forked = await newLog();
  await fillLog(forked.deps, 300);
  await certify(forked.deps);
  expect((await run(honest)).code).toBe(0);
  await fillLog(honest.deps, 301);
  expect((await run(honest)).code).toBe(0);
  expect(readdirSync(join(folder, "checkpoints")).toSorted()).toEqual(["300.note", "301.note"]);
  const { code, said } = await run(forked);
  expect([code, said]).toEqual([3, expect.stringContaining("fork: ")]);
  expect(readFileSync(join(folder, "alarms/fork-301-301-2.note"), "utf8")).toBe(
    (await readHead(forked.deps)).checkpoint,
  );
  expect(posted).toEqual([expect.objectContaining({ alarm: "fork", address: front.address })]);
  await receiver.stop(true);
});

test("an alarm is sent by mail, with the signed notes that prove it", async () => {
  const mails = await startTestSmtpServer();
  const folder = join(makeTestFolder(), "state");
  const forked = await newLog();
  await fillLog(forked.deps, 299);
  await certify(forked.deps);
  const run = async (server: TestServer) => {
    front.state.shown = server;
    const words = ["--state", folder, "--once", "--no-anchor-hours", "--mail", "guard@example.org"];
    const env = { PATH: "/usr/bin:/bin", SMTP_URL: mails.url, MAIL_FROM: "monitor@example.org" };
    const child = Bun.spawn([process.execPath, program, "monitor", front.address, ...words], { env });
    return child.exited;
  };
  const grown = await newLog();
  await fillLog(grown.deps, 300);
  expect([await run(grown), mails.received.length]).toEqual([0, 0]);
  expect(await run(forked)).toBe(3);
  const [received] = await mails.untilReceived(1);
  const text = received?.mail.text ?? "";
  expect([received?.recipients, received?.mail.subject]).toEqual([
    ["guard@example.org"],
    "Alarm about a public log: fork",
  ]);
  expect(text).toContain(front.address);
  for (const server of [grown, forked])
    expect(text).toContain((await readHead(server.deps)).checkpoint.split("\n")[2] ?? "no head");
  await mails.stop();
});

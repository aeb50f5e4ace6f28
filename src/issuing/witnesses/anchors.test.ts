import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { realFrom } from "../../evidence/bitcoin/test-headers.ts";
import { testAuthority } from "../../evidence/test-pki.ts";
import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import { makeTimeStampRequest, parseTimeStampRequest } from "../../evidence/tsp/request.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import type { Config } from "../../features/config.ts";
import { createLogger } from "../../platform/logger.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { answeringWith, type Behavior, granted, startExternalTsa } from "../../testing/test-external-tsa.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { fillLog } from "../log/test-log.ts";
import { checkClock } from "../tsa/clock.service.ts";
import { computeImprint } from "../tsa/tsa.ts";
import { rootsOf } from "./anchor-authorities.service.ts";
import { readAnchoring, shownAddress } from "./anchors.service.ts";
import { witnessLog } from "./ask-witnesses.service.ts";
import { startCalendar, type TestCalendar } from "./test-calendar.ts";
import { insertHeaders, listTokens, listWitnessed, saveBlock } from "./witnesses.repo.ts";

setDefaultTimeout(600_000);

const first = startExternalTsa();
const second = startExternalTsa();
afterAll(() => {
  first.stop();
  second.stop();
});
const known = testAuthority("Known");
const strange = testAuthority("Strange");

let calendar: TestCalendar;
let server: TestServer;
let clock: number;
let told: Record<string, unknown>[];
beforeEach(() => {
  calendar = startCalendar();
  clock = 0;
  told = [];
  for (const { state } of [first, second]) Object.assign(state, { behavior: undefined, asked: 0 });
});
afterEach(async () => {
  await server.stop();
  calendar.stop();
});

const settings = (): Partial<Config> => ({
  anchorAuthorities: [first.url, second.url],
  tsaRoots: first.root + second.root + encodePem("CERTIFICATE", known.root.certificate),
  otsCalendars: [calendar.url],
});

/** A server whose log has three entries. */
async function start(config = settings()): Promise<void> {
  const log = createLogger("warn", { write: (line: string) => told.push(JSON.parse(line)) });
  server = await startTestServer({ config, deps: { log, now: () => Date.now() + clock } });
  await fillLog(server.deps, 3);
}

async function stampFile(person: TestClient): Promise<void> {
  const { id } = await uploadFile(person);
  expect(await processFile(person, id)).toMatchObject({ status: "completed" });
}

const passHour = () => witnessLog(server.deps, new AbortController().signal);
const anchoring = () => readAnchoring(server.deps);

async function stampedBy(): Promise<string[]> {
  const [newest] = await listWitnessed(server.deps.db, 1);
  return (await listTokens(server.deps.db, newest?.size ?? 0)).map(({ address }) => address);
}

test("[threat V13] nothing but the hash of the log's head goes to anchors: no document is sent to them, nor its hash", async () => {
  const config = settings();
  server = await startWorkingServer({ config });
  const asked: Uint8Array[] = [];
  first.state.behavior = (query) => {
    asked.push(query);
    return new Response("", { status: 503 });
  };
  await stampFile(await newPerson(server));
  expect([asked.length, second.state.asked]).toEqual([0, 0]);
  await passHour();
  const head = await (await fetch(`${server.origin}/evidence/log/checkpoint`)).bytes();
  const digest = new Bun.CryptoHasher("sha256").update(head).digest("hex");
  expect(asked.map((query) => Buffer.from(requestIn(query).imprint.digest).toString("hex"))).toEqual([
    digest,
  ]);
});

test("every anchor confirms the head within the hour in which the log has grown, and is asked once", async () => {
  await start();
  expect(await anchoring()).toMatchObject({ state: "unused", lastAt: undefined });
  await passHour();
  await passHour();
  expect([first.state.asked, second.state.asked]).toEqual([1, 1]);
  expect(await stampedBy()).toHaveLength(2);
  const { state, lastAt, anchors } = await anchoring();
  expect([state, lastAt?.getTime()]).toEqual(["anchored", expect.closeTo(Date.now(), -6)]);
  expect(anchors.map(({ kind, failing }) => [kind, failing])).toEqual([
    ["authority", undefined],
    ["authority", undefined],
    ["calendar", undefined],
  ]);
});

test("[threat V15] a calendar's promise is no confirmation: the head is not anchored until a block confirms it", async () => {
  await start({ otsCalendars: [calendar.url], bitcoinExplorers: ["http://127.0.0.1:9/api"] });
  await passHour();
  expect(await anchoring()).toMatchObject({ state: "promised", lastAt: undefined });
  const ready = await fetch(`${server.origin}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { outside: "promised" } }]);
  calendar.state.block = 900_000;
  await passHour();
  expect((await anchoring()).state).toBe("promised");
  const { db } = server.deps;
  const [header] = [realFrom(824_540, 824_540)].map((bytes) => ({
    height: 824_540,
    header: Buffer.from(bytes),
  }));
  await insertHeaders(db, header ? [header] : []);
  const proof = Buffer.from((await listWitnessed(db, 1))[0]?.proof ?? []);
  await saveBlock(db, 3, { block: 824_540, hasAllHeaders: true, proof });
  expect(await anchoring()).toMatchObject({ state: "anchored", lastAt: new Date("2024-01-06T00:17:49Z") });
});

test("a server that was witnessed before it kept who answered says when it was last confirmed", async () => {
  await start();
  await passHour();
  const { lastAt } = await anchoring();
  sqlOf(server.deps.db).exec("DELETE FROM anchor_answers");
  expect(lastAt).toBeInstanceOf(Date);
  expect(await anchoring()).toMatchObject({ state: "anchored", lastAt });
});

test("of an operator's own address, only the host is shown; its path may be a secret", async () => {
  await start({
    anchorAuthorities: [`${first.url}/secret-1`, `${first.url}/secret-2`],
    otsCalendars: [`${calendar.url}/secret-3`],
    tsaRoots: first.root,
  });
  await passHour();
  const shown = (await anchoring()).anchors.map(({ address }) => address);
  expect(shown).toEqual([first.host, `${first.host} (2)`, new URL(calendar.url).host]);
  const published = await (await fetch(`${server.origin}/evidence/log/witnesses`)).text();
  expect(published).toContain(first.host);
  expect(published + JSON.stringify(told)).not.toContain("secret");
  expect(shownAddress("rfc3161timestamp.globalsign.com/advanced")).toBe(
    "rfc3161timestamp.globalsign.com/advanced",
  );
});

const requestIn = (query: Uint8Array) => {
  const request = parseTimeStampRequest(query);
  if ("error" in request || request.nonce === undefined)
    throw new Error("The server asked for something else.");
  return { imprint: request.imprint, nonce: request.nonce };
};
const aDayMs = 24 * 3_600_000;

const lies: Record<string, Behavior> = {
  "stamps another hash": answeringWith({ signer: known.tsa }, (query) =>
    makeTimeStampRequest(computeImprint(randomBytes(32)), requestIn(query).nonce),
  ),
  "repeats an old token": answeringWith({ signer: known.tsa }, (query) =>
    makeTimeStampRequest(requestIn(query).imprint, requestIn(query).nonce ^ 1n),
  ),
  "says the time of yesterday": (query) =>
    answeringWith({ signer: known.tsa, time: new Date(Date.now() - aDayMs) })(query),
  "says the time of tomorrow": (query) =>
    answeringWith({ signer: known.tsa, time: new Date(Date.now() + aDayMs) })(query),
  "signs under another root": answeringWith({ signer: strange.tsa }),
  "signs with a key for something else": answeringWith({ signer: known.seal }),
  refuses: answeringWith({ signer: known.tsa }, () => new Uint8Array(3)),
  "sends anything": () => granted(randomBytes(500)),
  "sends us elsewhere": () => Response.redirect(second.url),
};

for (const [what, behavior] of Object.entries(lies)) {
  test(`[threat V13] an authority that ${what} has confirmed nothing, and stops nothing`, async () => {
    await start();
    first.state.behavior = behavior;
    await passHour();
    expect(await stampedBy()).toEqual([`${second.host}/tsa`]);
    expect((await anchoring()).anchors[0]).toMatchObject({
      answeredAt: undefined,
      failing: { error: expect.stringMatching(/./) },
    });
    expect(told).toMatchObject([{ level: 40, authority: first.host }]);
    expect(await checkClock(server.deps)).toMatchObject({ isBehind: false, contradictedSince: null });
  });
}

test("[threat V13] an authority on the list that ships with the product counts only under its own root", async () => {
  const [digicert = ""] = publicAuthorities[0]?.addresses ?? [];
  expect(rootsOf(digicert)?.map(({ subject }) => subject.text)).toEqual(
    publicAuthorities[0]?.roots.map(() => expect.stringContaining("DigiCert")),
  );
  expect(rootsOf(first.url)).toBeUndefined();
  await start();
});

test("[threat V14] a document is stamped while every anchor is silent, and waits for none of them", async () => {
  const config = settings();
  server = await startWorkingServer({ config });
  first.state.behavior = () => new Promise(() => {});
  second.state.behavior = () => new Response(new ReadableStream());
  calendar.state.behavior = () => new Promise(() => {});
  const person = await newPerson(server);
  await stampFile(person);
  const stop = new AbortController();
  const hour = witnessLog(server.deps, stop.signal);
  await until(
    "everyone was asked",
    () => first.state.asked + second.state.asked + calendar.state.asked.length === 3,
  );
  await stampFile(person);
  stop.abort();
  await hour;
  expect(await anchoring()).toMatchObject({ state: "missing", lastAt: undefined });
});

test("[threat V14] while no anchor confirms the newest head, the server says so with the time of the last success, and logs it once", async () => {
  await start();
  await passHour();
  const { lastAt } = await anchoring();
  await fillLog(server.deps, 4);
  clock = 3_600_000;
  for (const { state } of [first, second]) state.behavior = () => new Response("", { status: 503 });
  calendar.state.behavior = () => new Response("", { status: 503 });
  await passHour();
  clock = 2 * 3_600_000;
  await passHour();
  const { state, lastAt: before, anchors } = await anchoring();
  expect([state, before]).toEqual(["missing", lastAt]);
  const ready = await fetch(`${server.origin}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { outside: "none" } }]);
  expect(lastAt).toBeDefined();
  expect(anchors.map(({ failing }) => failing?.error)).toEqual(Array(3).fill("HTTP status 503"));
  expect(told.filter(({ msg }) => !String(msg).includes("the state of a checkpoint"))).toHaveLength(3);
  clock = 0;
  for (const { state } of [first, second]) state.behavior = undefined;
  await passHour();
  expect(await anchoring()).toMatchObject({ state: "anchored" });
});

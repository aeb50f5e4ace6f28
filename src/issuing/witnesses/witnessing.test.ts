import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeTimestamp } from "../../evidence/opentimestamps/proof.ts";
import { proofState } from "../../evidence/opentimestamps/state.ts";
import { buildPromise, inBlock, pendingAt, sha256 } from "../../evidence/opentimestamps/test-proofs.ts";
import { cosignedAt } from "../../evidence/tlog/cosignature.ts";
import { printVerifierKey } from "../../evidence/tlog/signed-note.ts";
import type { Config } from "../../features/config.ts";
import { runTool } from "../../formats/pdf/test-tools.ts";
import { createLogger } from "../../platform/logger.ts";
import { Schedule } from "../../platform/schedule.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startExternalTsa } from "../../testing/test-external-tsa.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { fillLog } from "../log/test-log.ts";
import { witnessLog } from "./ask-witnesses.service.ts";
import type { PublishedWitnesses } from "./published-witnesses.service.ts";
import { startCalendar, type TestCalendar } from "./test-calendar.ts";
import { keyOf, startWitness, wrongSize } from "./test-witness.ts";

setDefaultTimeout(600_000);

const first = startExternalTsa();
const second = startExternalTsa();
afterAll(() => {
  first.stop();
  second.stop();
});

let calendar: TestCalendar;
let witness: ReturnType<typeof startWitness>;
let server: TestServer;
let told: Record<string, unknown>[];
beforeEach(() => {
  calendar = startCalendar();
  witness = startWitness();
  told = [];
  for (const { state } of [first, second]) Object.assign(state, { behavior: undefined, asked: 0 });
});
afterEach(async () => {
  await server.stop();
  calendar.stop();
  witness.stop();
});

/** A server whose log has three entries. */
async function start(config: Partial<Config>): Promise<void> {
  const log = createLogger("warn", { write: (line: string) => told.push(JSON.parse(line)) });
  server = await startTestServer({ config, deps: { log } });
  await fillLog(server.deps, 3);
}

const passHour = () => witnessLog(server.deps, new AbortController().signal);

async function published(): Promise<PublishedWitnesses["checkpoints"]> {
  const answer = await fetch(`${server.origin}/evidence/log/witnesses`);
  const { checkpoints }: PublishedWitnesses = JSON.parse(await answer.text());
  return checkpoints;
}

async function newest(): Promise<PublishedWitnesses["checkpoints"][number]> {
  const [checkpoint] = await published();
  if (!checkpoint) throw new Error("No checkpoint was witnessed.");
  return checkpoint;
}

async function bytesAt(path = ""): Promise<Uint8Array> {
  const answer = await fetch(`${server.origin}${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return new Uint8Array(await answer.arrayBuffer());
}

const everyWitness = () => ({
  tsaUrls: [first.url, second.url],
  tsaRoots: first.root + second.root,
  otsCalendars: [calendar.url],
  logWitnesses: [witness.setting],
});

test("a checkpoint gets a token from every authority, a proof and a cosignature, which others can fetch and check", async () => {
  await start(everyWitness());
  await passHour();
  expect(told).toEqual([]);
  const { size, checkpoint, cosigned, timeStamps, cosignatures, openTimestamps } = await newest();
  const note = await bytesAt(checkpoint);
  expect([size, timeStamps.map(({ state }) => state)]).toEqual([3, ["confirmed", "confirmed"]]);
  expect(timeStamps.map(({ address }) => address).toSorted()).toEqual([first.host, second.host].toSorted());
  const folder = makeTestFolder();
  writeFileSync(join(folder, "checkpoint"), note);
  for (const { address, token } of timeStamps) {
    writeFileSync(join(folder, "token"), await bytesAt(token));
    writeFileSync(join(folder, "root.pem"), address.startsWith(first.host) ? first.root : second.root);
    const command = "ts -verify -in token -token_in -data checkpoint -CAfile root.pem";
    expect(runTool("openssl", command.split(" "), folder)).toMatchObject({ code: 0 });
  }
  rmSync(folder, { recursive: true });
  expect(openTimestamps).toMatchObject({ state: "pending", calendars: [calendar.url] });
  const proof = await bytesAt(openTimestamps.proof);
  expect(proofState(proof, sha256(note))).toEqual({ state: "pending", calendars: [calendar.url] });
  expect(cosignatures).toEqual([
    { witness: printVerifierKey(witness.setting.key), state: "confirmed", time: expect.any(String) },
  ]);
  const withLines = new TextDecoder().decode(await bytesAt(cosigned));
  expect(cosignedAt(withLines, witness.setting.key)).toBeDefined();
  expect(new TextDecoder().decode(await bytesAt("/evidence/log/checkpoint"))).toBe(withLines);
});

test("a log is witnessed again only when it has grown, and no witness is asked twice", async () => {
  await start(everyWitness());
  await passHour();
  await passHour();
  expect([first.state.asked, second.state.asked, witness.state.asked.length]).toEqual([1, 1, 1]);
  expect(calendar.state.asked.map((line) => line.slice(0, 10))).toEqual(["POST /dige", "GET /times"]);
  await fillLog(server.deps, 9);
  expect(
    (await fetch(`${server.origin}/evidence/log/checkpoint`).then((one) => one.text())).split("\n"),
  ).toHaveLength(6);
  await passHour();
  expect([
    first.state.asked,
    witness.state.asked.length,
    (await published()).map(({ size }) => size),
  ]).toEqual([...[2, 2], [9, 3]]);
  expect(witness.state.asked.at(-1)).toStartWith("old 3\n");
});

test("a witness that fails is reported to the operator, shown as absent, and asked again in an hour", async () => {
  await start(everyWitness());
  const broken = () => new Response("oh no", { status: 500 });
  for (const { state } of [second, calendar, witness]) state.behavior = broken;
  await passHour();
  expect(told.map(({ error }) => error)).toEqual(Array(3).fill("HTTP status 500"));
  const before = await newest();
  expect(before.timeStamps.map(({ state }) => state)).toEqual(["confirmed", "absent"]);
  expect([before.cosignatures[0]?.state, before.openTimestamps.state]).toEqual(["absent", "absent"]);
  for (const { state } of [second, calendar, witness]) state.behavior = undefined;
  await passHour();
  const after = await newest();
  expect([after.size, first.state.asked]).toEqual([3, 1]);
  expect(after.timeStamps.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
  expect([after.cosignatures[0]?.state, after.openTimestamps.state]).toEqual(["confirmed", "pending"]);
});

test("a proof is confirmed by the first calendar that answers, and then no other calendar is asked", async () => {
  const other = startCalendar();
  await start({ otsCalendars: [calendar.url, other.url] });
  other.state.behavior = () => new Response("", { status: 503 });
  await passHour();
  expect((await newest()).openTimestamps).toMatchObject({ state: "pending", calendars: [calendar.url] });
  other.state.behavior = undefined;
  await passHour();
  const { openTimestamps } = await newest();
  expect("calendars" in openTimestamps && openTimestamps.calendars.toSorted()).toEqual(
    [calendar.url, other.url].toSorted(),
  );
  other.state.block = 900_001;
  await passHour();
  const { openTimestamps: confirmed, checkpoint } = await newest();
  expect(confirmed).toMatchObject({
    state: "confirmed",
    block: 900_001,
    merkleRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(proofState(await bytesAt(confirmed.proof), sha256(await bytesAt(checkpoint)))).toMatchObject({
    block: 900_001,
  });
  const asked = calendar.state.asked.length + other.state.asked.length;
  await passHour();
  expect(calendar.state.asked.length + other.state.asked.length).toBe(asked);
  other.stop();
});

test("a proof without a status from any calendar is unverified, not pending, until one answers", async () => {
  await start({ otsCalendars: [calendar.url] });
  await passHour();
  for (const [behavior, state] of [
    [() => new Response("", { status: 500 }), "unverified"],
    [undefined, "pending"],
    [() => new Response("Not found", { status: 404 }), "unverified"],
    [
      () => new Response(Uint8Array.from(writeTimestamp(pendingAt(calendar.url)(new Uint8Array(36))))),
      "unverified",
    ],
  ] as const) {
    calendar.state.behavior = behavior;
    await passHour();
    expect((await newest()).openTimestamps.state).toBe(state);
  }
});

const hostilePromises: Record<string, (submission: Uint8Array, own: string) => Uint8Array> = {
  nothing: () => new Uint8Array(),
  "anything at all": () => new Uint8Array(500).fill(9),
  "a page without end": () => new Uint8Array(10_000_000),
  "a block at once": (submission) => writeTimestamp(inBlock(1)(submission)),
  "another address": (submission) => buildPromise(submission, "http://127.0.0.1:9/private"),
  "the way to something else": (submission, own) => buildPromise(submission, own).slice(0, -1),
};

for (const [what, answer] of Object.entries(hostilePromises)) {
  test(`[threat V13] a calendar that promises ${what} has promised nothing`, async () => {
    await start({ otsCalendars: [calendar.url] });
    calendar.state.behavior = (_, body) => new Response(Uint8Array.from(answer(body, calendar.url)));
    await passHour();
    expect((await newest()).openTimestamps).toEqual({ state: "absent" });
    expect(told).toMatchObject([{ level: 40, calendar: new URL(calendar.url).host }]);
  });
}

const hostileLines: Record<string, (text: string) => Response> = {
  "with another key": (text) => new Response(startedElsewhere.line(text)),
  "under another checkpoint": (text) => new Response(witness.line(text.replace("\n3\n", "\n4\n"))),
  "an hour ago": (text) => new Response(witness.line(text, Math.floor(Date.now() / 1_000) - 3_600)),
  "in an hour": (text) => new Response(witness.line(text, Math.floor(Date.now() / 1_000) + 3_600)),
  "with no line": () => new Response(""),
  "without end": () => new Response("— ".repeat(20_000)),
  elsewhere: () => Response.redirect("http://127.0.0.1:9/"),
  "from a size we never had": () => wrongSize("4\n"),
  "from no size": () => wrongSize("many\n"),
  "from the same size for ever": () => wrongSize("0\n"),
};
const startedElsewhere = startWitness("witness.example/w1", keyOf(8));
afterAll(() => startedElsewhere.stop());

for (const [what, behavior] of Object.entries(hostileLines)) {
  test(`a witness that cosigns ${what} has not cosigned`, async () => {
    await start({ logWitnesses: [witness.setting] });
    witness.state.behavior = behavior;
    await passHour();
    expect((await newest()).cosignatures.map(({ state }) => state)).toEqual(["absent"]);
    expect(told).toMatchObject([{ witness: "witness.example/w1" }]);
    expect(witness.state.asked.length).toBeLessThanOrEqual(2);
  });
}

test("only the witness's own line of its response is published", async () => {
  await start({ logWitnesses: [witness.setting] });
  witness.state.behavior = (text) => new Response(`— evil.example AAAAAAAA\n${witness.line(text)}`);
  await passHour();
  const { text } = await createTestClient(server.origin).get("/evidence/log/checkpoint");
  expect(text).toContain("— witness.example/w1 ");
  expect(text).not.toContain("evil");
});

test("without witnesses in the settings no authority is asked; our own does not count", async () => {
  await start({});
  await passHour();
  expect(await published()).toEqual([]);
  for (const path of ["3/checkpoint", "x/checkpoint", "03/checkpoint", "3/checkpoint.1.tst"]) {
    expect((await fetch(`${server.origin}/evidence/log/witnesses/${path}`)).status).toBe(404);
  }
});

test("a server that stops does not wait for witnesses, and late answers are not stored", async () => {
  await start({ otsCalendars: [calendar.url], logWitnesses: [witness.setting] });
  calendar.state.behavior = () => new Promise(() => {});
  const schedule = new Schedule(server.deps.log);
  schedule.every(3_600_000, "witnessing", (signal) => witnessLog(server.deps, signal));
  await until("the calendar was asked", () => calendar.state.asked.length > 0);
  await schedule.stop(1_000);
  expect((await newest()).openTimestamps).toEqual({ state: "absent" });
  expect(told).toEqual([]);
});

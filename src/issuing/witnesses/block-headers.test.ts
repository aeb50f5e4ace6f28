import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readBlockHeader } from "../../evidence/bitcoin/block-header.ts";
import { minedBitcoin, mineHeaders } from "../../evidence/bitcoin/test-headers.ts";
import { claimedBlocks } from "../../evidence/opentimestamps/state.ts";
import type { Config } from "../../features/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { fillLog } from "../log/test-log.ts";
import { readAnchoring } from "./anchors.service.ts";
import { witnessLog } from "./ask-witnesses.service.ts";
import type { PublishedWitnesses } from "./published-witnesses.service.ts";
import { startCalendar, type TestCalendar } from "./test-calendar.ts";
import { startExplorer, type TestExplorer } from "./test-explorer.ts";

setDefaultTimeout(600_000);

const block = 923_456;

let calendar: TestCalendar;
let explorer: TestExplorer;
let server: TestServer;
let told: Record<string, unknown>[];
beforeEach(() => {
  calendar = startCalendar();
  explorer = startExplorer();
  told = [];
});
afterEach(async () => {
  await server.stop();
  calendar.stop();
  explorer.stop();
});

/** A server whose log has three entries, anchored in block 923,456 according to its calendar. */
async function startAnchored(config: Partial<Config> = {}): Promise<void> {
  const log = createLogger("warn", { write: (line: string) => told.push(JSON.parse(line)) });
  const settings = { otsCalendars: [calendar.url], bitcoinExplorers: [explorer.url], ...config };
  server = await startTestServer({ config: settings, deps: { log, bitcoin: minedBitcoin() } });
  await fillLog(server.deps, 3);
  await passHour();
  calendar.state.block = block;
}

const passHour = () => witnessLog(server.deps, new AbortController().signal);

async function newest(): Promise<PublishedWitnesses["checkpoints"][number]["openTimestamps"]> {
  const { checkpoints }: PublishedWitnesses = JSON.parse(
    await (await fetch(`${server.origin}/evidence/log/witnesses`)).text(),
  );
  const [checkpoint] = checkpoints;
  if (!checkpoint) throw new Error("No checkpoint was witnessed.");
  return checkpoint.openTimestamps;
}

/** The Merkle root that the proof needs, known once the calendar has named a block. */
async function merkleRoot(): Promise<string> {
  const { proof = "" } = await newest();
  const [claimed] = claimedBlocks(await (await fetch(`${server.origin}${proof}`)).bytes());
  return claimed?.merkleRoot ?? "";
}

async function publishedHeaders(): Promise<Uint8Array | undefined> {
  const { headers } = await newest();
  return headers === undefined ? undefined : (await fetch(`${server.origin}${headers}`)).bytes();
}

const hashAt = (headers: Uint8Array, at: number) =>
  readBlockHeader(headers.slice(80 * at, 80 * (at + 1))).hash;

test("the headers of an anchored block and of those after it are fetched and published once six confirm it", async () => {
  await startAnchored();
  await passHour();
  expect([await publishedHeaders(), told.map(({ msg }) => msg)]).toEqual([
    undefined,
    ["a block explorer did not answer"],
  ]);
  explorer.mine(block, await merkleRoot(), 7);
  const all = explorer.state.headers;
  explorer.state.headers = all.slice(0, 6 * 80);
  await passHour();
  expect(await publishedHeaders()).toBeUndefined();
  explorer.state.headers = all;
  await passHour();
  expect(await publishedHeaders()).toEqual(all);
  expect(told).toHaveLength(1);
});

test("the headers are completed in the next hours, up to the end of the period in which a day of blocks has passed", async () => {
  await startAnchored();
  await passHour();
  const end = 2_016 * Math.ceil((block + 145) / 2_016) - 1;
  explorer.mine(block, await merkleRoot(), end - block + 20);
  for (let hour = 0; hour < 3; hour++) await passHour();
  expect((await publishedHeaders())?.length).toBe(80 * (end - block + 1));
  const asked = explorer.state.asked.length;
  await passHour();
  expect(explorer.state.asked.length).toBe(asked);
});

test("with a checkpoint after the block, no header behind the checkpoint is needed", async () => {
  await startAnchored();
  await passHour();
  explorer.mine(block, await merkleRoot(), 30);
  const checkpoint: [number, string] = [block + 20, hashAt(explorer.state.headers, 20)];
  Object.assign(server.deps, { bitcoin: minedBitcoin([checkpoint]) });
  await passHour();
  expect(await publishedHeaders()).toEqual(explorer.state.headers);
  const asked = explorer.state.asked.length;
  await passHour();
  expect(explorer.state.asked.length).toBe(asked);
});

test("a block with another Merkle root confirms nothing: the calendars are asked again until one is right [threat V8]", async () => {
  const other = startCalendar();
  await startAnchored({ otsCalendars: [calendar.url, other.url] });
  await passHour();
  other.state.block = block + 3;
  const others = mineHeaders("ab".repeat(32), 20);
  Object.assign(explorer.state, { first: block, headers: others.headers });
  await passHour();
  expect(told.at(-1)?.msg).toBe("no block that the calendars name has the checkpoint");
  expect(await publishedHeaders()).toBeUndefined();
  await passHour();
  const { proof = "" } = await newest();
  const claimed = claimedBlocks(await (await fetch(`${server.origin}${proof}`)).bytes());
  expect(claimed.map((one) => one.block)).toEqual([block, block + 3]);
  const previous = others.hashes[2] ?? "";
  const { headers } = mineHeaders(claimed[1]?.merkleRoot ?? "", 10, { previous });
  explorer.state.headers = Uint8Array.of(...others.headers.slice(0, 3 * 80), ...headers);
  for (let hour = 0; hour < 2; hour++) await passHour();
  expect(await publishedHeaders()).toEqual(headers);
  other.stop();
});

test("headers of blocks that lost against others are replaced", async () => {
  await startAnchored();
  await passHour();
  const root = await merkleRoot();
  explorer.mine(block, root, 9);
  const all = explorer.state.headers;
  const lost = mineHeaders("cd".repeat(32), 2, { previous: hashAt(all, 4) }).headers;
  explorer.state.headers = Uint8Array.of(...all.slice(0, 5 * 80), ...lost);
  await passHour();
  explorer.state.headers = all;
  for (let hour = 0; hour < 2; hour++) await passHour();
  expect(await publishedHeaders()).toEqual(all);
});

for (const [what, respond] of Object.entries<() => Response>({
  "no blocks": () => Response.json([]),
  "no JSON": () => new Response("<html>"),
  "an error": () => new Response("", { status: 500 }),
  "an endless page": () => new Response("0".repeat(3_000_000)),
  elsewhere: () => Response.redirect("http://127.0.0.1:9/"),
})) {
  test(`an explorer that answers with ${what} is reported, and the next one is asked at once [threat V15]`, async () => {
    const broken = startExplorer();
    broken.state.behavior = (path) =>
      path.endsWith("/height") ? new Response(String(block + 9)) : respond();
    await startAnchored({ bitcoinExplorers: [broken.url, explorer.url] });
    await passHour();
    explorer.mine(block, await merkleRoot(), 10);
    await passHour();
    expect(await publishedHeaders()).toEqual(explorer.state.headers);
    const said = { msg: "a block explorer has no headers", explorer: new URL(broken.url).host };
    expect(told).toContainEqual(expect.objectContaining(said));
    const { anchors } = await readAnchoring(server.deps);
    expect(anchors.slice(-2).map(({ answeredAt, failing }) => [answeredAt, failing])).toEqual([
      [undefined, { since: expect.any(Date), error: expect.stringMatching(/./) }],
      [expect.any(Date), undefined],
    ]);
    broken.stop();
  });
}

test("the next explorer of the settings is asked if one does not answer; without any, none is", async () => {
  const broken = startExplorer();
  broken.state.behavior = () => new Response("", { status: 503 });
  await startAnchored({ bitcoinExplorers: [broken.url, explorer.url] });
  await passHour();
  explorer.mine(block, await merkleRoot(), 10);
  await passHour();
  expect(await publishedHeaders()).toEqual(explorer.state.headers);
  broken.stop();
});

test("a calendar that names other blocks every hour costs nothing: the others are asked until a block confirms [threat V15]", async () => {
  const liar = startCalendar();
  await startAnchored({ otsCalendars: [liar.url, calendar.url] });
  calendar.state.block = undefined;
  for (const decoy of [block - 5_000, block + 1_000_000, block + 3]) {
    liar.state.block = decoy;
    explorer.mine(block - 10, "ab".repeat(32), 40);
    await passHour();
  }
  const asked = explorer.state.asked.filter((path) => !path.endsWith("/height"));
  expect(asked.length).toBeLessThan(4);
  const own = calendar.state.asked.length;
  await passHour();
  expect(calendar.state.asked.length).toBeGreaterThan(own);
  calendar.state.block = block;
  await passHour();
  const { proof = "" } = await newest();
  const file = await (await fetch(`${server.origin}${proof}`)).bytes();
  const right = claimedBlocks(file).find((one) => one.block === block)?.merkleRoot ?? "";
  explorer.mine(block, right, 40);
  for (let hour = 0; hour < 2; hour++) await passHour();
  expect(await publishedHeaders()).toEqual(explorer.state.headers);
  expect(await newest()).toMatchObject({ state: "confirmed", block });
  liar.stop();
});

test("no answer of an explorer costs the headers that a pack needs [threat V15]", async () => {
  await startAnchored();
  await passHour();
  explorer.mine(block, await merkleRoot(), 30);
  await passHour();
  const { headers: path = "" } = await newest();
  const published = async () => (await fetch(`${server.origin}${path}`)).bytes();
  const all = explorer.state.headers;
  expect(await published()).toEqual(Uint8Array.from(all));
  // A further head, which calendars place among the blocks that are stored.
  await fillLog(server.deps, 4);
  await passHour();
  const cheap = mineHeaders("ef".repeat(32), 20, { bits: 0x207ffffe });
  const lies: (() => void)[] = [
    () => Object.assign(explorer.state, { behavior: () => new Response("0") }),
    () => Object.assign(explorer.state, { first: block, headers: mineHeaders("ef".repeat(32), 60).headers }),
    () => Object.assign(explorer.state, { first: block, headers: Uint8Array.of(...all, ...cheap.headers) }),
    () =>
      Object.assign(explorer.state, { first: block - 20, headers: mineHeaders("aa".repeat(32), 60).headers }),
  ];
  for (const named of [block + 4, block + 29, block + 35, block - 3]) {
    calendar.state.block = named;
    for (const lie of lies) {
      explorer.state.behavior = undefined;
      lie();
      await passHour();
      expect(await published()).toEqual(Uint8Array.from(all));
    }
  }
});

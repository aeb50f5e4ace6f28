import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { cosignedAt } from "../../evidence/tlog/cosignature.ts";
import { signCheckpoint } from "../../evidence/tlog/sign-note.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { fillLog } from "../log/test-log.ts";
import { acceptClock, recordExternalTimes } from "../tsa/clock.service.ts";
import { witnessLog } from "./ask-witnesses.service.ts";
import { otherLog } from "./test-other-log.ts";
import { keyOf } from "./test-witness.ts";

setDefaultTimeout(600_000);

const log = otherLog("one");
const fork = otherLog("another");
const never = new AbortController().signal;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { witnessFor: [log.verifier] } });
});
afterEach(() => server.stop());

async function ask(body: string, origin = server.origin) {
  const answer = await createTestClient(origin).send("POST", "/evidence/witness/add-checkpoint", { body });
  return { status: answer.status, text: answer.text, type: answer.headers.get("content-type") };
}

async function keyAt(path: string, { origin } = server) {
  const key = parseVerifierKey((await createTestClient(origin).get(path)).text.trim());
  if (!key) throw new Error("This is no verifier key.");
  return key;
}

test("a log in the settings is cosigned as it grows, and our published key verifies the cosignature", async () => {
  const witness = await keyAt("/evidence/witness/vkey");
  expect(witness.name).toBe(`${server.origin.slice("http://".length)}/evidence/witness`);
  for (const [from, to] of [
    [0, 3],
    [3, 3],
    [3, 20],
    [20, 40],
  ] as const) {
    const now = Date.now() + to * 60_000;
    server.deps.now = () => now;
    const answer = await ask(await log.request(from, to));
    expect([answer.status, answer.type]).toEqual([200, "text/plain; charset=utf-8"]);
    const time = cosignedAt((await log.checkpoint(to)) + answer.text, witness);
    expect(Number(time)).toBe(Math.floor(now / 1_000));
  }
});

test("requests that a witness must refuse are refused with the status that the standard requires", async () => {
  await ask(await log.request(0, 8));
  const elsewhere = otherLog("one", "unknown.example/log");
  const imposter = otherLog("one", "other.example/log", keyOf(4));
  const right = await log.request(8, 9);
  const statuses: [number, string][] = [
    [400, ""],
    [400, "old 8\n"],
    [400, right.replace("old 8", "old 08")],
    [400, right.replace("old 8", "old -8")],
    [400, right.replace(/^old 8\n/, `old 8\n${"AAAA\n".repeat(64)}`)],
    [400, right.replace("\n\n", "\n")],
    [400, await log.request(9, 8)],
    [404, await elsewhere.request(8, 9)],
    [403, await imposter.request(8, 9)],
    [403, right.replace(/\n9\n/, "\n10\n")],
    [413, right + "x".repeat(200_000)],
    [422, right.replace(/^old 8\n[^\n]+\n/, "old 8\n")],
    [422, await fork.request(8, 9)],
    [422, (await log.request(8, 8)).replace("old 8\n", `old 8\n${"A".repeat(43)}=\n`)],
  ];
  for (const [status, body] of statuses) {
    expect([body.slice(0, 60), (await ask(body)).status]).toEqual([body.slice(0, 60), status]);
  }
  for (const body of [
    await log.request(0, 9),
    await log.request(7, 9),
    await log.request(0, 7),
    await fork.request(8, 8),
  ]) {
    expect(await ask(body)).toEqual({ status: 409, text: "8\n", type: "text/x.tlog.size" });
  }
  expect((await ask(right)).status).toBe(200);
});

test("a log without entries has one valid checkpoint, and no other is cosigned", async () => {
  const { name: origin } = log.verifier;
  const wrong = signCheckpoint({ origin, size: 0, hash: new Uint8Array(32) }, keyOf(3));
  expect((await ask(`old 0\n\n${wrong}`)).status).toBe(422);
  expect((await ask(await log.request(0, 0))).status).toBe(200);
});

test("of two conflicting histories presented at the same time, one is cosigned", async () => {
  const answers = await Promise.all([log, fork, log, fork].map(async (one) => ask(await one.request(0, 6))));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 409, 409, 409]);
});

test("a server that is not configured as a witness cosigns nothing", async () => {
  server.deps.config.witnessFor = [];
  expect((await ask(await log.request(0, 1))).status).toBe(404);
});

test("requests from one address are limited", async () => {
  server.deps.config.rateLimitFactor = 0.01;
  expect([(await ask(await log.request(0, 1))).status, (await ask(await log.request(1, 2))).status]).toEqual([
    200, 429,
  ]);
});

test("while our clock is behind a time it vouched for, nothing is cosigned", async () => {
  await ask(await log.request(0, 1));
  server.deps.now = () => Date.now() - 3_600_000;
  expect((await ask(await log.request(1, 2))).status).toBe(503);
});

test("while an external authority contradicts our clock, nothing is cosigned", async () => {
  await recordExternalTimes(server.deps, ["contradicted"]);
  await recordExternalTimes(server.deps, ["none"]);
  expect((await ask(await log.request(0, 1))).status).toBe(503);
  await acceptClock(server.deps);
  expect((await ask(await log.request(0, 1))).status).toBe(200);
});

test("two servers can witness each other, even when a response is lost", async () => {
  const other = await startTestServer();
  try {
    const pair = [server, other] as const;
    for (const [one, two] of [pair, [other, server] as const]) {
      one.deps.config.witnessFor = [await keyAt("/evidence/log/vkey", two)];
      const url = `${two.origin}/evidence/witness`;
      one.deps.config.logWitnesses = [{ key: await keyAt("/evidence/witness/vkey", two), url }];
    }
    const cosigned = async (one: TestServer, two: TestServer) => {
      const { text } = await createTestClient(one.origin).get("/evidence/log/checkpoint");
      const size = openCheckpoint(text, await keyAt("/evidence/log/vkey", one))?.size;
      return [size, cosignedAt(text, await keyAt("/evidence/witness/vkey", two)) !== undefined];
    };
    for (const size of [2, 7]) {
      await fillLog(server.deps, size);
      await fillLog(other.deps, size + 1);
      expect(await cosigned(server, other)).toEqual([size, false]);
      for (const { deps } of pair) await witnessLog(deps, never);
      expect(await cosigned(server, other)).toEqual([size, true]);
      expect(await cosigned(other, server)).toEqual([size + 1, true]);
    }
    sqlOf(server.deps.db).exec("DELETE FROM checkpoint_cosignatures");
    await witnessLog(server.deps, never);
    expect(await cosigned(server, other)).toEqual([7, true]);
  } finally {
    await other.stop();
  }
});

for (const [moment, size] of [
  ["before its line is on the disk", 5],
  ["before its line is sent", 9],
] as const) {
  test(`a witness killed ${moment} continues the same history and no other`, async () => {
    const dataDir = makeTestFolder();
    const script = join(import.meta.dir, "../../testing/test-crash-witness.ts");
    const child = Bun.spawn([process.execPath, script, dataDir, moment], {
      stdout: "ignore",
      stderr: "inherit",
    });
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    const again = await startTestServer({ config: { dataDir, witnessFor: [log.verifier] } });
    try {
      expect(await ask(await log.request(0, 12), again.origin)).toMatchObject({
        status: 409,
        text: `${size}\n`,
      });
      expect((await ask(await fork.request(size, 12), again.origin)).status).toBe(422);
      expect((await ask(await log.request(size, 12), again.origin)).status).toBe(200);
    } finally {
      await again.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

test("without its cosigning key, the server does not start", async () => {
  const { dataDir } = server.deps.config;
  await ask(await log.request(0, 1));
  rmSync(join(dataDir, "keys/witness.jwk"));
  await expect(startTestServer({ config: { dataDir } })).rejects.toThrow("witness.jwk from a backup");
});

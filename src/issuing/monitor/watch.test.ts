import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "../../platform/logger.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { fillLog } from "../log/test-log.ts";
import { keyOf } from "../witnesses/test-witness.ts";
import { watchLogs } from "./watch.service.ts";

setDefaultTimeout(600_000);

const logged: { msg: string; alarm?: string }[] = [];
const log = createLogger("info", { write: (line: string) => logged.push(JSON.parse(line)) });

/** A server of the other operator, who can start several with the same log and key. */
const startOther = () =>
  startTestServer({ config: { origin: "https://log.example" }, deps: { logKey: keyOf(6), log } });

const watch = ({ deps }: TestServer) => watchLogs(deps, new AbortController().signal);

test("[threat V16] two servers watch each other with one setting each, and a shorter log is an alarm in log, readiness and portal", async () => {
  const one = await startTestServer({ deps: { log } });
  const [other, rewound] = [await startOther(), await startOther()];
  await fillLog(one.deps, 3);
  await fillLog(other.deps, 5);
  await fillLog(rewound.deps, 4);
  let shown = other;
  const front = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => fetch(`${shown.origin}${new URL(request.url).pathname}`),
  });
  one.deps.config.watch = [front.url.origin];
  other.deps.config.watch = [one.origin];
  const admin = await newAdmin(one);
  const watched = async () => JSON.parse((await admin.get("/api/admin/anchors")).text).watched;
  const alarms = () => logged.flatMap(({ alarm, msg }) => (alarm ? [`${alarm}: ${msg}`] : []));
  const ready = async (server: TestServer) =>
    JSON.parse((await createTestClient(server.origin).get("/api/ready")).text).checks.watched;
  const nothing = { lookedAt: null, size: null, alarm: null, text: null };
  expect(await watched()).toEqual([{ address: front.url.origin, ...nothing }]);

  await Promise.all([watch(one), watch(other)]);
  expect(await watched()).toMatchObject([{ size: 5, alarm: null, text: null }]);
  expect([alarms(), await ready(other)]).toEqual([[], "ok"]);

  shown = rewound;
  await watch(one);
  await watch(one);
  const text = "The log has 4 entries, but it once signed 5.";
  expect(await watched()).toMatchObject([{ alarm: "rewind", text }]);
  expect([alarms(), await ready(one)]).toEqual([["rewind: alarm about a watched log"], "alarm"]);
  const [folder = ""] = readdirSync(join(one.deps.config.dataDir, "watched"));
  const kept = (part: string) =>
    readdirSync(join(one.deps.config.dataDir, "watched", folder, part)).toSorted();
  expect([kept("checkpoints"), kept("alarms")]).toEqual([
    ["5.note"],
    ["rewind-5-4-1.note", "rewind-5-4-2.note"],
  ]);

  shown = other;
  await watch(one);
  expect(alarms().at(-1)).toBe("rewind: the watched log is right again");
  await front.stop(true);
  for (const server of [one, other, rewound]) await server.stop();
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { countEntries, findCheckpoint } from "./log.repo.ts";
import { appendToLog } from "./log.service.ts";
import { loadLog } from "./log-state.service.ts";
import { certify } from "./test-log.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

test("documents that are completed at the same time share checkpoints, and each has its own entry", async () => {
  const { deps } = server;
  const checkpoints = new Set<string | undefined>();
  const noteCheckpoint = async () => void checkpoints.add(await findCheckpoint(deps.db));
  await Promise.all(Array.from({ length: 40 }, () => certify(deps).then(noteCheckpoint)));
  expect(await countEntries(deps.db)).toBe(40);
  expect(checkpoints.size).toBeLessThan(40);
  await loadLog(deps);
});

test("of documents that are completed at the same time, one that fails or is taken over does not keep the others out of the log", async () => {
  const { deps } = server;
  const { attestation } = await certify(deps);
  const withoutCertificate = { serialNumber: "AT-NONE", attestation };
  const answers = await Promise.allSettled([
    certify(deps),
    appendToLog(deps, async () => withoutCertificate),
    appendToLog(deps, async () => undefined),
    certify(deps),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(answers[2]).toMatchObject({ value: false });
  expect(await countEntries(deps.db)).toBe(3);
  await loadLog(deps);
});

test("a server that starts while others append sees one state of the log, and starts", async () => {
  const { deps } = server;
  let areAppending = true;
  const append = async () => {
    for (let number = 0; number < 50; number += 1) await certify(deps);
  };
  const appending = Promise.all([append(), append(), append()]).finally(() => (areAppending = false));
  const starting = async () => {
    while (areAppending) await loadLog(deps);
  };
  await Promise.all([appending, starting()]);
  expect(await countEntries(deps.db)).toBe(150);
});

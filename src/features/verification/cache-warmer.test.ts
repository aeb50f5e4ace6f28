import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../db/client.ts";
import { createDeps } from "../../server/create-deps.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import type { Deps } from "../deps.ts";
import { loadLog } from "../log/startup-check.service.ts";
import { certify } from "../log/test-log.ts";
import { Preparation } from "./cache-warmer.service.ts";

let deps: Deps;
let preparation: Preparation;
beforeEach(() => {
  deps = createDeps(testConfig({ dataDir: makeTestFolder() }));
  loadLog(deps);
  preparation = new Preparation(deps);
});
afterEach(() => {
  deps.db.$client.close();
  rmSync(deps.config.dataDir, { recursive: true });
});

const write = (sql: string, ...values: string[]) => deps.db.$client.prepare(sql).run(...values);
const isReady = (serialNumber: string) => deps.confirmations.find(serialNumber) !== undefined;

/** Serial numbers of so many new documents. */
function completed(count: number): string[] {
  return Array.from({ length: count }, () => {
    const { id } = certify(deps);
    const row = "stamped_sha256 = sha256, certificate_sha256 = sha256, timestamp_config = '{}'";
    write(`UPDATE documents SET ${row} WHERE id = ?`, id);
    const serialNumber = "SELECT serial_number FROM documents WHERE id = ?";
    return deps.db.$client.prepare<[string], string>(serialNumber).pluck().get(id) ?? "";
  });
}

/** Goes on until there is nothing more to prepare. */
function prepare(): void {
  for (let step = 0; !preparation.step(); step += 1) expect(step).toBeLessThan(100);
}

test("new documents are answered before anybody asks, the newest first, whatever is wrong with another one", () => {
  const [broken = "", ...sound] = completed(10);
  write("UPDATE documents SET original_name = 'x' WHERE serial_number = ?", broken);
  while (!isReady(sound.at(-1) ?? "")) expect(preparation.step()).toBe(false);
  expect(isReady(sound[0] ?? "")).toBe(false);
  prepare();
  expect([...sound.map(isReady), isReady(broken)]).toEqual([...sound.map(() => true), false]);
});

test("what is new since the last time is prepared alone, and everything when everything was forgotten", () => {
  const old = completed(6);
  prepare();
  write("UPDATE documents SET notes = '[1]' WHERE serial_number = ?", old[0] ?? "");
  const added = completed(5);
  prepare();
  expect([...added, ...old].map(isReady)).toEqual([...added, ...old].map((one) => one !== old[0]));
  const other = openDatabase(join(deps.config.dataDir, "attestamp.sqlite"));
  other.$client.exec("UPDATE documents SET notes = '[1]'");
  other.$client.close();
  Bun.sleepSync(2);
  expect([...added, ...old].filter(isReady)).toEqual([]);
  prepare();
  expect([...added, ...old].every(isReady)).toBe(true);
});

test("where there is no document there is nothing to prepare", () => {
  expect([preparation.step(), preparation.step()]).toEqual([true, true]);
});

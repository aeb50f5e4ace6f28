import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../db/client.ts";
import { createDeps } from "../../server/create-deps.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import type { Deps } from "../deps.ts";
import { loadLog } from "../log/startup-check.service.ts";
import { certify } from "../log/test-log.ts";
import { VerificationCache } from "./verification-cache.ts";

let deps: Deps;
let other: Database;
let kept: VerificationCache;
beforeEach(() => {
  deps = createDeps(testConfig({ dataDir: makeTestFolder() }));
  loadLog(deps);
  other = openDatabase(join(deps.config.dataDir, "attestamp.sqlite"));
  kept = new VerificationCache(deps.db, 3 * "of AT-00000-00000-00000-00000".length);
});
afterEach(() => {
  other.$client.close();
  deps.db.$client.close();
  rmSync(deps.config.dataDir, { recursive: true });
});

const write = (sql: string, ...values: string[]) => deps.db.$client.prepare(sql).run(...values);

/** The serial number of a new document whose confirmation is kept. */
function confirmed(): string {
  const sql = "SELECT serial_number FROM documents WHERE id = ?";
  const serialNumber = deps.db.$client.prepare<[string], string>(sql).pluck().get(certify(deps).id) ?? "";
  expect(kept.get(serialNumber, () => `of ${serialNumber}`)).toBe(`of ${serialNumber}`);
  expect(kept.find(serialNumber)).toBe(`of ${serialNumber}`);
  return serialNumber;
}

const insertToken =
  "INSERT INTO time_stamps (serial_number, about, is_outside, token, time, authority) VALUES (?, 'original', 1, x'00', 0, 'x')";
const changes: Record<string, string> = {
  "its file's name": "UPDATE documents SET original_name = 'x' WHERE serial_number = ?",
  "its client's name": "UPDATE documents SET client_name = 'x' WHERE serial_number = ?",
  "its statement": "UPDATE certificates SET attestation = 'x' WHERE serial_number = ?",
  "its place in the log": "UPDATE certificates SET entry_index = NULL WHERE serial_number = ?",
  "its certificate, deleted": "DELETE FROM certificates WHERE serial_number = ?",
  "all of it, deleted": "DELETE FROM documents WHERE serial_number = ?",
  "another time-stamp": insertToken,
};

test("what has changed of a document is looked at anew, and of no other", () => {
  for (const [what, sql] of Object.entries(changes)) {
    const [changed, untouched] = [confirmed(), confirmed()];
    write(sql, changed);
    expect([what, kept.find(changed), kept.find(untouched)]).toEqual([what, undefined, `of ${untouched}`]);
  }
});

test("other documents that are uploaded and stamped, and whatever else is written, change nothing", () => {
  const serialNumber = confirmed();
  certify(deps);
  write("UPDATE documents SET notes = '[]' WHERE serial_number <> ?", serialNumber);
  write("UPDATE clock SET newest_issued = newest_issued + 1");
  expect(kept.find(serialNumber)).toBe(`of ${serialNumber}`);
});

test("what witnesses gave, or another log, may be shown with every document", () => {
  const values = "(size, checkpoint, witnessed_at) VALUES (1, 'x', 0)";
  for (const sql of [
    `INSERT INTO witnessed_checkpoints ${values}`,
    "UPDATE witnessed_checkpoints SET proof = x'00'",
    "INSERT INTO checkpoint_time_stamps (size, address, token, time, authority) VALUES (1, 'x', x'00', 0, 'x')",
    "INSERT INTO checkpoint_cosignatures (size, witness, line, time) VALUES (1, 'x', 'x', 0)",
    "UPDATE registry_head SET checkpoint = 'another' || checkpoint",
  ]) {
    const serialNumber = confirmed();
    write(sql);
    expect([sql, kept.find(serialNumber)]).toEqual([sql, undefined]);
  }
});

test("a change that was taken back does no harm, and one of another program is seen", () => {
  const serialNumber = confirmed();
  deps.db.$client.exec("BEGIN");
  write("DELETE FROM documents WHERE serial_number = ?", serialNumber);
  deps.db.$client.exec("ROLLBACK");
  expect(kept.get(serialNumber, () => "looked at anew")).toBe("looked at anew");
  other.$client.exec("UPDATE documents SET client_name = 'x'");
  Bun.sleepSync(2);
  expect(kept.find(serialNumber)).toBeUndefined();
});

test("no more is kept than there is room for, what was asked for last, and a failure is not kept", () => {
  const [first, second, third] = [confirmed(), confirmed(), confirmed()];
  expect(kept.find(first)).toBeDefined();
  const fourth = confirmed();
  const areKept = () => [first, second, third, fourth].map((one) => kept.find(one) !== undefined);
  expect(areKept()).toEqual([true, false, true, true]);
  write("UPDATE documents SET client_name = 'x' WHERE serial_number = ?", third);
  confirmed();
  expect(areKept()).toEqual([true, false, false, true]);
  kept.get("AT-0", () =>
    "longer than all there is room for, so that nothing at all is kept any more".repeat(2),
  );
  expect([...areKept(), kept.find("AT-0") !== undefined]).toEqual(Array(5).fill(false));
  const fail = () => {
    throw new Error("unreadable");
  };
  expect(() => kept.get("AT-1", fail)).toThrow("unreadable");
  expect(kept.find("AT-1")).toBeUndefined();
});

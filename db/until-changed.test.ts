import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "./client.ts";
import { UntilChanged } from "./until-changed.ts";

let folder: string;
let db: Database;
let other: Database;
let timesRead: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
  db = openDatabase(join(folder, "attestamp.sqlite"));
  db.$client.exec("CREATE TABLE things (name TEXT)");
  db.$client.exec("INSERT INTO things VALUES ('lease')");
  other = openDatabase(join(folder, "attestamp.sqlite"));
  timesRead = 0;
});
afterEach(() => {
  db.$client.close();
  other.$client.close();
  rmSync(folder, { recursive: true });
});

function readName(): unknown {
  timesRead += 1;
  return db.$client.prepare("SELECT name FROM things").pluck().get();
}

test("what was read once is not read again while nothing is written", () => {
  const names = new UntilChanged<unknown>(db, 10);
  for (let times = 0; times < 3; times += 1) expect(names.get("name", readName)).toBe("lease");
  expect(timesRead).toBe(1);
});

test("after a write it is read anew, whoever wrote", () => {
  const names = new UntilChanged<unknown>(db, 10);
  names.get("name", readName);
  db.$client.exec("UPDATE things SET name = 'deed'");
  expect(names.get("name", readName)).toBe("deed");
  other.$client.exec("UPDATE things SET name = 'will'");
  expect(names.get("name", readName)).toBe("will");
  db.$client.exec("DELETE FROM things");
  expect(names.get("name", readName)).toBeUndefined();
});

test("no more is kept than was asked for, and a failure is not kept", () => {
  const names = new UntilChanged<unknown>(db, 2);
  for (const key of ["one", "two", "three", "three", "one"]) names.get(key, readName);
  expect(timesRead).toBe(4);
  const fail = () => {
    throw new Error("unreadable");
  };
  expect(() => names.get("four", fail)).toThrow("unreadable");
  expect(names.get("four", readName)).toBe("lease");
});

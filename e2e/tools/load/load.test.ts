import { expect, test } from "bun:test";
import { Calls, percentile } from "./calls.ts";
import { readOptions } from "./options.ts";
import { checkBusyCores, checkCalls, checkIdle } from "./report.ts";
import type { Rest } from "./rest.ts";

const failing = (limits: { what: string; holds: boolean }[]) =>
  limits.filter(({ holds }) => !holds).map(({ what }) => what);

test("durations and numbers of users are parsed from plain words, and other values are refused", () => {
  expect(readOptions([])).toEqual({ users: 200, seconds: 60, hostile: false, only: undefined, soak: false });
  expect(readOptions(["--soak", "2h", "--users", "5"])).toMatchObject({
    users: 5,
    seconds: 7_200,
    soak: true,
  });
  expect(readOptions(["--hostile", "--only", "lists"])).toMatchObject({
    seconds: 2,
    hostile: true,
    only: "lists",
  });
  expect(() => readOptions(["--for", "soon"])).toThrow("no duration");
  expect(() => readOptions(["--users", "0"])).toThrow("a whole number");
});

test("the 99th percentile counts, and one slow answer of fifty is too many", async () => {
  expect(percentile([1, 2, 3, 4], 0.5)).toBe(3);
  let clock = 0;
  const calls = new Calls(() => clock);
  for (let count = 0; count < 49; count += 1) {
    await calls.time("verify", async () => new Response());
  }
  await calls.time("verify", async () => {
    clock += 110;
    return new Response();
  });
  expect(failing(checkCalls(calls))).toContain("p99 of verify while everybody is at work");
});

test("a 5xx, a refusal and a broken connection are reported; a connection that turns out to be closed when it is reused is not [threat R20]", async () => {
  const reset = Object.assign(new Error("closed"), { code: "ECONNRESET" });
  const calls = new Calls();
  let asked = 0;
  await calls.time("list", async () => {
    asked += 1;
    if (asked === 1) throw reset;
    return new Response();
  });
  expect([asked, calls.brokenCalls(), calls.faults.size]).toEqual([2, 0, 0]);
  await calls.time("upload", () => Promise.reject(reset));
  await calls.time("process", async () => new Response("busy", { status: 503 }));
  await calls.time("document", async () => new Response("none", { status: 404 }));
  expect([calls.brokenCalls(), calls.faults.size]).toEqual([2, 3]);
});

test("times count only while the cores are busy", () => {
  const moment = { rssMb: 0, openFiles: 0, sockets: 0, children: 0, childrenMb: 0, temporaryFiles: 0 };
  const from = { ...moment, at: 0, busySeconds: { server: 0, children: 0, machine: 0 } };
  const cores = navigator.hardwareConcurrency;
  const after = (children: number, machine: number) => ({
    ...moment,
    at: 1,
    busySeconds: { server: 0, children: children * cores, machine: machine * cores },
  });
  expect(checkBusyCores({ from, to: after(0.6, 0.95) }).holds).toBe(true);
  expect(checkBusyCores({ from, to: after(0.6, 0.7) }).holds).toBe(false);
  expect(checkBusyCores({ from, to: after(0.1, 0.95) }).holds).toBe(false);
});

test("an idle server's resources must not grow, and must be accounted for [threat R19]", () => {
  const rest: Rest = {
    at: 1,
    rssMb: 140,
    heapMb: 20,
    objects: 100,
    openFiles: 13,
    sockets: 1,
    temporaryFiles: 0,
    workers: 1,
    offices: 1,
    keptFiles: 30,
    unnamedFiles: 0,
  };
  expect(failing(checkIdle([rest, rest]))).toEqual([]);
  const later = { ...rest, rssMb: 180, openFiles: 14, workers: 2, unnamedFiles: 1 };
  expect(failing(checkIdle([rest, later]))).toEqual([
    "growth of rssMb from rest to rest",
    "growth of openFiles from rest to rest",
    "workers at rest",
    "unnamedFiles at rest",
  ]);
});

import { expect, test } from "bun:test";
import { testsIn } from "../specification/requirement.ts";
import { readReport } from "./browser-tests.ts";
import { sections, threats } from "./list.ts";
import { believed, outcomesOf } from "./outcome.ts";
import { readJunit } from "./unit-tests.ts";
import { judge } from "./verdict.ts";

for (const { letter, threats: rows } of sections) {
  test(`threats ${letter}: each stands in the list once, in its place`, () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => `${letter}${at + 1}`));
  });
}

test("every section is in the list", () => {
  expect(sections.map(({ letter }) => letter).join("")).toBe("ABCDEFGHRVW");
});

for (const threat of threats) {
  test(`threat ${threat.id}: ${threat.threat}`, () => {
    expect(threat.tests.length).toBeGreaterThan(0);
    for (const { file, name } of threat.tests) expect([...testsIn(file)]).toContain(name);
  });
}

test("a threat holds only when each of its tests ran and passed", () => {
  const stamped = { file: "src/a.test.ts", name: "a … is stamped" };
  const threat = { id: "Z1", threat: "somebody tries", expected: "nothing", tests: [stamped] };
  const ran = (name: string, result: "passed" | "failed" | "skipped") => ({
    file: stamped.file,
    name,
    result,
  });
  const passed = (...outcomes: ReturnType<typeof ran>[]) => judge(threat, outcomes).passed;
  expect(passed(ran("a JPEG is stamped", "passed"), ran("a PNG is stamped", "passed"))).toBe(true);
  expect(passed(ran("a JPEG is stamped", "passed"), ran("a PNG is stamped", "failed"))).toBe(false);
  expect(passed(ran("a JPEG is stamped", "skipped"))).toBe(false);
  expect(passed(ran("not a JPEG is stamped", "passed"))).toBe(false);
  expect(passed(ran("a JPEG is stamped", "passed"), ran("a PNG is stamped", "skipped"))).toBe(false);
  expect(passed()).toBe(false);
  expect(() => outcomesOf({ file: stamped.file, name: "… …" }, [])).toThrow("names no test");
  const onlyOne = [ran("a JPEG is stamped", "passed")];
  expect(() => believed(onlyOne, 1)).toThrow("some did not run");
  expect(believed(onlyOne, 0)).toBe(onlyOne);
  expect(judge({ ...threat, tests: [] }, []).passed).toBe(false);
});

test("the report of the unit tests is read with its entities, failures and skipped tests", () => {
  const xml = `<testsuites><testsuite name="s" file="src/a.test.ts">
    <testcase name="&quot;a&quot; isn&apos;t b" classname="" file="src/a.test.ts" line="1" assertions="1" />
    <testcase name="b &amp; c" classname="" file="src/a.test.ts" line="2"><failure type="x" /></testcase>
    <testcase name="d" classname="" file="src/a.test.ts" line="3">
      <skipped />
    </testcase></testsuite></testsuites>`;
  expect(readJunit(xml).map(({ name, result }) => [name, result])).toEqual([
    ['"a" isn\'t b', "passed"],
    ["b & c", "failed"],
    ["d", "skipped"],
  ]);
});

test("the report of the browser tests is read at any depth, and a second try is no pass", () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: "billing.e2e.ts",
    tests: [{ results: statuses.map((status) => ({ status })) }],
  });
  const report = {
    suites: [
      {
        specs: [spec("pays", "passed"), spec("late", "timedOut", "passed")],
        suites: [{ specs: [spec("off")] }],
      },
    ],
  };
  const all = readReport(report);
  expect(outcomesOf({ file: "e2e/billing.e2e.ts", name: "pays" }, all)).toHaveLength(1);
  expect(all.map(({ result }) => result)).toEqual(["passed", "failed", "skipped"]);
});

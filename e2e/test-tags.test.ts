import { expect, test } from "bun:test";
import { compareTags, findTestNames, readTags, readTestNames } from "./test-tags.ts";

test("every line of the specification and of the threats has a test, and every tag has a line", () => {
  const tags = readTags();
  expect(new Set(tags).size).toBe(tags.length);
  for (const list of ["spec", "threat"]) expect(tags.some((tag) => tag.startsWith(`${list} `))).toBe(true);
  expect(compareTags(tags, readTestNames())).toEqual({ untested: [], unknown: [] });
});

test("a test that is commented out, skipped or not written yet proves nothing", () => {
  const source = `
    // test("in a comment [spec 1 a]", () => {});
    test.skip("skipped [spec 1 b]", () => {});
    test.todo("not written yet [spec 1 c]");
    test.skipIf(noTool)("only sometimes [spec 1 d]", () => {});
    expect.test("somebody else's [spec 1 e]", () => {});
    text = 'test("in a string [spec 1 f]", () => {})';
  `;
  const letters = ["a", "b", "c", "d", "e", "f"].map((letter) => `spec 1 ${letter}`);
  expect(compareTags(letters, findTestNames("some.test.ts", source)).untested).toEqual(letters);
});

test("a test proves the line of each of its tags, and a tag without a line is found in tests and groups", () => {
  const source = `
    for (const kind of kinds) test(\`a \${kind} is "stamped" [spec 1 a] [threat Z1]\`, () => {});
    test.describe("a group [threat Z2]", () => test("one of it [threat Z3]", () => {}));
  `;
  const names = findTestNames("some.test.ts", source);
  expect(names[0]).toEqual({
    file: "some.test.ts",
    name: 'a … is "stamped" [spec 1 a] [threat Z1]',
    alwaysRuns: true,
  });
  expect(compareTags(["spec 1 a", "threat Z1"], names)).toEqual({
    untested: [],
    unknown: ["threat Z2 in some.test.ts", "threat Z3 in some.test.ts"],
  });
});

import { expect, test } from "bun:test";
import { describeFailures } from "./describe-failures.ts";

test("each failed unit test is described with its file and its error, and no other test is", () => {
  const output = `bun test v1

src/a.test.ts:
noise of a test that passes
(pass) one [0.04ms]
error: expect(received).toBe(expected)
      at <anonymous> (src/a.test.ts:3:71)
(fail) two [0.56ms]

src/b.test.ts:
(pass) three
error: boom
(fail) four [0.07ms]

2 tests failed:
(fail) two [0.56ms]
(fail) four [0.07ms]

 2 pass
 2 fail
`;
  expect(describeFailures(output).split("\n")).toEqual([
    "src/a.test.ts:",
    "error: expect(received).toBe(expected)",
    "      at <anonymous> (src/a.test.ts:3:71)",
    "(fail) two [0.56ms]",
    "",
    "src/b.test.ts:",
    "error: boom",
    "(fail) four [0.07ms]",
  ]);
});

test("failed browser tests are described with their errors", () => {
  const output = `Running 2 tests using 2 workers

  ✓  1 a.e2e.ts:3:1 › opens (1.0s)
  ✘  2 b.e2e.ts:3:1 › closes (2.0s)


  1) b.e2e.ts:3:1 › closes ────

    Error: expect(locator).toBeVisible()

  1 failed
    b.e2e.ts:3:1 › closes ────
  1 passed (3.0s)
`;
  expect(describeFailures(output).trim()).toBe(
    "1) b.e2e.ts:3:1 › closes ────\n\n    Error: expect(locator).toBeVisible()",
  );
});

test("for any other step, the last lines are shown", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`);
  expect(describeFailures(lines.join("\n"))).toBe(lines.slice(-60).join("\n"));
});

import { expect, test } from "bun:test";
import { testNames, testsIn } from "./requirement.ts";
import { calls } from "./sections/calls.ts";
import { constants } from "./sections/constants.ts";
import { errors } from "./sections/errors.ts";
import { purpose } from "./sections/purpose.ts";
import { roles } from "./sections/roles.ts";
import { screensOfAdmins } from "./sections/screens-of-admins.ts";
import { screensOfUsers } from "./sections/screens-of-users.ts";
import { screensOfVisitors } from "./sections/screens-of-visitors.ts";
import { states } from "./sections/states.ts";
import { validation } from "./sections/validation.ts";

/**
 * The specification as a list: each line names the test that proves it, so that nobody can delete that test
 * unnoticed. Shapes, limits and texts, which need no server, are proved by the other tests of this folder.
 */
const sections = {
  "1": purpose,
  "2": [...screensOfVisitors, ...screensOfUsers, ...screensOfAdmins],
  "4": states,
  "5": validation,
  "6": roles,
  "7": calls,
  "8": errors,
  "9": constants,
};

for (const [section, requirements] of Object.entries(sections)) {
  for (const [what, file, name] of requirements) {
    test(`spec ${section} ${what}, proved by ${file}`, () => {
      expect([...testsIn(file)]).toContain(name);
    });
  }
}

test("what is commented out, skipped, or only spoken of proves nothing", () => {
  const source = `
    // test("in a comment", () => {});
    /* test("in a long comment", () => {}); */
    test.skip("skipped", () => {});
    test.todo("not written yet");
    if (false) test("never", () => {});
    expect.test("somebody else's", () => {});
    test("it says \\"stamped\\" // and more", () => {});
    for (const kind of kinds) test(\`a \${kind} is stamped\`, () => {});
  `;
  expect([...testNames(source, "ts")]).toEqual(['it says "stamped" // and more', "a … is stamped"]);
});

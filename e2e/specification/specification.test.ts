import { expect, test } from "bun:test";
import { testsIn } from "./requirement.ts";
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

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkVersion, findNotes } from "./version.ts";

const changelog =
  "# Changelog\n\n## Unreleased\n\n- New\n\n## 1.1.0 - 2027-03-01\n\n- Faster\n\n## 1.0.0 - 2026-11-22\n";

test("a release has the version of its tag and a dated section in the changelog", () => {
  expect(checkVersion("1.1.0", changelog, "v1.1.0")).toEqual({ version: "1.1.0", isRelease: true });
  expect(findNotes("1.1.0", changelog)).toBe("- Faster");
});

test("a tag is refused if version and changelog do not agree with it", () => {
  const refusal =
    (version: string, tag: string, text = changelog) =>
    () =>
      checkVersion(version, text, tag);
  expect(refusal("1.1.0", "v1.2.0")).toThrow("The tag is v1.2.0, but the version of package.json is 1.1.0.");
  expect(refusal("1.2.0-dev", "v1.2.0-dev")).toThrow("v1.2.0-dev is not the tag of a release");
  expect(refusal("1.2.0", "v1.2.0")).toThrow('CHANGELOG.md has no section "## 1.2.0 - YYYY-MM-DD".');
  expect(refusal("1.0.0", "v1.0.0")).toThrow("The section 1.0.0 of CHANGELOG.md is empty.");
  expect(refusal("1.2.0", "v1.2.0", "## 1.2.0 - 2027-02-30\n\n- Day")).toThrow("2027-02-30 is not a day");
});

test("without a tag, a version in preparation can be built, and another one needs its section", () => {
  expect(checkVersion("1.2.0-dev", changelog, undefined)).toEqual({ version: "1.2.0-dev", isRelease: false });
  expect(() => checkVersion("1.2.0", changelog, undefined)).toThrow("has no section");
});

test("every platform of a release has the Bun that the project asks for", () => {
  const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dir, path), "utf8"));
  const { engines } = read("../../../package.json");
  const versions = Object.values(read("runtimes/package.json").optionalDependencies);
  expect(versions.map((version) => `>=${version}`)).toEqual(versions.map(() => engines.bun));
});

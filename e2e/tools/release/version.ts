/** What a build is called, and whether people may rely on it. */
export type ReleaseVersion = { version: string; isRelease: boolean };

/**
 * Checks that the version of package.json and the changelog agree. A release has a tag with that version and a dated
 * section in the changelog; a build without a tag is a snapshot, of a version in preparation or of a release. Throws an
 * error that says what to change.
 */
export function checkVersion(version: string, changelog: string, tag: string | undefined): ReleaseVersion {
  const notes = findNotes(version, changelog);
  if (tag === undefined) {
    if (notes === undefined && !version.endsWith("-dev"))
      throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD".`);
    return { version, isRelease: false };
  }
  if (!/^v\d+\.\d+\.\d+$/.test(tag)) throw new Error(`${tag} is not the tag of a release, such as v1.2.3.`);
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but the version of package.json is ${version}.`);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD".`);
  if (notes === "") throw new Error(`The section ${version} of CHANGELOG.md is empty.`);
  return { version, isRelease: true };
}

/** The text of a version's section in the changelog, without its heading. Undefined if it has no dated section. */
export function findNotes(version: string, changelog: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  for (const section of sections) {
    const [heading = "", ...lines] = section.split("\n");
    const [, named, day = ""] = /^(\S+) - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
    if (named !== version) continue;
    if (new Date(day).toJSON()?.slice(0, 10) !== day) throw new Error(`CHANGELOG.md: ${day} is not a day.`);
    return lines.join("\n").trim();
  }
  return undefined;
}

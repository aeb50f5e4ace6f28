import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "./git.ts";
import { listArtifacts } from "./sums.ts";

const root = join(import.meta.dir, "../../..");

/**
 * Builds the commit in two fresh clones, in folders with names of different lengths and in different time zones and
 * languages, and copies the first result to `out`. The second zone has daylight saving time, by half an hour. Returns a
 * line for each file that differs.
 */
export async function buildTwice(words: string[], out: string): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "attestamp-twice-"));
  try {
    const first = join(scratch, "first");
    const second = join(scratch, "a second folder/below");
    const commit = await git("rev-parse", "HEAD");
    await buildClone(first, commit, words, { TZ: "UTC", LC_ALL: "C" });
    await buildClone(second, commit, words, { TZ: "Australia/Lord_Howe", LC_ALL: "de_DE.UTF-8" });
    const results = [join(first, "dist/release"), join(second, "dist/release")] as const;
    await rm(out, { recursive: true, force: true });
    await cp(results[0], out, { recursive: true });
    return await compare(...results);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function buildClone(
  folder: string,
  commit: string,
  words: string[],
  env: Record<string, string>,
): Promise<void> {
  const bun = process.execPath;
  await Bun.$`git clone --quiet --no-checkout ${root} ${folder}`.quiet();
  await Bun.$`git checkout --quiet --detach ${commit}`.cwd(folder);
  await Bun.$`${bun} install --frozen-lockfile`.cwd(folder).quiet();
  await Bun.$`${bun} e2e/tools/release.ts --only-build ${words}`.cwd(folder).env({ ...process.env, ...env });
}

/** A line for each file of two folders that is missing in one of them or has other bytes. */
export async function compare(one: string, other: string): Promise<string[]> {
  const [before, after] = [await listArtifacts(one), await listArtifacts(other)];
  const sumsOf = (list: typeof before) => new Map(list.map(({ name, sha256 }) => [name, sha256]));
  const [first, second] = [sumsOf(before), sumsOf(after)];
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((name) =>
    first.get(name) === second.get(name)
      ? []
      : [`${name}: ${first.get(name) ?? "missing"} and ${second.get(name) ?? "missing"}`],
  );
}

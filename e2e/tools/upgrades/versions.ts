import { join } from "node:path";
import { git } from "../release/git.ts";

const root = join(import.meta.dir, "../../..");

/** What people left at the oldest release. */
export const keptArchive = join(import.meta.dir, "data-folder-1.0.0.tar.gz");

/** What people could do with a version: stamp documents, or also attest collections and share projects. */
type Abilities = "documents" | "projects";

export type Version = { name: string; commit: string; abilities: Abilities; hasPostgres: boolean };

/** A release is added here when it is made (docs/releasing.md). */
const released: Version[] = [
  {
    name: "1.0.0",
    commit: "167118e4485c",
    abilities: "documents",
    hasPostgres: false,
  },
  {
    name: "1.0.0, the last build with this number",
    commit: "6f775928d6aa",
    abilities: "projects",
    hasPostgres: true,
  },
];

/** All releases, and the last commit before the newest migration. */
export async function listVersions(): Promise<Version[]> {
  const newest = await git("log", "-1", "--format=%H", "--diff-filter=A", "--", "db/migrations/*.sql");
  const before = `${newest}^`;
  return [
    ...released,
    { name: "before the newest migration", commit: before, abilities: "projects", hasPostgres: true },
  ];
}

/** Checks out a version into an empty folder, installs its packages and builds its pages. */
export async function checkOut({ commit }: Version, folder: string): Promise<void> {
  const bun = process.execPath;
  await Bun.$`git clone --quiet --shared --no-checkout ${root} ${folder}`.quiet();
  await Bun.$`git checkout --quiet --detach ${commit}`.cwd(folder).quiet();
  await Bun.$`${bun} install --frozen-lockfile`.cwd(folder).quiet();
  await Bun.$`${bun} run build:web`.cwd(folder).quiet();
}

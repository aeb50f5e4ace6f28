import { join } from "node:path";

const root = join(import.meta.dir, "../../..");

/** What git prints about this checkout, even if it belongs to another user, as in CI. */
export async function git(...words: string[]): Promise<string> {
  return (await Bun.$`git --git-dir=${join(root, ".git")} --work-tree=${root} ${words}`.text()).trim();
}

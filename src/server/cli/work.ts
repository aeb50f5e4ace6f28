import { keepOutputForReplies } from "../../platform/jobs/child-channel.ts";

/**
 * Becomes a child process of a server; in the mode "prepare" only loads the program, and in "open-database" the library
 * of databases.
 */
export async function becomeChild(mode: string | undefined): Promise<void> {
  keepOutputForReplies();
  if (mode === "open-database") {
    const { default: Sqlite } = await import("better-sqlite3");
    new Sqlite(":memory:").close();
    return;
  }
  const { work } = await import("../../platform/jobs/worker-main.ts");
  if (mode === "prepare") return;
  work({
    "collection-list": async (task) =>
      (await import("../../features/collections/read-list.ts")).readCollectionList(task),
  });
}

import { keepOutputForReplies } from "../../platform/jobs/child-channel.ts";

/**
 * Becomes a child process of a server; in the mode "prepare" only loads the library for pictures, and in
 * "open-database" the one for databases.
 */
export async function becomeChild(mode: string | undefined): Promise<void> {
  keepOutputForReplies();
  if (mode === "open-database") {
    const { default: Sqlite } = await import("better-sqlite3");
    new Sqlite(":memory:").close();
    return;
  }
  if (mode === "prepare") {
    // A child's only native library, which the executable unpacks when it is loaded.
    await import("sharp");
    return;
  }
  const { work } = await import("../../platform/jobs/worker-main.ts");
  work({
    "collection-list": async (task) =>
      (await import("../../features/collections/read-list.ts")).readCollectionList(task),
  });
}

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
    // The only native library of a child that the executable has to unpack, besides those of the system.
    await import("sharp");
    return;
  }
  const { work } = await import("../../platform/jobs/worker-main.ts");
  work({
    "collection-list": async (task) =>
      (await import("../../features/collections/read-list.ts")).readCollectionList(task),
  });
}

import { resolve } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseForCommand, requireDataFolder } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import { type Published, publishSite } from "../../features/publishing/publish.service.ts";
import { createDeps } from "../create-deps.ts";
import { readBuiltPage } from "../http/built-page.ts";
import { findSiteParts } from "../http/site-parts.ts";
import { readServerConfig } from "../read-server-config.ts";
import { actAsOwner, becomeOwner } from "./drop-root.ts";
import { showProgress } from "./show-progress.ts";

/** Writes the public data of a server as a static site. Throws AppError with a message for the operator. */
export async function publish(to: string, hashesOnly: boolean): Promise<void> {
  const folder = resolve(to);
  const parts = findSiteParts(readBuiltPage());
  if (!parts)
    throw new AppError(
      "unavailable",
      "page-not-built",
      "The web page is not built. Please run: bun run build:web",
    );
  const config = readServerConfig();
  requireDataFolder(config);
  // Root may publish to a folder that the server's user cannot write.
  const asWriter = actAsOwner(config.dataDir)?.asRoot;
  if (!asWriter) becomeOwner(config.dataDir);
  const db = await openDatabaseForCommand(config);
  const { onProgress, end } = showProgress("records");
  try {
    const deps = await createDeps(config, { db });
    const published = await publishSite(deps, { folder, hashesOnly, parts, onProgress, asWriter });
    console.log(describeSite(folder, hashesOnly, published));
  } finally {
    end();
    await closeDatabase(db);
  }
}

function describeSite(folder: string, hashesOnly: boolean, published: Published): string {
  const { records, left, entries, files, written } = published;
  return [
    `${folder} is complete: ${records} records and a log of ${entries} entries in ${files} files, ${written} of them new or changed.`,
    ...(left > 0
      ? [`${left} stored attestations do not match their documents, so they were left out: see verify-log.`]
      : []),
    hashesOnly
      ? "It contains no names. Its README.txt says how to host it."
      : "It contains the names that record pages show. Its README.txt says how to host it.",
  ].join("\n");
}

import { closeDatabase } from "../../../db/client.ts";
import { openDatabaseForCommand, requireDataFolder } from "../../../db/open.ts";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { createDeps } from "../create-deps.ts";
import { readServerConfig } from "../read-server-config.ts";
import { becomeOwner } from "./drop-root.ts";

type Work = (deps: Deps) => Promise<string>;

/** Prints the result of `work`. A server of the same version may be using the data folder. */
export async function printWithDeps(work: Work): Promise<void> {
  await print(readServerConfig(), work);
}

/** The same for work on existing data. A mistyped DATA_DIR causes an AppError instead of a new data folder. */
export async function printWithExistingData(work: Work): Promise<void> {
  const config = readServerConfig();
  requireDataFolder(config);
  await print(config, work);
}

async function print(config: Config, work: Work): Promise<void> {
  becomeOwner(config.dataDir);
  const db = await openDatabaseForCommand(config);
  try {
    console.log(await work(await createDeps(config, { db })));
  } finally {
    await closeDatabase(db);
  }
}

import { closeDatabase } from "../../../db/client.ts";
import { hasNoData } from "../../../db/data-folder.ts";
import { AppError } from "../../errors.ts";
import type { Check } from "../../features/integrity/check.ts";
import { openDataFolder } from "../../features/integrity/data-folder.ts";
import { integrityChecks, runCheck } from "../../features/integrity/integrity-checks.ts";
import { clockCheck, preflightChecks } from "../../features/integrity/preflight.ts";
import { readListStates } from "../../issuing/tsa/trusted-lists.service.ts";
import { readAnchoring } from "../../issuing/witnesses/anchors.service.ts";
import { programTitle, programVersion } from "../../program-info.ts";
import { readServerConfig } from "../read-server-config.ts";
import { reportAnchoring } from "./describe-anchors.ts";
import { reportTrustedLists } from "./describe-trusted-lists.ts";
import { becomeOwner } from "./drop-root.ts";
import { findNewerRelease } from "./newest-release.ts";

/**
 * Checks the machine, the settings and the data folder, even while a server runs, and prints the version and a line for
 * each check, with a remedy if it failed. Changes nothing, except for a small file that it writes and removes. Throws
 * AppError if a check failed. `releases`: an address that describes the newest release, which is asked only if given.
 */
export async function doctor(releases?: string): Promise<void> {
  const config = readServerConfig();
  const { dataDir, databaseUrl } = config;
  console.log(programTitle());
  let wrong = await lookAt(preflightChecks, config);
  if (releases !== undefined) wrong += await lookAt([releaseCheck], releases);
  if (databaseUrl === undefined && hasNoData(dataDir)) {
    console.log(`note   ${dataDir} is empty: the first start will fill it`);
  } else {
    // The keys in the folder are a copy, which the server must be able to read.
    if (databaseUrl !== undefined) becomeOwner(dataDir);
    const dataFolder = await openDataFolder(config, Date.now);
    wrong += await lookAt([...integrityChecks, clockCheck], dataFolder);
    for (const line of reportAnchoring(await readAnchoring(dataFolder))) console.log(line);
    const lists = await readListStates({ db: dataFolder.db, now: Date.now });
    for (const line of reportTrustedLists(lists)) console.log(line);
    await closeDatabase(dataFolder.db);
  }
  if (wrong > 0)
    throw new AppError("internal", "doctor-found-problems", "{found} wrong.", {
      params: { found: wrong === 1 ? "One thing is" : `${wrong} things are` },
    });
}

const releaseCheck: Check<string> = {
  what: "the newest release",
  advice: "Read CHANGELOG.md and docs/upgrading.md of that release.",
  isNote: true,
  async findIssues(address) {
    try {
      const newer = await findNewerRelease(address, programVersion);
      return newer === undefined ? [] : [`${newer} is out, and this is ${programVersion}`];
    } catch (error) {
      if (error instanceof AppError) return [error.message];
      throw error;
    }
  },
};

/** Prints the result of each check; returns the number of failed checks. */
async function lookAt<Part>(checks: Check<Part>[], part: Part): Promise<number> {
  let wrong = 0;
  for (const check of checks) {
    const { issues, advice } = await runCheck(check, part);
    const verdict = issues.length === 0 ? "ok" : check.isNote ? "note" : "WRONG";
    if (verdict === "WRONG") wrong += 1;
    console.log(`${verdict.padEnd(6)} ${check.what}`);
    if (issues.length === 0) continue;
    for (const line of [...issues, ...`What to do: ${advice}`.split("\n")]) console.log(`       ${line}`);
  }
  return wrong;
}

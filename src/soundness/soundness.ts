import { readConfig } from "../read-config.ts";
import type { Check } from "./check.ts";
import { fileChecks } from "./kept-files.ts";
import { logCheck } from "./log.ts";
import { rowChecks } from "./rows.ts";
import { openScene } from "./scene.ts";
import { secretsCheck } from "./secrets.ts";

/** Everything that must hold of a data folder at any moment, whatever is under way and however a server ended. */
export const soundnessChecks: Check[] = [...rowChecks, ...fileChecks, logCheck, secretsCheck];

/** Looks at everything. Throws one Error that names whatever does not hold; `now` in ms since 1970. */
export async function assertSound(dataDir: string, now = Date.now): Promise<void> {
  const scene = openScene(readConfig({ DATA_DIR: dataDir }), now);
  try {
    const faults: string[] = [];
    for (const check of soundnessChecks)
      faults.push(...(await faultsOf(check, scene)).map((fault) => `${check.what}: ${fault}`));
    if (faults.length > 0) throw new Error(`The data folder is not sound:\n  ${faults.join("\n  ")}`);
  } finally {
    scene.db.$client.close();
  }
}

/** What a check finds; one that cannot look has found that. */
export async function faultsOf<Part>(check: Check<Part>, scene: Part): Promise<string[]> {
  try {
    return await check.faultsOf(scene);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

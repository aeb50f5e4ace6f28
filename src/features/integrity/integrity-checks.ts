import type { Check } from "./check.ts";
import { logCheck } from "./log-check.ts";
import { fileChecks } from "./orphan-files.ts";
import { rowChecks } from "./row-checks.ts";
import { secretsCheck } from "./secrets-check.ts";

/** Everything that must hold of a data folder at any moment, whatever is under way and however a server ended. */
export const soundnessChecks: Check[] = [...rowChecks, ...fileChecks, logCheck, secretsCheck];

/** What a check finds; one that cannot look has found that. */
export async function faultsOf<Part>(check: Check<Part>, scene: Part): Promise<string[]> {
  try {
    return await check.faultsOf(scene);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

import { readSigningKey, rotateSigningKey } from "../../platform/keys/keys.ts";
import type { Deps } from "../deps.ts";
import { forgetCosigned } from "./witnesses.repo.ts";

/**
 * Makes us another witness, with a new key that has cosigned nothing: what the one before cosigned may no longer be
 * known. The key goes first; who dies behind it has a new key that thinks it has cosigned what the old one has.
 */
export function startOverAsWitness({ config }: Pick<Deps, "config">): (db: Deps["db"]) => void {
  if (readSigningKey(config.dataDir, "witness")) rotateSigningKey(config.dataDir, "witness");
  return forgetCosigned;
}

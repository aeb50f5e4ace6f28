import { say } from "../../errors.ts";
import { type Actor, requireAdmin } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { findMissingParts } from "./missing-parts.ts";
import type { MissingPartView } from "./setup.output.schema.ts";

/** What the server does without, for admins. Throws `forbidden`. */
export function readMissingParts({ config }: Pick<Deps, "config">, admin: Actor): MissingPartView[] {
  requireAdmin(admin);
  return findMissingParts(config).map(({ part, issue, advice }) => ({
    part,
    ...say(issue),
    advice: say(advice),
  }));
}

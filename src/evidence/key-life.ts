import type { KeyLife } from "./jwk.ts";

/** A key may have been made while the clock was ahead. */
const clockSlackMs = 24 * 3_600_000;

/** When the key was made, if that contradicts the time of a statement that it signed. Runs in browsers. */
export function madeAfter({ iat }: KeyLife, stated: Date): Date | undefined {
  const made = iat === undefined ? undefined : new Date(iat * 1000);
  return made && stated.getTime() < made.getTime() - clockSlackMs ? made : undefined;
}

/** True for a key that is no longer in use: whoever still has it can sign for any time. */
export const hasEnded = ({ exp, revoked, log_size }: KeyLife): boolean =>
  exp !== undefined || revoked !== undefined || log_size !== undefined;

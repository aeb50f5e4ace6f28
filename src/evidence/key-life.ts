import type { KeyLife } from "./jwk.ts";

/** A key may have been made, or ended, while the clock was wrong. */
const clockSlackMs = 24 * 3_600_000;

/** When the key was made, if that contradicts the time of a statement that it signed. Runs in browsers. */
export function madeAfter({ iat }: KeyLife, stated: Date): Date | undefined {
  const made = iat === undefined ? undefined : new Date(iat * 1000);
  return made && stated.getTime() < made.getTime() - clockSlackMs ? made : undefined;
}

/** True if a statement is dated after the end of the key that signed it. Runs in browsers. */
export const isAfterEnd = ({ exp, log_size }: KeyLife, stated: Date): boolean =>
  exp !== undefined && log_size !== undefined && stated.getTime() > exp * 1000 + clockSlackMs;

/** True for a key that is no longer in use: whoever still has it can sign for any time. */
export const hasEnded = ({ exp, revoked, log_size }: KeyLife): boolean =>
  exp !== undefined || revoked !== undefined || log_size !== undefined;

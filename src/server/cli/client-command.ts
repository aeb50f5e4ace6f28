import { existsSync, readFileSync } from "node:fs";
import type { EarlyEnd } from "../../client/stamp-files.ts";
import { AppError } from "../../errors.ts";
import { printable } from "./printable.ts";

/** The exit codes of the program. */
export const exitCodes = { failed: 1, usage: 2 };
export const endCodes: Record<EarlyEnd["reason"], number> = {
  unreachable: 1,
  "not signed in": 3,
  "payment needed": 4,
  stopped: 130,
};

/** Not with console.error, which prints everything in red on a terminal. */
export const sayLine = (sentence: string) => void process.stderr.write(`${printable(sentence)}\n`);

export function readToken(
  options: { token?: string; tokenFile?: string },
  fromSettings: string | undefined,
): string {
  const { tokenFile } = options;
  if (tokenFile !== undefined && !existsSync(tokenFile))
    throw new AppError("invalid", "local-file-not-found", "There is no file {file}.", {
      params: { file: tokenFile },
    });
  const token =
    options.token ?? (tokenFile === undefined ? fromSettings : readFileSync(tokenFile, "utf8").trim());
  if (token) return token;
  throw new AppError(
    "unauthenticated",
    "access-token-required",
    "Please provide an access token in ATTESTAMP_TOKEN or with --token-file. You can create one under Your account.",
  );
}

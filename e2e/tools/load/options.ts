import { parseArgs } from "node:util";

export type LoadOptions = {
  users: number;
  /** How long the users are active. */
  seconds: number;
  /** Whether ten accounts attack one call after the other; `only`: those whose name contains it. */
  hostile: boolean;
  only: string | undefined;
  /** Whether the server's idle resources at the beginning and at the end are compared as well. */
  soak: boolean;
};

/** Parses `--users 200 --for 60s`, `--soak 10m`, or `--hostile --for 2s --only lists`. Throws an error otherwise. */
export function readOptions(words: string[]): LoadOptions {
  const { values } = parseArgs({
    args: words,
    options: {
      users: { type: "string", default: "200" },
      for: { type: "string" },
      hostile: { type: "boolean", default: false },
      only: { type: "string" },
      soak: { type: "string" },
    },
  });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1)
    throw new Error(`--users ${values.users}: a whole number, please.`);
  const { hostile, only, soak } = values;
  const seconds = secondsIn(soak ?? values.for ?? (hostile ? "2s" : "60s"));
  return { users, seconds, hostile, only, soak: soak !== undefined };
}

function secondsIn(text: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`"${text}" is no duration: write 60s, 10m or 1h, please.`);
  return Number(number) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
}

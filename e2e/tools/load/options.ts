import { parseArgs } from "node:util";

export type LoadOptions = {
  users: number;
  /** How long the users are at work. */
  seconds: number;
  /** Whether it is judged as well what the server holds when it comes to rest, at first and in the end. */
  soak: boolean;
};

/** Reads `--users 200 --for 60s` or `--soak 10m`. Throws a sentence for what cannot be read. */
export function readOptions(words: string[]): LoadOptions {
  const { values } = parseArgs({
    args: words,
    options: {
      users: { type: "string", default: "200" },
      for: { type: "string", default: "60s" },
      soak: { type: "string" },
    },
  });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1)
    throw new Error(`--users ${values.users}: a whole number, please.`);
  return { users, seconds: secondsIn(values.soak ?? values.for), soak: values.soak !== undefined };
}

function secondsIn(text: string): number {
  const [, number, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`"${text}" is no duration: write 60s, 10m or 1h, please.`);
  return Number(number) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
}

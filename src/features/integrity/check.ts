import type { Deps } from "../deps.ts";

/** A data folder to check: opened read-only, also while a server uses it. */
export type DataFolder = Pick<Deps, "config" | "db" | "files" | "signingKeys" | "logKey" | "now">;

/** A condition that every data folder must meet at any moment, even right after a crash. */
export type Check<Part = DataFolder> = {
  what: string;
  /** What an operator should do if it is violated. */
  advice: string | ((part: Part) => string);
  /** Worth knowing, but not an error. */
  isNote?: true;
  /** One sentence for each violation; empty if there is none. */
  findIssues(dataFolder: Part): string[] | Promise<string[]>;
};

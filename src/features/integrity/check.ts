import type { Deps } from "../deps.ts";

/** A data folder as it is looked at: opened to be read, also while a server works on it. */
export type Scene = Pick<Deps, "config" | "db" | "files" | "signingKeys" | "logKey" | "now">;

/** What must hold of a data folder at any moment, also right after the machine died. */
export type Check<Part = Scene> = {
  what: string;
  /** What an operator does when it does not hold. */
  advice: string;
  /** Worth knowing, and no reason to say that something is wrong. */
  isNote?: true;
  /** A sentence for each thing that does not hold; none when all is well. */
  findIssues(scene: Part): string[] | Promise<string[]>;
};

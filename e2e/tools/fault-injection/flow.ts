import type { World } from "./world.ts";

/** One user action, with all the work that the server does for it. */
export type Flow = {
  what: string;
  mailsTo?: "outbox";
  /** The preparation, without failures. */
  begin: (world: World) => Promise<void>;
  /** The user's action. Rejects if it was refused. */
  act: (world: World) => Promise<void>;
  /** The user's repeated action on the next day, whatever happened the first time. Must not be refused. */
  again: (world: World) => Promise<void>;
  /** Whether it is done. */
  isDone: (world: World) => Promise<boolean>;
  /** One sentence for each error at the end. */
  faultsIn: (world: World) => Promise<string[]>;
};

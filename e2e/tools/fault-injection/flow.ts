import type { World } from "./world.ts";

/** Something a user does, with everything the server does for it. */
export type Flow = {
  what: string;
  mailsTo?: "outbox";
  /** What was there before; nothing fails yet. */
  begin: (world: World) => Promise<void>;
  /** What the user does. Rejects when it was refused. */
  act: (world: World) => Promise<void>;
  /** What the user does again on the next day, whatever has become of the first time. Must not be refused. */
  again: (world: World) => Promise<void>;
  /** Whether it is done. */
  isDone: (world: World) => boolean;
  /** A sentence for everything that is not as it should be in the end. */
  faultsIn: (world: World) => string[];
};

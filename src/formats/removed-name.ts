/** Stands for the name of a file whose owner's account was deleted, or that was withdrawn. */
export const removedName = "name-removed";

/** Whether a file has such a name; that of an earlier version may have any ending. */
export const isRemovedFileName = (name: string): boolean =>
  name === removedName || name.startsWith(`${removedName}.`);

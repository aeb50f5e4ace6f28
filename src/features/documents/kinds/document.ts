import type { Kind } from "./kind.ts";
import { stampedFile } from "./stamped-file.ts";

/** A file that its owner uploaded. */
export const document: Kind = {
  ...stampedFile(() => ({})),
  charge: "plan",
  countsOriginal: true,
  generated: null,
  isEntry: true,
  hasVersions: true,
  completion: null,
};

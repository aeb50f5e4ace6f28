import { factsOf, type Kind } from "./kind.ts";
import { stampedFile } from "./stamped-file.ts";

/** The certificate of a project's timeline. */
export const timeline: Kind = {
  ...stampedFile((document) => ({ timeline: factsOf(document.timeline) })),
  charge: "allowance",
  countsOriginal: true,
  generated: "timeline",
  isEntry: false,
  hasVersions: true,
  completion: "timeline.sealed",
};

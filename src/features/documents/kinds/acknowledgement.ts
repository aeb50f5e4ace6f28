import { factsOf, type Kind } from "./kind.ts";
import { stampedFile } from "./stamped-file.ts";

/** Someone's word that they have seen a shared project. Its owner asked for it, so no limit of theirs stops it. */
export const acknowledgement: Kind = {
  ...stampedFile((document, signed) => {
    // The earliest statements do not say what they are.
    if (signed && !signed.acknowledgement) return {};
    return { acknowledgement: factsOf(document.acknowledgement) };
  }),
  charge: "allowance",
  countsOriginal: false,
  generated: "acknowledgement",
  isEntry: true,
  // People with the same name gave different ones.
  hasVersions: false,
  completion: null,
};

import type { Detail } from "./detail.ts";
import type { Finding } from "./report.ts";
import { witnessNames } from "./sentences.ts";
import type { Witness } from "./witness.ts";

/**
 * The witnesses that said something. The others are among the details, since nothing is wrong with a file that lacks
 * them.
 */
export const presentWitnesses = ({ witnesses = [] }: Finding): Witness[] =>
  witnesses.filter(({ state }) => state !== "absent");

/** All expandable details of an answer. */
export function allDetails({ details, witnesses = [] }: Finding): Detail[] {
  const ofWitnesses = witnesses.flatMap(({ kind, state, sentence, details: more }) =>
    state === "absent" ? [{ label: witnessNames[kind], value: sentence }, ...more] : more,
  );
  return [...details, ...ofWitnesses];
}

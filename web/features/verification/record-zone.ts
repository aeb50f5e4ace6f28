import { createContext, useCallback, useContext } from "react";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import { translateFinding } from "../../texts/translation.ts";

/** The zone of the stamp of the record that the page shows; undefined for America/Chicago and without a record. */
export const RecordZone = createContext<string | undefined>(undefined);

export type FindingWriter = (text: Text) => string;

/** Writes texts of the verifier with their times in the zone of the record: paper and page show the same date. */
export function useFindingWriter(): FindingWriter {
  const zone = useContext(RecordZone);
  return useCallback((text) => translateFinding(text, zone), [zone]);
}

import { useCallback, useRef, useState } from "react";
import { hashFile } from "./hash-file.ts";
import { type FileOutcome, type Fingerprints, matchFile } from "./match-file.ts";

export type FileCheck =
  | { state: "waiting" }
  | { state: "reading"; name: string; percent: number }
  | { state: "done"; name: string; sha256: string; outcome: FileOutcome }
  | { state: "unreadable"; name: string };

/** Compares one file at a time with the known fingerprints; a newer choice takes the place of an older one. */
export function useFileCheck(fingerprints: Fingerprints) {
  const [check, setCheck] = useState<FileCheck>({ state: "waiting" });
  const latest = useRef<File>(undefined);

  const checkFile = useCallback(
    async (file: File) => {
      latest.current = file;
      const { name } = file;
      const show = (next: FileCheck) => {
        if (latest.current === file) setCheck(next);
      };
      show({ state: "reading", name, percent: 0 });
      try {
        const sha256 = await hashFile(file, (percent) => show({ state: "reading", name, percent }));
        show({ state: "done", name, sha256, outcome: matchFile(sha256, fingerprints) });
      } catch {
        show({ state: "unreadable", name });
      }
    },
    [fingerprints],
  );

  return { check, checkFile };
}

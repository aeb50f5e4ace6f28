import { useCallback, useRef, useState } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import type { Text } from "../../../src/evidence/verifier/text.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { shortName } from "../../../src/formats/text/quoted-name.ts";
import { verifyInWorker } from "./verify-in-worker.ts";
import type { ReadersLists } from "./verify-task.ts";

export type FileCheck =
  | { state: "waiting" }
  | { state: "reading"; names: string; percent: number }
  | { state: "done"; reports: Report[]; lists: ReadersLists }
  | { state: "unreadable"; name: string }
  /** A trust file cannot be used. */
  | { state: "unusable"; problem: Text }
  /** The verifier could not be loaded, or failed. */
  | { state: "failed" };

/** The trust files that the reader chose on this page, in order. */
export type OwnLists = { trustFiles: readonly File[]; addTrustFiles: (files: readonly File[]) => void };

/**
 * Verifies files with the given evidence, and with the trust files that the reader chose before. A new choice of files
 * aborts the check that is running; so does `stop`.
 */
export function useFileCheck(evidence: Evidence, trust: TrustTexts, { trustFiles, addTrustFiles }: OwnLists) {
  const [check, setCheck] = useState<FileCheck>({ state: "waiting" });
  const latest = useRef<AbortController>(undefined);

  const checkFiles = useCallback(
    async (files: File[]) => {
      latest.current?.abort();
      const current = new AbortController();
      latest.current = current;
      const names = files.map(({ name }) => shortName(name)).join(", ");
      const show = (next: FileCheck) => {
        if (latest.current === current && !current.signal.aborted) setCheck(next);
      };
      show({ state: "reading", names, percent: 0 });
      try {
        await verifyInWorker(
          { files, trustFiles: [...trustFiles], evidence, trust },
          (progress) => {
            show(progress.state === "reading" ? { ...progress, names } : progress);
            if (progress.state === "done" && progress.lists.from.length > trustFiles.length)
              addTrustFiles(files);
          },
          current.signal,
        );
      } catch {
        show({ state: "failed" });
      }
    },
    [evidence, trust, trustFiles, addTrustFiles],
  );

  const stop = useCallback(() => {
    latest.current?.abort();
    setCheck({ state: "waiting" });
  }, []);

  return { check, checkFiles, stop };
}

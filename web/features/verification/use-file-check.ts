import { useCallback, useRef, useState } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import type { Report } from "../../../src/evidence/verifier/report.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { verifyInWorker } from "./verify-files.ts";

export type FileCheck =
  | { state: "waiting" }
  | { state: "reading"; names: string; percent: number }
  | { state: "done"; reports: Report[] }
  | { state: "unreadable"; name: string }
  /** The judge could not be loaded, or failed. */
  | { state: "failed" };

/** Judges files by what is known; a newer choice stops an older one, and `stop` the one that is under way. */
export function useFileCheck(evidence: Evidence, trust: TrustTexts) {
  const [check, setCheck] = useState<FileCheck>({ state: "waiting" });
  const latest = useRef<AbortController>(undefined);

  const checkFiles = useCallback(
    async (files: File[]) => {
      latest.current?.abort();
      const current = new AbortController();
      latest.current = current;
      const names = files.map(({ name }) => name).join(", ");
      const show = (next: FileCheck) => {
        if (latest.current === current && !current.signal.aborted) setCheck(next);
      };
      show({ state: "reading", names, percent: 0 });
      try {
        await verifyInWorker(
          { files, evidence, trust },
          (news) => show(news.state === "reading" ? { ...news, names } : news),
          current.signal,
        );
      } catch {
        show({ state: "failed" });
      }
    },
    [evidence, trust],
  );

  const stop = useCallback(() => {
    latest.current?.abort();
    setCheck({ state: "waiting" });
  }, []);

  return { check, checkFiles, stop };
}

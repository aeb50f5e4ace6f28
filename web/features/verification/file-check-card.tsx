import { FileSearch } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef } from "react";
import type { Evidence } from "../../../src/evidence/verifier/evidence.ts";
import { overallVerdict } from "../../../src/evidence/verifier/report.ts";
import type { TrustTexts } from "../../../src/evidence/verifier/trust.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { classes } from "../../lib/classes.ts";
import { useFileDrop } from "../../lib/use-file-drop.ts";
import { verificationMessages } from "../../texts/verification.ts";
import { type OwnLists, useFileCheck } from "./use-file-check.ts";

const text = verificationMessages.file;

/** Its sentences are a tenth of the page, and needed once a file is chosen, perhaps without a network. */
const loadResult = () => import("./file-check-result.tsx");
const FileCheckStatus = lazy(async () => ({ default: (await loadResult()).FileCheckStatus }));
const FileCheckResult = lazy(async () => ({ default: (await loadResult()).FileCheckResult }));

type FileCheckCardProps = {
  evidence: Evidence;
  trust: TrustTexts;
  /** False if neither a record nor a QR code says which files belong here. */
  isKnown: boolean;
  ownLists: OwnLists;
  /** Called with the names of the checked files that failed, so that nothing above looks as if it vouched for them. */
  onWrongFiles: (names: readonly string[]) => void;
};

/** Accepts files of any kind, verifies them in the browser and shows a report for each. */
export function FileCheckCard(props: FileCheckCardProps) {
  const { evidence, trust, isKnown, ownLists, onWrongFiles } = props;
  const zone = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { check, checkFiles, stop } = useFileCheck(evidence, trust, ownLists);
  useEffect(() => void loadResult().catch(() => undefined), []);
  useEffect(() => {
    const reports = check.state === "done" ? check.reports : [];
    onWrongFiles(reports.filter((report) => overallVerdict(report) === "failed").map(({ name }) => name));
  }, [check, onWrongFiles]);
  const take = useCallback(
    (files: File[]) => {
      if (files.length > 0) void checkFiles(files);
    },
    [checkFiles],
  );
  const over = useFileDrop(
    zone,
    useCallback(({ files }) => take(files), [take]),
  );
  return (
    <Card ref={zone} aria-labelledby="file-title" className={classes(check.state !== "done" && "no-print")}>
      <h2 id="file-title" className="text-heading">
        {isKnown ? text.title : text.titleAlone}
      </h2>
      <p className="mt-1 mb-4 text-muted">{isKnown ? text.text : text.textAlone}</p>
      <BareButton
        onClick={() => input.current?.click()}
        className={classes(
          "no-print grid w-full place-items-center gap-3 rounded-panel border-2 border-dashed px-4 py-6 transition-colors hover:border-brand hover:bg-tint",
          over ? "border-brand bg-tint" : "border-field-line bg-paper",
        )}
      >
        <FileSearch className="size-8 text-brand" aria-hidden="true" strokeWidth={1.5} />
        <span className={buttonClasses({ variant: "secondary" })}>{over ? text.drop : text.choose}</span>
      </BareButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text.choose}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <div role="status">
        <Suspense>{check.state !== "waiting" && <FileCheckStatus check={check} />}</Suspense>
      </div>
      <Suspense>{check.state !== "waiting" && <FileCheckResult check={check} stop={stop} />}</Suspense>
    </Card>
  );
}

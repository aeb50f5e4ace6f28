import { Button } from "../../../components/button.tsx";
import { documentsMessages } from "../../../texts/documents.ts";
import { useRights } from "../../accounts/use-rights.ts";
import { focusStageTitle } from "../workflow/use-focus-on-stage.ts";

const text = documentsMessages.history;

/** Three gray placeholder rows, for the first load only. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label={text.loading}>
      {["a", "b", "c"].map((row) => (
        <div key={row} className="grid animate-pulse gap-2 border-t border-line py-4">
          <div className="h-4 w-1/2 rounded-sm bg-sunk" />
          <div className="h-4 w-1/4 rounded-sm bg-sunk" />
        </div>
      ))}
    </div>
  );
}

export function HistoryEmpty() {
  const { mayWrite } = useRights();
  return (
    <div className="grid justify-items-center gap-2 border-t border-line py-8 text-center">
      <EmptySheet />
      <p className="font-serif text-heading font-semibold">{text.empty}</p>
      <p className="text-muted">{text.emptyText}</p>
      {mayWrite && (
        <Button variant="secondary" size="small" className="mt-2" onClick={focusStageTitle}>
          {text.emptyButton}
        </Button>
      )}
    </div>
  );
}

function EmptySheet() {
  return (
    <svg viewBox="0 0 80 80" className="size-16 text-field-line" aria-hidden="true">
      <path
        d="M22 12h26l12 12v44H22zM48 12v12h12M30 36h22M30 44h22M30 52h14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle
        cx="56"
        cy="60"
        r="11"
        className="fill-card stroke-seal"
        strokeWidth="2.5"
        strokeDasharray="3.4 2"
      />
    </svg>
  );
}

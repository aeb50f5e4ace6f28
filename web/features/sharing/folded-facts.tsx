import type { ReactNode } from "react";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";

type FoldedFactsProps = {
  title: string;
  /** Names the document for screen readers, where there are several. */
  of?: string;
  children: ReactNode;
};

/** What few readers of a link need: the numbers of a document, and files beside the stamped copy. */
export function FoldedFacts({ title, of, children }: FoldedFactsProps) {
  return (
    <details>
      <summary className="flex min-h-8 w-fit max-w-full items-center gap-2 rounded-lg text-sm text-brand">
        {title}
        {of && (
          <span className="sr-only" translate="no">
            : {of}
          </span>
        )}
        <DisclosureMark />
      </summary>
      <div className="mt-1 grid justify-items-start gap-2 text-sm text-muted">{children}</div>
    </details>
  );
}

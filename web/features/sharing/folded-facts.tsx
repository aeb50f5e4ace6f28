import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type FoldedFactsProps = {
  title: string;
  /** Names the document for screen readers, where there are several. */
  of?: string;
  children: ReactNode;
};

/** What few readers of a link need: the numbers of a document, and files beside the stamped copy. */
export function FoldedFacts({ title, of, children }: FoldedFactsProps) {
  return (
    <details className="group">
      <summary className="flex min-h-8 w-fit max-w-full cursor-pointer list-none items-center gap-2 rounded-lg text-sm text-brand [&::-webkit-details-marker]:hidden">
        {title}
        {of && (
          <span className="sr-only" translate="no">
            : {of}
          </span>
        )}
        <ChevronDown
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="mt-1 grid justify-items-start gap-2 text-sm text-muted">{children}</div>
    </details>
  );
}

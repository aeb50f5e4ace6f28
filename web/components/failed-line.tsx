import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";

type FailedLineProps = { children: string; again: string; onRetry: () => void };

/** Like `FailedNotice`, for part of a card: a sentence and a button on one line. */
export function FailedLine({ children, again, onRetry }: FailedLineProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p className="flex items-center gap-2">
        <CircleAlert className="size-5 shrink-0 text-bad" aria-hidden="true" />
        {children}
      </p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {again}
      </Button>
    </div>
  );
}

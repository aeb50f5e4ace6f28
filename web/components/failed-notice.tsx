import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type FailedNoticeProps = { children: string; again: string; onRetry: () => void; busy?: boolean };

/** An error announced immediately, with a button to try again. */
export function FailedNotice({ children, again, onRetry, busy = false }: FailedNoticeProps) {
  return (
    <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
      <p>{children}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={onRetry}>
        {again}
      </Button>
    </Notice>
  );
}

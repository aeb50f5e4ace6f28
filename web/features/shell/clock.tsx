import { formatClock } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { shellMessages } from "./messages.ts";

/** US Central time, each second, never announced. */
export function Clock() {
  const now = useNow(1000);
  return (
    <time
      dateTime={new Date(now).toISOString()}
      title={shellMessages.clock}
      aria-live="off"
      className="font-serif text-lg font-semibold text-ink tabular-nums"
    >
      {formatClock(now)}
    </time>
  );
}

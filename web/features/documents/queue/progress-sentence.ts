import { queueMessages as text } from "./messages.ts";
import type { Progress } from "./row-phase.ts";

/** How far the list as a whole is, in one line that is read out when it changes. */
export function progressSentence(progress: Progress): string {
  if (progress.kind === "uploading") return text.uploading(progress.at, progress.of);
  if (progress.kind === "stamping") return text.stamping(progress.done, progress.of);
  const { stamped, uploaded, failed } = progress;
  return [
    stamped > 0 ? text.stamped(stamped) : "",
    uploaded > 0 ? text.uploaded(uploaded) : "",
    failed > 0 ? text.failed(failed) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

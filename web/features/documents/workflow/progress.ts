import { saidByServer } from "../../../texts/translation.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.processing;

type Polled = { status: string; errorMessage: string | null };

/** What the progress bar shows for a document as last seen; undefined while nothing was seen yet. */
export function progressOf(polled: Polled | undefined): { percent: number; text: string } {
  switch (polled?.status) {
    case undefined:
      return { percent: 0, text: text.initializing };
    case "processing":
      return { percent: 65, text: text.stamping };
    case "completed":
      return { percent: 100, text: text.completed };
    case "error":
      return { percent: 0, text: polled?.errorMessage ? saidByServer(polled.errorMessage) : text.failed };
    default:
      return { percent: 30, text: text.preparing };
  }
}

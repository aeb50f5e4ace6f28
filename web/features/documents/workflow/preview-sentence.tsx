import { attestationSentence } from "../../../../src/formats/stamp/stamp-text.ts";
import { useNow } from "../../../lib/use-now.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.configure;

/** What the stamp would state if it were made now: in English, as it will stand on the paper. */
export function PreviewSentence() {
  const now = useNow(1000);
  return (
    <figure className="rounded-xl border border-line bg-paper px-5 py-4">
      <figcaption className="mb-1.5 text-sm font-semibold text-muted">{text.preview}</figcaption>
      <p lang="en" className="font-serif text-lg leading-snug tabular-nums" aria-live="off">
        {attestationSentence(now)}
      </p>
    </figure>
  );
}

import { Check, Copy, Share2 } from "lucide-react";
import { notify } from "../lib/notify.ts";
import { canShare, share } from "../lib/share.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { copyingMessages } from "../texts/copying.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { useCopy } from "./use-copy.ts";

type CopyFieldProps = {
  value: string;
  text: { label: string; copy: string; copied: string };
  /** Whether the value is a link that its reader gives to others. */
  canBeShared: boolean;
};

/**
 * A text with a button that copies it, and for a link to give to others one that opens the device's share sheet. It
 * wraps on narrow screens, so that nothing is cut off.
 */
export function CopyField({ value, text, canBeShared }: CopyFieldProps) {
  const { copied, copy, field } = useCopy(value, text.copied);
  const hydrated = useHydrated();
  const Icon = copied ? Check : Copy;
  const shareLink = () =>
    share({ url: value }).catch(() => notify({ kind: "error", title: copyingMessages.notShared }));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <Field label={text.label}>
          {(control) => (
            <textarea
              {...control}
              ref={field}
              readOnly
              rows={1}
              value={value}
              className={`${control.className} field-sizing-content block resize-none font-mono break-all`}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
        </Field>
      </div>
      <Button variant="secondary" className="min-w-1/4" aria-label={text.copy} onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        <span aria-live="polite">{copied ? copyingMessages.copied : text.copy}</span>
      </Button>
      {hydrated && canBeShared && canShare() && (
        <Button variant="secondary" onClick={() => void shareLink()}>
          <Share2 className="size-4" aria-hidden="true" />
          {copyingMessages.share}
        </Button>
      )}
    </div>
  );
}

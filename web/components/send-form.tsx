import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type SendFormProps = {
  onSubmit: ComponentProps<"form">["onSubmit"];
  busy: boolean;
  failure: string | undefined;
  /** `failed` is the heading of a failure. */
  texts: { submit: string; pending: string; failed?: string };
  /** Shown before the button's label while nothing is being sent. */
  icon?: ReactNode;
  /** False while required input is missing. */
  ready?: boolean;
  children: ReactNode;
};

/** Fields, errors, and the submit button. */
export function SendForm({ onSubmit, busy, failure, texts, icon, ready = true, children }: SendFormProps) {
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={onSubmit}>
      {children}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {texts.failed && <strong className="block">{texts.failed}</strong>}
          {failure}
        </Notice>
      )}
      <div>
        <Button type="submit" busy={busy} disabled={!ready}>
          {!busy && icon}
          {busy ? texts.pending : texts.submit}
        </Button>
      </div>
    </form>
  );
}

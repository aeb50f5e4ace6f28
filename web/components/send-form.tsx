import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type SendFormProps = {
  onSubmit: ComponentProps<"form">["onSubmit"];
  busy: boolean;
  failure: string | undefined;
  texts: { submit: string; pending: string };
  /** Stands before the words of the button, while nothing is sent. */
  icon?: ReactNode;
  /** False while something is missing without which nothing can be sent. */
  ready?: boolean;
  children: ReactNode;
};

/** Fields, what went wrong, and the one button. */
export function SendForm({ onSubmit, busy, failure, texts, icon, ready = true, children }: SendFormProps) {
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={onSubmit}>
      {children}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
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

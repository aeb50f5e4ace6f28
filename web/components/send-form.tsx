import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "../lib/use-attempt.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

type SendFormProps = {
  onSubmit: ComponentProps<"form">["onSubmit"];
  busy: boolean;
  failure: Failure | undefined;
  texts: { submit: string; pending: string };
  /** Shown before the button's label while nothing is being sent. */
  icon?: ReactNode;
  /** False while required input is missing. */
  ready?: boolean;
  children: ReactNode;
};

/** Fields, errors, and the submit button. */
export function SendForm({ onSubmit, busy, failure, texts, icon, ready = true, children }: SendFormProps) {
  return (
    <form noValidate className="mt-6 grid gap-4" onSubmit={onSubmit}>
      {children}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure.title && <p className="font-semibold">{failure.title}</p>}
          <p>{failure.message}</p>
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

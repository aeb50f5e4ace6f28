import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";

type PasswordFormProps = {
  onSubmit: ComponentProps<"form">["onSubmit"];
  busy: boolean;
  failure: string | undefined;
  texts: { submit: string; pending: string };
  children: ReactNode;
};

/** Fields, what went wrong, and the one button. */
export function PasswordForm({ onSubmit, busy, failure, texts, children }: PasswordFormProps) {
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={onSubmit}>
      {children}
      {failure && (
        <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
          {failure}
        </Notice>
      )}
      <div>
        <Button type="submit" busy={busy}>
          {busy ? texts.pending : texts.submit}
        </Button>
      </div>
    </form>
  );
}

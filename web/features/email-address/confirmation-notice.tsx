import { Link } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { emailAddressMessages } from "../../texts/email-address.ts";
import { useRequestConfirmation } from "./use-request-confirmation.ts";

const { notice, request } = emailAddressMessages;

/** Shown on the dashboard while the user's address is unconfirmed. */
export function ConfirmationNotice({ email, emailConfirmed }: CurrentUser) {
  const { send, busy } = useRequestConfirmation();
  if (!sendsMail || email === null || emailConfirmed) return null;
  return (
    <Notice tone="brand" icon={<Mail aria-hidden="true" />}>
      <p>{notice.text(email)}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" size="small" busy={busy} onClick={send}>
          {busy ? request.pending : request.submit}
        </Button>
        <Link to="/account" className="link">
          {notice.account}
        </Link>
      </p>
    </Notice>
  );
}

import { tabStorage } from "../../environment/storage.ts";

/**
 * What someone has written in the form for a ticket and not sent, kept in this tab while the session is renewed:
 * logging in loads the page again. Only the account that wrote it gets it back; any other one that opens the form
 * ends it.
 */

const key = "ticket-draft";

type Values = Record<"email" | "category" | "subject" | "message", string>;

/** The draft of this account; undefined if there is none. */
export function readTicketDraft(account: string): Values | undefined {
  const [writer, email = "", category = "", subject = "", message] = parse(tabStorage.read(key) ?? "[]");
  if (writer === account && message !== undefined) return { email, category, subject, message };
  forgetTicketDraft();
  return undefined;
}

/** Keeps what is worth typing again. */
export function keepTicketDraft(account: string, values: Values): void {
  if (values.subject === "" && values.message === "") forgetTicketDraft();
  else
    tabStorage.write(
      key,
      JSON.stringify([account, values.email, values.category, values.subject, values.message]),
    );
}

export const forgetTicketDraft = () => tabStorage.remove(key);

/** What was stored; empty if it is no draft. This part of every page must stay small, so no schema reads it. */
function parse(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

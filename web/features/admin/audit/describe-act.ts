import type { AuditEntryView } from "../../../../src/admin/admin.schema.ts";

type Act = Pick<AuditEntryView, "action" | "subject" | "detail">;

const mayBeCharged =
  ". Payments are not configured, so a subscription or payment may go on at Stripe: please end it there";

/** What an admin did, in words. An action that has none here is shown by its name. */
export function describeAct({ action, subject, detail }: Act): string {
  const about = (name: string) => String(detail[name] ?? "–");
  const id = (subject ?? "–").slice(0, 8);
  switch (action) {
    case "user.deleted":
      return `Deleted user ${id} and anonymised ${about("documents")} documents${detail.mayBeCharged ? mayBeCharged : ""}`;
    case "credits.granted":
      return `Granted ${about("credits")} free credits to user ${id}`;
    case "document.emailed":
      return `Emailed ${about("serialNumber")} to ${about("to")}`;
    case "stamped_copy.read":
      return `Downloaded the stamped copy of ${about("serialNumber")}`;
    case "certificate.read":
      return `Downloaded the certificate of ${about("serialNumber")}`;
    case "original.read":
      return `Viewed the original of ${detail.serialNumber ? about("serialNumber") : `document ${id}`}`;
    case "ticket.updated":
      return `Changed ticket ${id} from ${about("from")} to ${about("to")}`;
    case "ticket.deleted":
      return `Deleted ticket ${id}: ${about("subject")}`;
    case "admin.created":
      return `Created the administrator ${about("username")}`;
    case "admin.promoted":
      return `Gave ${about("username")} administrator rights`;
    case "password.reset":
      return `Set a new password for user ${id}`;
    default:
      return `${action} ${id}`;
  }
}

import type { AuditEntryView } from "../../../../src/features/admin/admin.output.schema.ts";
import { auditMessages } from "../../../texts/admin-audit.ts";

const text = auditMessages.acts;

type Act = Pick<AuditEntryView, "action" | "subject" | "detail">;

/** A description of an admin's action; an unknown action is shown by its name. */
export function describeAct({ action, subject, detail }: Act): string {
  const about = (name: string) => String(detail[name] ?? "–");
  const id = (subject ?? "–").slice(0, 8);
  switch (action) {
    case "user.deleted":
      return text.userDeleted(id, about("documents")) + (detail.mayBeCharged ? text.mayBeCharged : "");
    case "credits.granted":
      return text.creditsGranted(about("credits"), id);
    case "document.emailed":
      return text.emailed(about("serialNumber"), about("to"));
    case "stamped_copy.read":
      return text.stampedRead(about("serialNumber"));
    case "certificate.read":
      return text.certificateRead(about("serialNumber"));
    case "original.read":
      return text.originalRead(detail.serialNumber ? about("serialNumber") : text.document(id));
    case "ticket.updated":
      return text.ticketUpdated(id, about("from"), about("to"));
    case "ticket.deleted":
      return text.ticketDeleted(id, about("subject"));
    case "admin.created":
      return text.adminCreated(about("username"));
    case "admin.promoted":
      return text.adminPromoted(about("username"));
    case "admin.email_set":
      return text.adminEmailSet(id);
    case "reset_link.made":
      return text.resetLinkMade(id);
    case "reset_link.emailed":
      return text.resetLinkEmailed(id);
    case "password.reset":
      return text.passwordReset(id);
    case "authenticator_app.added":
      return text.appAdded(id);
    case "authenticator_app.removed":
      return text.appRemoved(id);
    case "recovery_codes.made":
      return text.recoveryCodesMade(id);
    case "recovery_code.used":
      return text.recoveryCodeUsed(id, about("left"));
    case "passkey.added":
      return text.passkeyAdded(id);
    case "passkey.removed":
      return text.passkeyRemoved(id);
    case "provider.linked":
      return text.providerLinked(id);
    case "provider.unlinked":
      return text.providerUnlinked(id);
    case "password.set":
      return text.passwordSet(id);
    case "office.closing":
      return text.officeClosing(id);
    case "office.kept":
      return text.officeKept(id);
    case "office.closed":
      return text.officeClosed(id);
    case "office_owner.added":
      return text.officeOwnerAdded(id, about("person").slice(0, 8));
    case "office_owner.demoted":
      return text.officeOwnerDemoted(id, about("person").slice(0, 8));
    case "office_owner.removed":
      return text.officeOwnerRemoved(id, about("person").slice(0, 8));
    case "office_owner.leaving":
      return text.officeOwnerLeaving(id, about("person").slice(0, 8));
    case "office_owner.staying":
      return text.officeOwnerStaying(id, about("person").slice(0, 8));
    case "office_member.left":
      return text.officeMemberLeft(id, about("person").slice(0, 8), about("links"), about("webhooks"));
    case "admin.demoted":
      return text.adminDemoted(about("username"));
    case "second_factor.reset":
      return text.secondFactorReset(id);
    default:
      return `${action} ${id}`;
  }
}

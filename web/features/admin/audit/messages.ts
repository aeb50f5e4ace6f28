import { adminAudit } from "../../../texts/english/admin-audit.ts";
import { localize } from "../../../texts/translation.ts";

export const auditMessages = localize("adminAudit", adminAudit);

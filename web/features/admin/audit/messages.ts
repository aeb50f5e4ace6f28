import { adminAudit } from "../../../texts/english/admin-audit.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const auditMessages = inReadersLanguage("adminAudit", adminAudit);

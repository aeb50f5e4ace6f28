import type { FileContext } from "./file-context.ts";
import { checkIntegrity } from "./integrity-finding.ts";
import { checkIssuer } from "./issuer-finding.ts";
import { checkLogEntry } from "./log-finding.ts";
import type { FileKind, Report } from "./report.ts";
import { checkTime } from "./time-finding.ts";

/** The four findings about a single file. */
export function buildReport(context: FileContext): Report {
  const { name, role, signatureStatus } = context;
  const isOurs = signatureStatus?.seal !== undefined || signatureStatus?.state === "changed";
  const kind: FileKind =
    role ?? (signatureStatus?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
  return {
    name,
    kind,
    findings: {
      unchanged: checkIntegrity(context),
      when: checkTime(context),
      who: checkIssuer(context),
      log: checkLogEntry(context),
    },
  };
}

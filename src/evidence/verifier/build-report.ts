import { compareWithLog } from "./external-time.ts";
import type { FileContext } from "./file-context.ts";
import { checkIntegrity } from "./integrity-finding.ts";
import { checkIssuer } from "./issuer-finding.ts";
import { checkLogEntry } from "./log-finding.ts";
import type { FileKind, Report } from "./report.ts";
import { checkTime, timeStampsOver } from "./time-finding.ts";

/** The four findings about a single file. */
export function buildReport(context: FileContext): Report {
  const { name, role, signatureStatus } = context;
  const isOurs = signatureStatus?.seal !== undefined || signatureStatus?.state === "changed";
  const kind: FileKind =
    role ?? (signatureStatus?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
  const log = checkLogEntry(context);
  return {
    name,
    kind,
    findings: {
      unchanged: checkIntegrity(context),
      when: compareWithLog(checkTime(context), log, timeStampsOver(context), context.trust),
      who: checkIssuer(context),
      log,
    },
  };
}

import { compareWithLog } from "./external-time.ts";
import type { Subject } from "./file-context.ts";
import { checkIntegrity } from "./integrity-finding.ts";
import { checkIssuer } from "./issuer-finding.ts";
import { checkLogEntry } from "./log-finding.ts";
import type { FileKind, Report } from "./report.ts";
import { checkTime, timeStampsOver } from "./time-finding.ts";

/** The four findings about a single file. */
export function verifySubject(subject: Subject): Report {
  const { name, role, signatureStatus } = subject;
  const isOurs = signatureStatus?.seal !== undefined || signatureStatus?.state === "changed";
  const kind: FileKind =
    role ?? (signatureStatus?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
  const log = checkLogEntry(subject);
  return {
    name,
    kind,
    findings: {
      unchanged: checkIntegrity(subject),
      when: compareWithLog(checkTime(subject), log, timeStampsOver(subject), subject.trust),
      who: checkIssuer(subject),
      log,
    },
  };
}

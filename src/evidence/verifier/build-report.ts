import { heldAgainstLog } from "./external-time.ts";
import type { Subject } from "./file-context.ts";
import { unchangedLine } from "./integrity-finding.ts";
import { whoLine } from "./issuer-finding.ts";
import { logLine } from "./log-finding.ts";
import type { FileKind, Report } from "./report.ts";
import { timeStampsOver, whenLine } from "./time-finding.ts";

/** The four lines about a single file. */
export function verifySubject(subject: Subject): Report {
  const { name, role, signatureStatus } = subject;
  const isOurs = signatureStatus?.seal !== undefined || signatureStatus?.state === "changed";
  const kind: FileKind =
    role ?? (signatureStatus?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
  const log = logLine(subject);
  return {
    name,
    kind,
    lines: {
      unchanged: unchangedLine(subject),
      when: heldAgainstLog(whenLine(subject), log, timeStampsOver(subject), subject.trust),
      who: whoLine(subject),
      log,
    },
  };
}

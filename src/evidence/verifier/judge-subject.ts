import type { FileKind, Judgement } from "./judgement.ts";
import { logLine } from "./log-line.ts";
import { heldAgainstLog } from "./outside-time.ts";
import type { Subject } from "./subject.ts";
import { unchangedLine } from "./unchanged-line.ts";
import { timeStampsOver, whenLine } from "./when-line.ts";
import { whoLine } from "./who-line.ts";

/** The four lines about a file that stands for itself. */
export function judgeSubject(subject: Subject): Judgement {
  const { name, role, standing } = subject;
  const isOurs = standing?.seal !== undefined || standing?.state === "changed";
  const kind: FileKind = role ?? (standing?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
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

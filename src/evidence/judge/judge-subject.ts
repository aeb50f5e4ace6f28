import type { FileKind, Judgement } from "./judgement.ts";
import { logLine } from "./log-line.ts";
import type { Subject } from "./subject.ts";
import { unchangedLine } from "./unchanged-line.ts";
import { whenLine } from "./when-line.ts";
import { whoLine } from "./who-line.ts";

/** The four lines about a file that stands for itself. */
export function judgeSubject(subject: Subject): Judgement {
  const { name, role, standing } = subject;
  const isOurs = standing?.seal !== undefined || standing?.state === "changed";
  const kind: FileKind = role ?? (isOurs ? "stamped" : "unknown");
  return {
    name,
    kind,
    lines: {
      unchanged: unchangedLine(subject),
      when: whenLine(subject),
      who: whoLine(subject),
      log: logLine(subject),
    },
  };
}

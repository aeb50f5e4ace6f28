import { certifiedKeys, statementKey, withAge } from "./aging.ts";
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
  const chains = timeStampsOver(context).flatMap(({ chain }) => chain);
  return {
    name,
    kind,
    findings: {
      unchanged: checkIntegrity(context),
      when: withAge(checkTime(context), certifiedKeys(chains), context.now),
      who: withAge(checkIssuer(context), keysOfIssuer(context), context.now),
      log: checkLogEntry(context),
    },
  };
}

function keysOfIssuer({ signatureStatus, statement, role }: FileContext) {
  const isStated = role !== undefined && statement !== undefined && "attestation" in statement;
  return [
    ...certifiedKeys(signatureStatus?.seal?.chain ?? []),
    ...(isStated ? [statementKey(statement.key.kid)] : []),
  ];
}

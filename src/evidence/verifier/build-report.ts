import { certifiedKeys, statementKey, withAge } from "./aging.ts";
import type { FileContext } from "./file-context.ts";
import { checkIntegrity } from "./integrity-finding.ts";
import { checkIssuer } from "./issuer-finding.ts";
import { checkLogEntry } from "./log-finding.ts";
import type { FileKind, Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { checkTime, timeStampsOver } from "./time-finding.ts";

/** The four findings about a single file. */
export function buildReport(context: FileContext): Report {
  const { name, role, signatureStatus } = context;
  const isOurs = signatureStatus?.seal !== undefined || signatureStatus?.state === "changed";
  const kind: FileKind =
    role ?? (signatureStatus?.isCertificate ? "certificate" : isOurs ? "stamped" : "unknown");
  const [renewed] = context.preserved.filter(({ lastChain }) => lastChain.length > 0);
  const chains = renewed?.lastChain ?? timeStampsOver(context).flatMap(({ chain }) => chain);
  return {
    name,
    kind,
    ...nameRenewals(context),
    findings: {
      unchanged: checkIntegrity(context),
      when: withAge(checkTime(context), certifiedKeys(chains), context.now),
      who: withAge(checkIssuer(context), keysOfIssuer(context), context.now),
      log: checkLogEntry(context),
    },
  };
}

/** One sentence about the known renewals; of several records, the one with the most. */
function nameRenewals({ preserved }: FileContext): Pick<Report, "notes"> {
  const [times = []] = preserved
    .map(({ renewals }) => renewals.flatMap(({ time, isKnown }) => (isKnown ? time : [])))
    .toSorted((one, other) => other.length - one.length);
  const last = times.at(-1);
  if (!last) return {};
  const { once, several } = sentences.renewed;
  return { notes: [times.length === 1 ? once(last) : several(times.length, last)] };
}

function keysOfIssuer({ signatureStatus, statement, role }: FileContext) {
  const isStated = role !== undefined && statement !== undefined && "attestation" in statement;
  return [
    ...certifiedKeys(signatureStatus?.seal?.chain ?? []),
    ...(isStated ? [statementKey(statement.key.kid)] : []),
  ];
}

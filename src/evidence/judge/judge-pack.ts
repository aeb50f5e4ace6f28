import canonicalize from "canonicalize";
import { parseJson, parseJws } from "../jws.ts";
import { partNames } from "../pack/part-names.ts";
import type { Evidence } from "./evidence.ts";
import { judgeSubject } from "./judge-subject.ts";
import { bad, type Detail, type Judgement, type Line, unsure, type Verdict, worst } from "./judgement.ts";
import type { Pack } from "./read-pack.ts";
import { labels, sentences, values } from "./sentences.ts";
import { examine, type Subject } from "./subject.ts";
import type { Trust } from "./trust.ts";
import { otherDocument } from "./unchanged-line.ts";
import { whenLine } from "./when-line.ts";

/** Judges all files of a pack by the evidence in it, and by what the service said where it was asked. */
export function judgePack(name: string, pack: Pack, known: Evidence, trust: Trust, now: Date): Judgement {
  const { record, crls } = known;
  const evidence = { ...pack.evidence, crls: [...pack.evidence.crls, ...crls], record };
  const look = (file: Parameters<typeof examine>[0]) => examine(file, evidence, trust, now);
  const { stamped, original, certificate } = pack;
  const stampedSubject = stamped && look({ name: stamped.name, bytes: stamped.data });
  if (!stamped || !stampedSubject) return damagedPack(name);
  const other = otherDocument(stampedSubject);
  if (other !== undefined) {
    return ofOtherDocument(judgePack(name, pack, { ...known, record: undefined }, trust, now), other);
  }
  const originalSubject = originalIn(pack, stampedSubject, look);
  const certificateSubject = certificate && look({ name: partNames.certificate, bytes: certificate });
  const lines = judgeSubject(stampedSubject).lines;
  const parts = [
    stampedPart(stampedSubject, lines.unchanged),
    ...(originalSubject?.bytes === undefined
      ? []
      : [fileVerdict(`${partNames.container}: ${originalSubject.name}`, originalSubject, "original")]),
    ...(original === "broken" ? [partVerdict(partNames.container, "bad", values.unreadable)] : []),
    ...(certificateSubject ? [certificateVerdict(certificateSubject)] : []),
    ...attestationVerdict(pack),
    ...pack.strays.map((stray) => partVerdict(stray, "bad", values.notFitting)),
  ];
  const times = [lines.when, ...(originalSubject ? [whenLine(originalSubject)] : [])];
  return {
    name,
    kind: "pack",
    lines: {
      ...lines,
      unchanged: unchangedOf(parts, lines.unchanged, stampedSubject.role === "stamped"),
      when: times.find(({ verdict }) => verdict === worst(times.map((time) => time.verdict))) ?? lines.when,
    },
  };
}

/** A sound pack proves its own document, which is not the one that was asked about. */
function ofOtherDocument({ lines, ...rest }: Judgement, serial: string): Judgement {
  const { verdict, details } = lines.unchanged;
  if (verdict === "bad") return { lines, ...rest };
  const unchanged = unsure(sentences.unchanged.otherDocument(serial), details);
  return { ...rest, lines: { ...lines, unchanged } };
}

/** What is told of a pack whose files cannot be read. */
export function damagedPack(name: string): Judgement {
  const { when, who, log } = sentences;
  return {
    name,
    kind: "pack",
    lines: {
      unchanged: bad(sentences.unchanged.damagedPack),
      when: unsure(when.nothing),
      who: unsure(who.nothing),
      log: unsure(log.nothing),
    },
  };
}

type Part = { verdict: Verdict; detail: Detail };

function partVerdict(name: string, verdict: Verdict, value: string): Part {
  return { verdict, detail: { label: labels.part(name), value } };
}

function fileVerdict(name: string, { role }: Subject, expected: Subject["role"]): Part {
  return role === expected
    ? partVerdict(name, "good", values.fitting)
    : partVerdict(name, role || expected ? "bad" : "unsure", values.notFitting);
}

/** Under a statement that holds, no other file than the stated one will do, and be it sealed. */
function stampedPart({ name, role, statement }: Subject, line: Line): Part {
  const isStated = statement !== undefined && "attestation" in statement;
  if (isStated && role !== "stamped") return partVerdict(name, "bad", values.notFitting);
  return partVerdict(name, line.verdict, line.sentence);
}

/** The statement names no certificate: its own seal or the service's record speaks for it, or nothing does. */
function certificateVerdict({ role, standing, record }: Subject): Part {
  const name = partNames.certificate;
  if (role === "certificate" || standing?.state === "whole") return partVerdict(name, "good", values.fitting);
  const isAnother = record !== undefined && record !== "unknown";
  const isBroken = standing?.state === "changed" || standing?.state === "added";
  if (isAnother || isBroken) return partVerdict(name, "bad", values.notFitting);
  return partVerdict(name, "unsure", values.cannotTell);
}

/** The readable statement must say what the signed one says. */
function attestationVerdict({ attestation, evidence }: Pack): Part[] {
  const [signed = ""] = evidence.attestations;
  const payload = parseJson(parseJws(signed)?.payload ?? new Uint8Array());
  const shown = attestation && parseJson(attestation);
  if (attestation === undefined) return [];
  const stated =
    shown !== null && typeof shown === "object" && "statement" in shown ? shown.statement : undefined;
  const isSame = stated !== undefined && canonicalize(stated) === canonicalize(payload);
  return isSame ? [] : [partVerdict(partNames.attestation, "bad", values.contradictory)];
}

/** The original in the pack, or where it is gone its fingerprint, for the time-stamp over it. */
function originalIn(
  { original }: Pack,
  { statement }: Subject,
  look: (file: Parameters<typeof examine>[0]) => Subject,
): Subject | undefined {
  if (original && original !== "broken") return look({ name: original.name, bytes: original.data });
  if (!statement || !("attestation" in statement)) return undefined;
  return look({ name: statement.attestation.name, sha256: statement.attestation.original });
}

function unchangedOf(parts: Part[], stamped: Line, isStated: boolean): Line {
  const verdict = worst(parts.map((part) => part.verdict));
  const details = [...parts.map(({ detail }) => detail), ...stamped.details];
  const say = sentences.unchanged;
  if (verdict === "bad") return { verdict, sentence: say.packPart, details };
  return { verdict, sentence: isStated ? say.pack : stamped.sentence, details };
}

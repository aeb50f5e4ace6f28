import { hexToBytes } from "@noble/hashes/utils.js";
import type { TimeStampedFile } from "../asic/asic-s.ts";
import { verifyTimeStampToken } from "../time-stamp/token.ts";
import type { ZipFault } from "../zip/zip-directory.ts";
import type { Evidence } from "./evidence.ts";
import { judgeSubject } from "./judge-subject.ts";
import { bad, good, type Judgement, unsure } from "./judgement.ts";
import { sentences } from "./sentences.ts";
import { examine } from "./subject.ts";
import type { Trust } from "./trust.ts";

/** A container that was opened. */
export type Container = {
  /** Undefined for a container of a kind that we do not make. */
  content: TimeStampedFile | { fault: ZipFault } | undefined;
  /** True when the ZIP file around it is as our own writer makes it. */
  isBare: boolean;
};

/** Judges the file in a container by the time-stamp beside it. */
export function judgeContainer(
  name: string,
  { content, isBare }: Container,
  known: Evidence,
  trust: Trust,
  now: Date,
): Judgement {
  const { unchanged } = sentences;
  if (!content || "fault" in content) return unopened(name, content?.fault);
  const { data, token } = content;
  const tokens = [...known.tokens, { bytes: token, about: "original" as const }];
  const subject = examine({ name: content.name, bytes: data }, { ...known, tokens }, trust, now);
  const held = verifyTimeStampToken(token, {
    imprint: { hash: "SHA-256", digest: hexToBytes(subject.sha256) },
    roots: [...trust.roots, ...trust.stampRoots],
    crls: [...trust.crls, ...known.crls],
  });
  const { lines } = judgeSubject({ ...subject, stamps: [held] });
  const isOther = "fault" in held && ["wrong-imprint", "forged", "malformed"].includes(held.fault);
  const details = lines.unchanged.details;
  if (isOther)
    return {
      name,
      kind: "container",
      lines: { ...lines, unchanged: bad(unchanged.brokenContainer, details) },
    };
  const isFile = lines.unchanged.verdict === "good";
  const whole = isBare ? good(unchanged.container, details) : unsure(unchanged.containerPackedAnew, details);
  return {
    name,
    kind: "container",
    lines: { ...lines, ...(isFile ? { unchanged: whole } : {}) },
  };
}

function unopened(name: string, fault: ZipFault | undefined): Judgement {
  const { unchanged, when, who, log } = sentences;
  const why = {
    malformed: bad(unchanged.brokenContainer),
    names: bad(unchanged.oddNames),
    "too-much": unsure(unchanged.tooMuch),
  };
  const lines = {
    unchanged: fault ? why[fault] : unsure(unchanged.nothing),
    when: unsure(when.nothing),
    who: unsure(who.nothing),
    log: unsure(log.nothing),
  };
  return { name, kind: "container", lines };
}

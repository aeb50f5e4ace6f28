import { writeUtcMinute } from "../evidence/written-time.ts";
/** Lists for the operator's terminal. */

/** A section with its title and number of entries; empty if there are none. */
export function listed(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : [`${title}: ${lines.length}`, ...lines].join("\n");
}

/** One entry on one line; leaves out unknown values. */
export function oneLine(facts: (string | null | false | undefined)[]): string {
  const words = facts.map((fact) => (fact || "").replace(/\p{Cc}+/gu, " ").trim());
  return `  ${words.filter(Boolean).join(" | ")}`;
}

/** "tried once", "tried 3 times"; nothing if it was not tried. */
export function triedTimes(attempts: number): string {
  if (attempts <= 0) return "";
  return `tried ${attempts === 1 ? "once" : `${attempts} times`}`;
}

/** 2026-11-20 19:11 UTC */
export function minute(time: Date): string {
  return `${writeUtcMinute(time)} UTC`;
}

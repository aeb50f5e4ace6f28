/** How lists are written that the operator reads in a terminal. */

/** A part of a list with its title and how long it is; empty when there is nothing in it. */
export function listed(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : [`${title}: ${lines.length}`, ...lines].join("\n");
}

/** What is known of one thing, on one line, whatever it is made of; what is not known is left out. */
export function oneLine(facts: (string | null | false | undefined)[]): string {
  const words = facts.map((fact) => (fact || "").replace(/\p{Cc}+/gu, " ").trim());
  return `  ${words.filter(Boolean).join(" | ")}`;
}

/** "tried once", "tried 3 times"; nothing when it was not. */
export function triedTimes(attempts: number): string {
  if (attempts <= 0) return "";
  return `tried ${attempts === 1 ? "once" : `${attempts} times`}`;
}

/** 2026-11-20 19:11 UTC */
export function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

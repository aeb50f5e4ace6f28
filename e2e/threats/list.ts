import { accounts } from "./accounts.ts";
import type { Threat } from "./threat.ts";

/** Every threat the product was looked at for, section by section, and how many there are in each. */
export const sections: { letter: string; count: number; threats: Threat[] }[] = [
  { letter: "A", count: 1, threats: accounts },
];

export const threats = sections.flatMap((section) => section.threats);

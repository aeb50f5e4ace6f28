import type { GivenSetting } from "../config.ts";

/** Of these only is said that they are set. */
const secret = /PASSWORD|SECRET/;
const longest = 80;

/** A setting on one line: its name, its value, where that comes from. No secret, nor the user of an address. */
export function describeSetting({ name, source, value }: GivenSetting): string {
  const shown = secret.test(name) && value !== "" ? "(not shown)" : shorten(value);
  return `${name.padEnd(24)} ${shown.padEnd(32)} ${typeof source === "string" ? source : source.file}`;
}

function shorten(value: string): string {
  const plain = value.replace(/\/\/[^/\s]*@/g, "//(not shown)@").replace(/\p{Cc}+/gu, " ");
  if (plain === "") return "–";
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

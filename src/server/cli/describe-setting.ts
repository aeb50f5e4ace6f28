import type { GivenSetting } from "../read-config.ts";

/** Of these only is said that they are set. */
const secret = /PASSWORD|SECRET|METRICS_TOKEN/;
/** Addresses of mail, whose @ hides nothing. */
const mailAddresses = new Set(["MAIL_FROM", "SUPPORT_EMAIL"]);
const longest = 80;

/** A setting on one line: its name, its value, where that comes from. No secret, nor user or query of an address. */
export function describeSetting({ name, source, value }: GivenSetting): string {
  const shown = secret.test(name) && value !== "" ? "(not shown)" : shorten(plainly(name, value));
  return `${name.padEnd(24)} ${shown.padEnd(32)} ${typeof source === "string" ? source : source.file}`;
}

const plainly = (name: string, value: string) => (mailAddresses.has(name) ? value : withoutSecrets(value));

function shorten(value: string): string {
  const plain = value.replace(/\p{Cc}+/gu, " ");
  if (plain === "") return "–";
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/**
 * Without what stands before the last @ or behind a question mark: there are the passwords and keys of addresses, also
 * of those that are written wrongly, which is when an operator shows them to somebody.
 */
function withoutSecrets(value: string): string {
  const [scheme = ""] = /^\s*[a-z][a-z+.-]*:\/\//i.exec(value) ?? [];
  const host = value.slice(value.lastIndexOf("@") + 1);
  const shown = host.length < value.length ? `${scheme}(not shown)@${host}` : value;
  return shown.replace(/\?.*$/s, "?(not shown)");
}

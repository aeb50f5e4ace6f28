import {
  hasInvisible,
  hasStackedMarks,
  withoutInvisible,
  withoutStackedMarks,
} from "../../formats/text/visible-text.ts";
import { rule } from "../rules.ts";

/** The separator of a stamp's line, and look-alikes; Catalan uses one within "l·l", Japanese between names. */
const separator =
  /(?<!l)·|·(?!l)|[\u0387\u2022\u2027\u2219\u22c5\u25cf\u2e31]|(?<!\p{L})[・･]|[・･](?!\p{L})/giu;

const serialLike = /(?<![\p{L}\p{N}])AT\p{Dash}\s*(?=[\p{L}\p{N}]*\p{Nd}|\w{5}\p{Dash}\w{5})[\w\p{Dash}]+/giu;
const fewDigits = 3;
const timeLike = /\p{Nd}\s*[-\p{Dash}./:,]\s*\p{Nd}/u;

/** Top-level domains that mail programs recognize, besides two-letter country codes. */
const domainEnds = [
  "edu gov int mil",
  "app art biz blog bond buzz care cash chat city click cloud club com company cyou design dev email events expert",
  "fit fun fyi games gift global group guru help homes host icu info ink lat life link live lol market media mobi",
  "money name net network news now one online org page pics plus pro pw quest red rest sale sbs services shop site",
  "skin social solutions space store stream studio support systems team tech today tools top vip website wiki win",
  "work works world xyz zone",
].flatMap((line) => line.split(" "));

/** Text that a mail program would turn into a link; but not "J.R. Smith", "St.John" or "A/L". */
const linkLike = new RegExp(
  `//|www\\.|@|[\\p{L}\\p{N}-][.。](?:[a-z]{2}|xn--[a-z0-9-]+|рф|${domainEnds.join("|")})(?![\\p{L}\\p{N}])`,
  "iu",
);

export type PersonalNameIssue =
  | "hiddenCharacters"
  | "noLetter"
  | "separator"
  | "tooManyMarks"
  | "link"
  | "serialNumber"
  | "time";

/**
 * Why a first or last name cannot be on a stamp; undefined if it can. A name must not be able to imitate other content
 * of the stamp: a serial number, a date, a time, another line. Nor may it be a link, since emails to strangers show it.
 */
export function personalNameIssue(name: string): PersonalNameIssue | undefined {
  if (hasInvisible(name)) return "hiddenCharacters";
  if (!/\p{L}/u.test(name)) return "noLetter";
  if (matches(separator, name)) return "separator";
  if (hasStackedMarks(name)) return "tooManyMarks";
  const plain = name.normalize("NFKC");
  if (matches(linkLike, plain)) return "link";
  if (matches(serialLike, plain)) return "serialNumber";
  if (saysTime(plain)) return "time";
  return undefined;
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Whether a text has letters of alphabets whose letters look alike. */
export function mixesAlphabets(text: string): boolean {
  const plain = text.normalize("NFKC");
  return alphabets.filter((alphabet) => alphabet.test(plain)).length > 1;
}

/** Why an account cannot have this username, as a sentence; undefined if it can. */
export function usernameIssue(username: string): string | undefined {
  if (hasInvisible(username)) return rule("username-hidden-characters", "Username has invisible characters");
  return mixesAlphabets(username)
    ? rule("username-mixes-alphabets", "Username mixes letters of different alphabets that look alike")
    : undefined;
}

/** A name in the form allowed on a stamp, including names stored before these checks existed. */
export function cleanPersonalName(name: string): string {
  const cleaned = cleanText(name);
  const plain = cleaned.normalize("NFKC");
  const saysMore = matches(serialLike, plain) || saysTime(plain);
  const kept = saysMore ? cleanText(plain.replace(serialLike, "").replace(/\p{Nd}/gu, "")) : cleaned;
  return /\p{L}/u.test(kept) ? kept : "";
}

/**
 * The name on the stamp. Accounts created by the operator may have none; older ones may have one that is no longer
 * accepted.
 */
export function buildClientName(user: {
  firstName: string | null;
  lastName: string | null;
  username: string;
}): string {
  const names = [user.firstName, user.lastName].map((name) => cleanPersonalName(name ?? ""));
  return names.filter(Boolean).join(" ") || cleanText(user.username);
}

/** Any text on one line, without invisible characters and without the separator of a stamp. */
function cleanText(text: string): string {
  return withoutStackedMarks(withoutInvisible(text)).replace(separator, " ").replace(/\s+/gu, " ").trim();
}

function saysTime(plain: string): boolean {
  return (plain.match(/\p{Nd}/gu)?.length ?? 0) > fewDigits || timeLike.test(plain);
}

function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}

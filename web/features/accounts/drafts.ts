import { tabStorage } from "../../environment/storage.ts";
import { draftsKey, forgetDrafts } from "./forget-drafts.ts";

/**
 * What someone has written in forms and not sent, kept in this tab while the session is renewed: logging in loads the
 * page again. Only the person who wrote it gets it back, whatever office they act for; any other one who opens such a
 * form ends all of it.
 */

/** Values of one form by their fields. */
type Draft = Readonly<Record<string, string>>;

type Drafts = { username: string; forms: Record<string, Draft> };

/**
 * What is worth keeping of a form: the values that differ from the initial ones; undefined while those of the fields
 * `written` do not.
 */
export function findDraft(values: Draft, initial: Draft, written: readonly string[]): Draft | undefined {
  const changed = Object.entries(values).filter(([field, value]) => initial[field] !== value);
  return changed.some(([field]) => written.includes(field)) ? Object.fromEntries(changed) : undefined;
}

/** The names of drafts that are being sent from this page. */
const beingSent = new Set<string>();

/** A form's name with what is added to it when the form is sent. */
const sentPrefix = (form: string) => `${form}, sent as `;

/** A new name for the draft of a form that is going to be sent. */
export const nameToSend = (form: string): string => `${sentPrefix(form)}${crypto.randomUUID()}`;

/**
 * What this person has written in this form, or in an earlier one of its name that is gone and was not sent; undefined
 * if there is nothing. Ends the drafts of anyone else.
 */
export function readDraft(username: string, form: string): Draft | undefined {
  const { forms } = readDrafts(username);
  const isLeft = (name: string) => name.startsWith(sentPrefix(form)) && !beingSent.has(name);
  const left = Object.keys(forms).find(isLeft);
  if (forms[form] === undefined && left !== undefined) renameDraft(username, left, form);
  return readDrafts(username).forms[form];
}

/**
 * Sends a form. Its draft is renamed to a name from `nameToSend`, under which the form keeps it from now on: until
 * sending has ended, other forms of its name start empty, so that nothing is sent twice, and have drafts of their own.
 */
export async function sendDraft<Answer>(
  username: string,
  { from, to }: { from: string; to: string },
  send: () => Promise<Answer>,
): Promise<Answer> {
  renameDraft(username, from, to);
  beingSent.add(to);
  return send().finally(() => beingSent.delete(to));
}

function renameDraft(username: string, from: string, to: string): void {
  const draft = readDrafts(username).forms[from];
  keepDraft(username, from, undefined);
  if (draft !== undefined) keepDraft(username, to, draft);
}

/** Keeps what was written in a form, or nothing if `values` is undefined. */
export function keepDraft(username: string, form: string, values: Draft | undefined): void {
  const { [form]: _, ...others } = readDrafts(username).forms;
  const forms = values === undefined ? others : { ...others, [form]: values };
  if (Object.keys(forms).length === 0) forgetDrafts();
  else tabStorage.write(draftsKey, JSON.stringify({ username, forms } satisfies Drafts));
}

function readDrafts(username: string): Drafts {
  const stored = parse(tabStorage.read(draftsKey));
  if (stored?.username === username) return stored;
  if (stored !== undefined) forgetDrafts();
  return { username, forms: {} };
}

/** Undefined if nothing is stored, or no drafts. */
function parse(text: string | null): Drafts | undefined {
  try {
    const drafts: Partial<Drafts> | null = JSON.parse(text ?? "null");
    const forms = drafts?.forms;
    if (typeof drafts?.username !== "string" || typeof forms !== "object" || forms === null) return undefined;
    const isText = Object.values(forms).every((form) =>
      Object.values(form).every((value) => typeof value === "string"),
    );
    return isText ? { username: drafts.username, forms } : undefined;
  } catch {
    return undefined;
  }
}

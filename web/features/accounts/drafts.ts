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

/** A form's name with what is added to it while it is being sent. */
const sentPrefix = (form: string) => `${form}, sent as `;

/**
 * What this person has written in this form, or has sent in vain with an earlier one of its name; undefined if there is
 * nothing, or while it is being sent. Ends the drafts of anyone else.
 */
export function readDraft(username: string, form: string): Draft | undefined {
  const { forms } = readDrafts(username);
  const isLeft = (name: string) => name.startsWith(sentPrefix(form)) && !beingSent.has(name);
  const left = Object.keys(forms).find(isLeft);
  if (forms[form] === undefined && left !== undefined) renameDraft(username, left, form);
  return readDrafts(username).forms[form];
}

/**
 * Sends a form. Until that has ended, its draft has a name of its own, which `send` gets to end it if it succeeds:
 * other forms of this name start empty, so that nothing is sent twice, and have drafts of their own. What could not be
 * sent is the draft of the form again, or of the next one if another has been begun.
 */
export async function sendDraft<Answer>(
  username: string,
  form: string,
  send: (name: string) => Promise<Answer>,
): Promise<Answer> {
  const name = `${sentPrefix(form)}${crypto.randomUUID()}`;
  beingSent.add(name);
  renameDraft(username, form, name);
  try {
    return await send(name);
  } finally {
    beingSent.delete(name);
    readDraft(username, form);
  }
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

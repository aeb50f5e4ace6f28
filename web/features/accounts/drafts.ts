import { tabStorage } from "../../environment/storage.ts";

/**
 * What someone has written in forms and not sent, kept in this tab while the session is renewed: logging in loads the
 * page again. Only the account that wrote it gets it back; any other one that opens such a form ends all of it.
 */

const key = "drafts";

/** The values of one form by their fields. */
export type Draft = Readonly<Record<string, string>>;

type Drafts = { account: string; forms: Record<string, Draft> };

/** What this account has written in this form; undefined if there is nothing. */
export function readDraft(account: string, form: string): Draft | undefined {
  return readDrafts(account).forms[form];
}

/** Keeps what was written in a form, or nothing if `values` is undefined. */
export function keepDraft(account: string, form: string, values: Draft | undefined): void {
  const { [form]: _, ...others } = readDrafts(account).forms;
  const forms = values === undefined ? others : { ...others, [form]: values };
  if (Object.keys(forms).length === 0) forgetDrafts();
  else tabStorage.write(key, JSON.stringify({ account, forms } satisfies Drafts));
}

export const forgetDrafts = (): void => tabStorage.remove(key);

function readDrafts(account: string): Drafts {
  const stored = parse(tabStorage.read(key));
  if (stored?.account === account) return stored;
  if (stored !== undefined) forgetDrafts();
  return { account, forms: {} };
}

/** Undefined if nothing is stored, or no drafts. This part of every page must stay small, so no schema reads it. */
function parse(text: string | null): Drafts | undefined {
  try {
    const drafts: Partial<Drafts> | null = JSON.parse(text ?? "null");
    const forms = drafts?.forms;
    if (typeof drafts?.account !== "string" || typeof forms !== "object" || forms === null) return undefined;
    const isText = Object.values(forms).every((form) =>
      Object.values(form).every((value) => typeof value === "string"),
    );
    return isText ? { account: drafts.account, forms } : undefined;
  } catch {
    return undefined;
  }
}

import type { Messages } from "./messages.ts";

/** All texts of the page, by the part of the page that shows them. Each language is one value of this type. */
export type Catalog = Record<never, never>;

/** A language other than English: every text of the page, and translations of the server's messages. */
export type Translation = {
  texts: Catalog;
  /** The texts of `localize` by their names. */
  localized: Readonly<Record<string, unknown>>;
  /** Translations of the server's messages and of the verifier's texts, by code. */
  messages: Messages;
};

import type { Language } from "../../src/formats/languages.ts";
import { spokenLanguage } from "./translation.ts";

/** A text, side by side in each language: a string, or what writes one. */
export type InEachLanguage<Text = unknown> = Readonly<Record<Language, Text>>;

/** Texts by name, in groups and lists. */
type Texts = InEachLanguage | readonly Texts[] | Group;
interface Group {
  readonly [name: string]: Texts;
}

/** The same texts in one language. */
type Localized<Tree> =
  Tree extends InEachLanguage<infer Text> ? Text : { [Name in keyof Tree]: Localized<Tree[Name]> };

/**
 * The texts in the reader's language. The build sends a reader only that one (web/build/one-language.ts): English comes
 * with the page that uses the texts, every other language with its translation, which is loaded first.
 */
export function localize<Tree extends Texts>(texts: Tree): Localized<Tree> {
  return inLanguage(texts, spokenLanguage().language);
}

/** `localize` for a page that few people open: all languages come with that page, so that other readers load none. */
export function localizeWhole<Tree extends Texts>(texts: Tree): Localized<Tree> {
  return inLanguage(texts, spokenLanguage().language);
}

/** The texts in this language, for what has several: a page that works offline, a test, a tool. */
export function inLanguage<Tree extends Texts>(texts: Tree, language: Language): Localized<Tree> {
  return choose(texts, language) as Localized<Tree>;
}

function choose(texts: Texts, language: Language): unknown {
  if (Array.isArray(texts)) return texts.map((one: Texts) => choose(one, language));
  if (isText(texts)) return texts[language];
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, choose(one, language)]));
}

const isText = (texts: Texts): texts is InEachLanguage => "en" in texts;

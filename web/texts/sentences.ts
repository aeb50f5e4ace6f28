/** English sentences and their translations; `{name}` is a placeholder on both sides. */
export type Sentences = Record<string, string>;

type Template = { english: RegExp; names: string[]; translated: string };

const placeholder = /\{(\w+)\}/g;

/** Placeholders whose values are the server's sentences too; all others are numbers, or names chosen by users. */
const ownWords = new Set(["fault", "known", "label", "list", "remedy", "stated", "time", "when"]);

/**
 * Translates the server's sentences that have no code, by their text. A sentence that is not in the table is unchanged.
 */
export function translatorOf(sentences: Sentences): (english: string) => string {
  const templates = Object.entries(sentences)
    .filter(([english]) => english.search(placeholder) !== -1)
    .map(([english, translated]) => templateOf(english, translated));

  return function translate(english: string): string {
    const whole = Object.hasOwn(sentences, english) ? sentences[english] : undefined;
    if (whole !== undefined) return whole;
    for (const template of templates) {
      const filled = template.english.exec(english)?.slice(1);
      if (!filled) continue;
      const values = new Map(
        template.names.map((name, at) => {
          const value = filled[at] ?? "";
          return [name, ownWords.has(name) ? translate(value) : value];
        }),
      );
      return template.translated.replace(placeholder, (unfilled, name) => values.get(name) ?? unfilled);
    }
    return english;
  };
}

function templateOf(english: string, translated: string): Template {
  const names = [...english.matchAll(placeholder)].map(([, name = ""]) => name);
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { english: new RegExp(`^${parts.join("(.+?)")}$`, "s"), names, translated };
}

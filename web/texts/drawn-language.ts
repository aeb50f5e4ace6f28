import { type Language, readersLanguage } from "./language.ts";

/** Set on the page while a drawing stands in it that its reader is not to see (styles/base.css). */
const mark = "data-foreign-drawing";

/**
 * Before the first paint: hides what the server drew in a language that is not the reader's. It goes by what the
 * browser sends, which may differ from what the page knows.
 */
export function hideForeignDrawing(): void {
  const { documentElement: page } = document;
  if (page.lang !== readersLanguage()) page.setAttribute(mark, "");
}

/** Makes room for the page in the language it is in after all, and settles that language for readers' machines. */
export function discardForeignDrawing(place: HTMLElement, language: Language): void {
  const { documentElement: page } = document;
  if (page.lang !== language) place.replaceChildren();
  page.lang = language;
  page.removeAttribute(mark);
}

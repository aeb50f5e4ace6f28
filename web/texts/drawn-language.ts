import type { Language } from "../../src/formats/languages.ts";
import { readersLanguage } from "./language.ts";

/** Set on the page while it contains server-rendered content in the wrong language (styles/base.css). */
const mark = "data-foreign-drawing";

/**
 * Before the first paint: hides server-rendered content that is not in the reader's language. The server uses the
 * browser's headers, which may differ from the page's choice.
 */
export function hideForeignDrawing(): void {
  const { documentElement: page } = document;
  if (page.lang !== readersLanguage()) page.setAttribute(mark, "");
}

/** Clears that content and sets the page's language for assistive technology. */
export function discardForeignDrawing(place: HTMLElement, language: Language): void {
  const { documentElement: page } = document;
  if (page.lang !== language) place.replaceChildren();
  page.lang = language;
  page.removeAttribute(mark);
}

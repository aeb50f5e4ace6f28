import type { Page } from "@playwright/test";

/**
 * Counts the clicks and taps on every page that this tab opens from now on. A choice in a list counts as two: one to
 * open it and one to choose. Key presses do not count, and neither do actions outside the page: choosing files in the
 * system's dialog, and opening the browser or a mail program.
 */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("attestampCountsClicks", (more: number) => {
    clicks += more;
  });
  await page.addInitScript(() => {
    const count = (more: number) => {
      const add: unknown = Reflect.get(window, "attestampCountsClicks");
      if (typeof add === "function") add(more);
    };
    // Not on `window`: there Playwright intercepts and repeats clicks that hit an element other than the intended one.
    const options = { capture: true };
    document.addEventListener("click", (event) => event.isTrusted && event.detail > 0 && count(1), options);
    document.addEventListener(
      "change",
      ({ target }) => target instanceof HTMLSelectElement && count(2),
      options,
    );
  });
  return () => clicks;
}

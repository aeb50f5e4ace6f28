import type { Page } from "@playwright/test";

/** Counts the clicks and taps on every page that is opened from now on; presses of keys do not count. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("attestampCountsClick", () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    window.addEventListener(
      "click",
      (event) => {
        const count: unknown = Reflect.get(window, "attestampCountsClick");
        if (event.isTrusted && event.detail > 0 && typeof count === "function") count();
      },
      { capture: true },
    );
  });
  return () => clicks;
}

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./browser.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose results depend on the color scheme. */
const colors = ["color-contrast", "link-in-text-block"];

type Look = { width: 360 | 1280; colorScheme: "light" | "dark"; rules: "all" | "colors" };

/** The wide page is the last, and stays: in it every action is a separate button. */
const everyLook: Look[] = [
  { width: 360, colorScheme: "light", rules: "all" },
  { width: 360, colorScheme: "dark", rules: "all" },
  { width: 1280, colorScheme: "light", rules: "all" },
  { width: 1280, colorScheme: "dark", rules: "all" },
];
/** The default check: every rule in the narrow page, and the colors of the other scheme. */
const quickLooks: Look[] = [
  { width: 360, colorScheme: "dark", rules: "all" },
  { width: 1280, colorScheme: "light", rules: "colors" },
];
const looks = process.env.EVERY_VARIANT ? everyLook : quickLooks;

/**
 * Checks the current page with axe against WCAG 2.0 to 2.2, levels A and AA, and its best practices: light and dark,
 * 360 and 1280 pixels wide (all four with `bun run accessibility`). Frames are excluded: Stripe's fields, a PDF. The
 * test continues, so that one run reports every screen. Nothing may be animated: a color in transition would be
 * measured. `part`: a selector, if the rest of the page was checked before.
 */
export async function expectAccessible(page: Page, screen: string, part = "html"): Promise<void> {
  await disableTransitions(page);
  const found: string[] = [];
  for (const [at, look] of looks.entries()) found.push(...(await violationsIn(page, part, look, at === 0)));
  expect.soft(found, screen).toEqual([]);
}

/** Each element passes a change of the scheme to the next one a frame later, even with reduced motion. */
async function disableTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

async function violationsIn(
  page: Page,
  part: string,
  { width, colorScheme, rules }: Look,
  isFirst: boolean,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
  // The first check has injected axe into the page; its 600 kB need not be loaded again.
  const source = isFirst ? {} : { axeSource: "void 0" };
  const axe = new AxeBuilder({ page, ...source }).include(part).exclude("iframe").setLegacyMode();
  // The rule for target sizes is disabled by default.
  if (rules === "all")
    axe.options({ runOnly: standards, preload: false, rules: { "target-size": { enabled: true } } });
  else axe.withRules(colors);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}, ${width} ${colorScheme}: ${target.join(" ")}: ${failureSummary}`,
    ),
  );
}

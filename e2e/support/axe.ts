import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./browser.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose results depend on the color scheme. */
const colors = ["color-contrast", "link-in-text-block"];

type Variant = {
  /** 320: a window of 1280 pixels at 400 percent (WCAG 2.2, 1.4.10), where nothing may be cut off. */
  width: 320 | 360 | 1280;
  colorScheme: "light" | "dark";
  forcedColors?: "active";
  rules: "all" | "colors";
};

/** The wide page comes last and stays open, because every action in it is a separate button. */
const everyVariant: Variant[] = [
  { width: 320, colorScheme: "light", forcedColors: "active", rules: "all" },
  { width: 360, colorScheme: "light", rules: "all" },
  { width: 360, colorScheme: "dark", rules: "all" },
  { width: 1280, colorScheme: "light", rules: "all" },
  { width: 1280, colorScheme: "dark", rules: "all" },
];
/** The default check: every rule in the narrowest page, and the colors of the other scheme. */
const quickVariants: Variant[] = [
  { width: 320, colorScheme: "dark", rules: "all" },
  { width: 1280, colorScheme: "light", rules: "colors" },
];
const variants = process.env.EVERY_VARIANT ? everyVariant : quickVariants;

/**
 * Checks the current page with axe against WCAG 2.0 to 2.2, levels A and AA, and its best practices: light and dark,
 * narrow and wide, and at 320 pixels for anything that is cut off (with `bun run accessibility`: all variants,
 * including one with forced colors). Frames are excluded: Stripe's fields, a PDF. The test continues, so that one run
 * reports every screen. Nothing may be animated, because axe would measure a color in transition. `part`: a selector,
 * if the rest of the page was checked before.
 */
export async function expectAccessible(page: Page, screen: string, part = "html"): Promise<void> {
  await disableTransitions(page);
  const found: string[] = [];
  for (const [at, variant] of variants.entries())
    found.push(...(await violationsIn(page, part, variant, at === 0)));
  await page.emulateMedia({ forcedColors: null });
  expect.soft(found, screen).toEqual([]);
}

/** Each element passes a change of scheme on to the next element one frame later, even with reduced motion. */
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
  { width, colorScheme, forcedColors, rules }: Variant,
  isFirst: boolean,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce", forcedColors: forcedColors ?? null });
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
  // The first check has injected axe into the page; its 600 kB need not be loaded again.
  const source = isFirst ? {} : { axeSource: "void 0" };
  const axe = new AxeBuilder({ page, ...source }).include(part).exclude("iframe").setLegacyMode();
  // The rule for target sizes is disabled by default.
  if (rules === "all")
    axe.options({
      runOnly: standards,
      preload: false,
      resultTypes: ["violations"],
      rules: {
        "target-size": { enabled: true },
        // Forced colors are the reader's own; axe measures those of the page.
        "color-contrast": { enabled: forcedColors === undefined },
      },
    });
  else axe.options({ runOnly: { type: "rule", values: colors }, resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}, ${width} ${forcedColors ? "forced" : colorScheme}: ${target.join(" ")}: ${failureSummary}`,
    ),
  );
  return width === 320 ? [...found, ...(await findTooWide(page))] : found;
}

/** The innermost elements that overflow the window to the right, if it can be scrolled there. */
export async function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return wide
      .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
      .map((element) => `wider than ${clientWidth} pixels: ${element.outerHTML.slice(0, 200)}`);
  });
}

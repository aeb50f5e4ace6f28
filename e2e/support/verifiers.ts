/** The three verifiers, asked as their users ask them, and their answers in a form that can be compared. */

import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./browser.ts";

/**
 * All statements about a file: title and kind, summary, the stage of its proof if it has one, and for each question
 * verdict, sentence, details.
 */
export type Answers = Record<string, string[]>;

/** A process of the command's own. */
export async function askConsole(paths: string[], origin: string): Promise<Answers> {
  return readAnswers(await runVerify([...paths, "--origin", origin, "--details"]), paths);
}

/** What the command prints, and its exit code. */
export async function runVerify(words: string[]): Promise<{ text: string; exitCode: number }> {
  const command = ["bun", "src/main.ts", "verify", ...words];
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, "../.."), stdout: "pipe", stderr: "pipe" });
  const text = await new Response(child.stdout).text();
  return { text, exitCode: await child.exited };
}

export function readAnswers({ text }: { text: string }, paths: string[]): Answers {
  const answers: Answers = {};
  for (const part of text.split("\n\n")) {
    const [head = "", ...lines] = part.split("\n").filter((line) => line !== "");
    const name = paths.map((path) => basename(path)).find((one) => head.startsWith(`${one}: `));
    if (name === undefined) continue;
    const said = lines.map((line) => line.replace(/^[+~?!] /, "").trim());
    answers[name] = [head.slice(name.length + 2), ...said];
  }
  return answers;
}

/** What both pages show about a file: each line without the parts that only one of them has. */
const linesOf = (article: Element): string[] => {
  const shown = (selector: string) =>
    article.querySelector(selector)?.textContent.replaceAll("\u00a0", " ").trim() ?? "";
  const [, kind] = shown(":is(h2, h3) + p").split(" · ");
  const title = `${shown("h2, h3")}.${kind === undefined ? "" : ` ${kind}.`}`;
  const summary = shown(":is(h2, h3) + p + p");
  const stage = shown(":is(h2, h3) + p + p + p");
  const answers = [...article.querySelectorAll("section, li:has(> details)")].flatMap((line) => {
    const text = (selector: string) =>
      [...line.querySelectorAll(selector)].map(
        (one) => one.textContent?.replaceAll("\u00a0", " ").trim() ?? "",
      );
    const heading = text("h3").join("") || text(".items-baseline > span").join(" ");
    const sentence = text(":scope > p").join("") || text("span.block.wrap-anywhere").join("");
    const labels = text("dt");
    const values = text("dd");
    const details = labels.map((label, at) => `${label}: ${values[at]}`);
    return [
      `${heading}.`,
      sentence,
      ...text("li, span.grid > span").map((said) => said.replace(/\s+/g, " ")),
      ...details,
    ];
  });
  return [title, summary, ...(stage === "" ? [] : [stage]), ...answers];
};

async function readArticles(page: Page, names: string[]): Promise<Answers> {
  const articles = page.locator("article");
  await expect(articles).toHaveCount(names.length, { timeout: 300_000 });
  const said = await articles.evaluateAll(
    (elements, source) => elements.map((element) => new Function(`return (${source})`)()(element)),
    linesOf.toString(),
  );
  return Object.fromEntries(said.map((lines, at) => [names[at] ?? "", lines]));
}

const ownLists = /^.*Whether someone is independent of the service is decided by the lists in/;

/** The page of a serial number that is not on record. */
export async function openPage(page: Page): Promise<void> {
  await page.goto("/verify/AT-00000-00000-00000-00000");
  await expect(page.getByLabel("Choose a file to check").last()).toBeAttached();
}

export async function askPage(page: Page, paths: string[]): Promise<Answers> {
  await openPage(page);
  return dropOnPage(page, paths);
}

/** `lists`: trust files that are dropped before the files. */
export async function dropOnPage(page: Page, paths: string[], lists: string[] = []): Promise<Answers> {
  const input = page.getByLabel("Choose a file to check").last();
  if (lists.length > 0) {
    await input.setInputFiles(lists);
    await expect(page.getByText(ownLists)).toBeVisible();
  }
  await input.setInputFiles(paths);
  const names = paths.map((path) => basename(path));
  await untilShown(page, names);
  return readArticles(page, names);
}

export async function openOfflinePage(context: BrowserContext, html: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pathToFileURL(html).href);
  return page;
}

export async function askOfflinePage(
  context: BrowserContext,
  html: string,
  paths: string[],
): Promise<Answers> {
  const page = await openOfflinePage(context, html);
  const answers = await dropOnOfflinePage(page, paths);
  await page.close();
  return answers;
}

export async function dropOnOfflinePage(page: Page, paths: string[], lists: string[] = []): Promise<Answers> {
  const input = page.getByLabel("Choose files, or drop them here");
  if (lists.length > 0) {
    await input.setInputFiles(lists);
    await expect(page.getByText(ownLists)).toBeVisible();
  }
  await input.setInputFiles(paths);
  const names = paths.map((path) => basename(path));
  await untilShown(page, names);
  const showAll = page.getByRole("button", { name: "Show all" });
  if (await showAll.isVisible()) await showAll.click();
  await expect(page.locator("article")).toHaveCount(names.length, { timeout: 300_000 });
  // Wrong files come first, so each article is found by the name that it shows, of which a long one is cut.
  const shown = await page.locator("article bdi").allTextContents();
  const inOrder = shown.map((text) => names.find((name) => name.startsWith(text.replace(/…$/, ""))) ?? text);
  return readArticles(page, inOrder);
}

/** Waits for the first of these names, which earlier files on the page must not have had. */
const untilShown = (page: Page, [name = ""]: string[]) =>
  page
    .locator("article bdi", { hasText: name.slice(0, 30) })
    .first()
    .waitFor({ state: "attached", timeout: 300_000 });

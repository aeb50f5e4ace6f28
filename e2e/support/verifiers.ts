/** The three verifiers, asked as their users ask them, and their answers in a form that can be compared. */

import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./browser.ts";

/** All statements about a file in the order of the questions: verdict, sentence, details. */
type Answers = Record<string, string[]>;

export async function askConsole(paths: string[], origin: string): Promise<Answers> {
  const command = ["bun", "src/main.ts", "verify", ...paths, "--origin", origin, "--details"];
  const child = Bun.spawn(command, { cwd: join(import.meta.dir, "../.."), stdout: "pipe", stderr: "pipe" });
  const text = await new Response(child.stdout).text();
  await child.exited;
  const answers: Answers = {};
  for (const part of text.split("\n\n")) {
    const [head = "", ...lines] = part.split("\n").filter((line) => line !== "");
    const path = paths.find((one) => head.startsWith(`${basename(one)}: `));
    if (path) answers[basename(path)] = lines.map((line) => line.replace(/^[+~?!] /, "").trim());
  }
  return answers;
}

/** What both pages show about a file: each line without the parts that only one of them has. */
const linesOf = (article: Element): string[] => {
  const summary = article.querySelector(":is(h2, h3) + p + p")?.textContent.replaceAll("\u00a0", " ") ?? "";
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
  return [summary, ...answers];
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

export async function askPage(page: Page, paths: string[]): Promise<Answers> {
  await page.goto("/verify/AT-00000-00000-00000-00000");
  await page.getByLabel("Choose a file to check").last().setInputFiles(paths);
  return readArticles(
    page,
    paths.map((path) => basename(path)),
  );
}

export async function askOfflinePage(
  context: BrowserContext,
  html: string,
  paths: string[],
): Promise<Answers> {
  const page = await context.newPage();
  await page.goto(pathToFileURL(html).href);
  await page.getByLabel("Choose files, or drop them here").setInputFiles(paths);
  const names = paths.map((path) => basename(path));
  await expect(page.locator("article").first()).toBeVisible({ timeout: 300_000 });
  const showAll = page.getByRole("button", { name: "Show all" });
  if (await showAll.isVisible()) await showAll.click();
  await expect(page.locator("article")).toHaveCount(names.length, { timeout: 300_000 });
  // Wrong files come first, so each article is found by the name that it shows, of which a long one is cut.
  const shown = await page.locator("article bdi").allTextContents();
  const inOrder = shown.map((text) => names.find((name) => name.startsWith(text.replace(/…$/, ""))) ?? text);
  const answers = await readArticles(page, inOrder);
  await page.close();
  return answers;
}

import { expect, test } from "bun:test";
import { plans } from "../../features/billing/plans.ts";
import { readBuiltPage } from "./built-page.ts";
import { createPageRenderers, type PageSettings } from "./page-renderer.ts";

const settings: PageSettings = {
  productName: "Stamps & Sons",
  maxUploadMb: 77,
  acceptsWord: true,
  extraTypes: false,
  retentionHours: 48,
  timeZone: "America/Chicago",
  signupOpen: true,
  providers: [],
  providersOnly: false,
  sendsMail: true,
  hasWitnesses: false,
  privacyUrl: null,
  termsUrl: null,
  paymentsOpen: true,
  creditsPay: false,
  plans,
  logo: null,
  isVisitor: true,
  isConfirmed: false,
};

const view = {
  serialNumber: "AT-1",
  processedDate: "2026-11-20T19:11:00.123Z",
  documentName: "<b>lease</b>.pdf",
  clientName: "Jane Doe",
  originalSha256: "a".repeat(64),
  stampedSha256: "b".repeat(64),
  certificateSha256: "c".repeat(64),
  originalKept: false,
  timeStamps: [],
};

function openRenderers(changes: Partial<PageSettings> = {}) {
  const renderers = createPageRenderers(readBuiltPage(), { ...settings, ...changes });
  if (!renderers) throw new Error("The web page is not built. Please run: bun run build:web");
  return renderers;
}

test("every visitor page is rendered in each language, without inline styles that the policy blocks", async () => {
  const renderers = openRenderers();
  const titles: Record<string, string[]> = {};
  for (const language of renderers.languageCodes) {
    const render = await renderers.in(language);
    for (const path of ["/", "/faq", "/contact", "/verify/AT-0"]) {
      const html = await render(path);
      expect([path, / style=|<script|<style/.test(html)]).toEqual([path, false]);
      titles[path] = [...(titles[path] ?? []), /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ""];
    }
  }
  expect(titles["/"]).toEqual([
    "Put a date on your work that anyone can check.",
    expect.stringContaining("Ponga a su trabajo"),
  ]);
  expect(new Set(titles["/contact"]).size).toBe(2);
});

test("where no one can sign up, no page offers an account", async () => {
  const closed = openRenderers({ signupOpen: false });
  const [render, open] = await Promise.all([closed.in("en"), openRenderers().in("en")]);
  for (const path of ["/", "/contact"]) {
    const offers = (html: string) =>
      /Create (your )?account|uploads? ·|No credit card/i.test(html.replaceAll("<!-- -->", ""));
    expect([path, offers(await open(path)), offers(await render(path))]).toEqual([path, true, false]);
  }
});

test("where Word documents are not converted, no page for visitors promises them", async () => {
  const mentions = (html: string) => /\bWord\b|docx|OpenDocument/i.test(html);
  for (const extraTypes of [false, true]) {
    for (const acceptsWord of [true, false]) {
      const renderers = openRenderers({ extraTypes, acceptsWord });
      for (const language of renderers.languageCodes) {
        const render = await renderers.in(language);
        const pages = await Promise.all(["/", "/contact"].map((path) => render(path)));
        const at = { language, extraTypes, acceptsWord };
        expect({ ...at, mentioned: pages.map(mentions) }).toEqual({ ...at, mentioned: [acceptsWord, false] });
      }
    }
  }
});

test("a record is rendered with its names as text, and leaves nothing behind for the next reader", async () => {
  const render = await openRenderers().in("en");
  const [found, other] = await Promise.all([
    render("/verify/at-1", { record: { address: "at-1", view } }),
    render("/verify/AT-2"),
  ]);
  for (const fact of ["This document is on record", "AT-1", "&lt;b&gt;lease&lt;/b&gt;.pdf", "Jane Doe"])
    expect(found).toContain(fact);
  expect(found).toContain('<time dateTime="2026-11-20T19:11:00.123Z">');
  expect(other).not.toContain("Jane Doe");
});

import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Config } from "../../features/config.ts";
import { type BuiltFile, type BuiltPage, readBuiltPage } from "./built-page.ts";

type ShownSettings = Pick<
  Config,
  | "origin"
  | "productName"
  | "maxUploadMb"
  | "retentionHours"
  | "signupDisabled"
  | "payments"
  | "credits"
  | "smtpUrl"
>;

export const visitorsPage = "/visitors.html";

/** The visitors' page of a screen with what they see first already in it, e.g. of "contact" in "es". */
export const drawnPage = (screen: string, language: string) => `/visitors/${language}/${screen}.html`;

/** The drawing that has places for what is on record (confirmed-page.ts). */
export const confirmedScreen = "confirmed";

const drawing = /^\/drawn\/([^/]+)\/([^/]+)\.part$/;
const placeholder = /<meta name="server-settings" content="[^"]*"\s*\/?>/;
const emptyRoot = '<div id="root"></div>';

/** The page as this server serves it. Empty when it was not built. */
export function loadPage(config: ShownSettings): BuiltPage {
  return withSettings(readBuiltPage(), config);
}

/**
 * The built page with the operator's settings in its index.html, where web/lib/server-settings.ts reads them:
 * the page knows its product's name and its limits before it has asked for anything. For browsers without a session
 * there is a second one, `visitorsPage`, that also says so: what it shows waits for no answer. And there is one such
 * for each drawing that the build made (web/build/draw-pages.ts), shown before any script has arrived.
 */
export function withSettings(page: BuiltPage, config: ShownSettings): BuiltPage {
  const index = page.get("/index.html");
  if (!index) return page;
  const { productName, maxUploadMb, retentionHours, signupDisabled, payments, credits, smtpUrl } = config;
  const opened = {
    signupOpen: !signupDisabled,
    paymentsOpen: payments !== undefined,
    sendsMail: smtpUrl !== undefined,
  };
  const creditsPay = credits === "redeem";
  const settings = { productName, maxUploadMb, retentionHours, ...opened, creditsPay };
  const shown = { productName, maxUploadMb, retentionHours, origin: config.origin };
  const visitors = page.get(visitorsPage) ?? index;
  const told = { ...settings, isVisitor: true };
  const toldWithRecord = { ...told, isConfirmed: true };
  const files = [...page].map(([path, file]): [string, BuiltFile] => {
    const [, language, screen] = drawing.exec(path) ?? [];
    if (language === undefined || screen === undefined) return [path, file];
    const html = fillIn(withDrawing(textOf(visitors), textOf(file), language), shown);
    const settingsOfScreen = screen === confirmedScreen ? toldWithRecord : told;
    return [drawnPage(screen, language), rewritten(visitors, withTold(html, settingsOfScreen))];
  });
  const served = (file: BuiltFile, settingsOfPage: object) =>
    rewritten(file, withTold(fillIn(textOf(file), shown), settingsOfPage));
  return new Map([
    ...files,
    ["/index.html", served(index, settings)],
    [visitorsPage, served(visitors, told)],
  ]);
}

const textOf = ({ bytes }: BuiltFile) => bytes.toString("utf8");

/** A page that shows that drawing, in that language, before any script has arrived. */
function withDrawing(html: string, drawn: string, language: string): string {
  return html
    .replace(emptyRoot, () => `<div id="root">${drawn}</div>`)
    .replace('<html lang="en">', `<html lang="${language}">`);
}

/** A page that tells its scripts these settings. */
function withTold(html: string, settings: object): string {
  const meta = `<meta name="server-settings" content="${escaped(JSON.stringify(settings))}" />`;
  return html.replace(placeholder, () => meta);
}

/** Writes the settings where the build left a place for them, e.g. {{productName}}, in texts and attributes. */
export function fillIn(html: string, settings: Record<string, string | number | undefined>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (place, name: string) => escaped(String(settings[name] ?? place)));
}

/** Compressed at each start, so at a level that takes a few milliseconds. */
function rewritten(file: BuiltFile, html: string): BuiltFile {
  const bytes = Buffer.from(html);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { ...file, bytes, sha256, encoded: { br, gzip: gzipSync(bytes) } };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plan } from "../../features/billing/billing.output.schema.ts";
import { type Accent, acceptsWord, type Config, type Logo } from "../../features/config.ts";
import { mapPlans } from "../../features/plan-ids.ts";
import { hasWitnesses } from "../../issuing/witnesses/witnesses.ts";
import { type BuiltFile, type BuiltPage, fileOf, readBuiltPage } from "./built-page.ts";
import { withInstalledApp } from "./installed-app.ts";
import { logoPath } from "./logo-file.ts";
import { once } from "./once.ts";
import type { PageSettings, ShownTerms } from "./page-renderer.ts";

type ShownSettings = Pick<
  Config,
  | "origin"
  | "productName"
  | "maxUploadMb"
  | "converter"
  | "extraTypes"
  | "retentionHours"
  | "signupDisabled"
  | "signInProviders"
  | "signInOnlyWithProviders"
  | "accent"
  | "logo"
  | "nameBesideLogo"
  | "payments"
  | "timeZone"
  | "plans"
  | "credits"
  | "smtpUrl"
  | "tsaUrls"
  | "anchorAuthorities"
  | "otsCalendars"
  | "logWitnesses"
  | "privacyUrl"
  | "termsUrl"
>;

export const visitorsPage = "/visitors.html";

/** The page as this server serves it. Empty if it was not built. */
export function loadPage(config: ShownSettings, built = readBuiltPage()): BuiltPage {
  return withInstalledApp(withSettings(built, config), config);
}

/** The operator's settings that the page may know: no keys and no passwords. */
export function buildPageSettings(config: ShownSettings): PageSettings {
  const { productName, maxUploadMb, extraTypes, retentionHours, signupDisabled } = config;
  const { timeZone, payments, credits, smtpUrl } = config;
  return {
    productName,
    maxUploadMb,
    acceptsWord: acceptsWord(config),
    extraTypes,
    retentionHours,
    timeZone,
    signupOpen: !signupDisabled,
    providers: config.signInProviders.map(({ id, name }) => ({ id, name })),
    providersOnly: config.signInOnlyWithProviders,
    sendsMail: smtpUrl !== undefined,
    hasWitnesses: hasWitnesses(config),
    logo: shownLogo(config),
    privacyUrl: config.privacyUrl ?? null,
    termsUrl: config.termsUrl ?? null,
    paymentsOpen: payments !== undefined,
    creditsPay: credits === "redeem",
    plans: mapPlans((id) => shownTerms(config.plans[id])),
    isVisitor: false,
    isConfirmed: false,
  };
}

/** As tall as our own mark, and as wide as fits on a small phone. */
const logoSpace = { width: 150, height: 36 };

function shownLogo(config: Pick<Config, "logo" | "nameBesideLogo">): PageSettings["logo"] {
  const { logo, nameBesideLogo: isNamed } = config;
  const src = logoPath(config);
  if (!logo || src === null) return null;
  const scale = Math.min(logoSpace.width / logo.width, logoSpace.height / logo.height);
  return { src, width: Math.round(logo.width * scale), height: Math.round(logo.height * scale), isNamed };
}

function shownTerms({ price, documentLimit, taxable, perMember, offered }: Plan): ShownTerms {
  return { price, documentLimit, taxable, perMember, offered };
}

/**
 * The built page with the operator's settings in its head, where web/environment/server-settings.ts reads them.
 * Browsers without a session get a variant that says so and does not wait for an answer.
 */
export function withSettings(page: BuiltPage, config: ShownSettings): BuiltPage {
  const index = page.get("/index.html");
  if (!index) return page;
  const visitors = page.get(visitorsPage) ?? index;
  const settings = buildPageSettings(config);
  const named = (file: BuiltFile, settings: PageSettings) =>
    withHtml(file, writeHead(file.read().toString("utf8"), config, settings));
  return new Map([
    ...page,
    ["/index.html", named(index, settings)],
    [visitorsPage, named(visitors, { ...settings, isVisitor: true })],
  ]);
}

function writeHead(
  html: string,
  { origin, accent, logo }: Pick<Config, "origin" | "accent" | "logo">,
  settings: PageSettings,
): string {
  const name = attribute(settings.productName);
  return new HTMLRewriter()
    .on("title", { element: (title) => void title.setInnerContent(settings.productName) })
    .on('meta[property="og:site_name"], meta[property="og:title"]', {
      element: (meta) => void meta.setAttribute("content", name),
    })
    .on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute("content", attribute(`${origin}/icons/icon-512.png`)),
    })
    .on('meta[name="server-settings"]', { element: (meta) => void writeSettings(meta, settings) })
    .on('link[rel="icon"]', { element: (link) => void (logo && writeIcon(link, logo)) })
    .on("head", {
      element: (head) => void (accent && head.append(`<style>${accentRule(accent)}</style>`, { html: true })),
    })
    .transform(html);
}

/** A logo that is about as tall as it is wide also becomes the tab's icon. */
function writeIcon(link: HTMLRewriterTypes.Element, logo: Logo): void {
  const src = logoPath({ logo });
  if (src === null || Math.max(logo.width / logo.height, logo.height / logo.width) > 1.34) return;
  link.setAttribute("href", src);
  link.setAttribute("type", logo.type);
}

/** The pages' policy allows it by its hash (csp-hashes.ts). It overrides the palette in the page's own styles. */
export function accentRule(accent: Accent): string {
  const values = Object.entries(accent).map(
    ([name, { light, dark }]) => `${name}:light-dark(${light},${dark})`,
  );
  return `:root:root{${values.join(";")}}`;
}

/** A page that shows this content before any script has loaded. `settings` and `record` are for its scripts. */
export function writeContent(
  file: BuiltFile,
  {
    language,
    content,
    record,
    settings,
  }: { language: string; content: string; record?: string | undefined; settings: PageSettings },
): string {
  return new HTMLRewriter()
    .on("html", { element: (html) => void html.setAttribute("lang", language) })
    .on('meta[name="server-settings"]', { element: (meta) => void writeSettings(meta, settings) })
    .on("#root", {
      element(root) {
        root.setInnerContent(content, { html: true });
        if (record !== undefined) root.after(recordScript(record), { html: true });
      },
    })
    .transform(file.read().toString("utf8"));
}

const recordScript = (json: string) =>
  `<script type="application/json" id="record">${json.replaceAll("<", "\\u003c")}</script>`;

function writeSettings(meta: HTMLRewriterTypes.Element, settings: PageSettings): void {
  meta.setAttribute("content", attribute(JSON.stringify(settings)));
}

/** The rewriter escapes only the quotes that would end the attribute. */
const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Compressed when a browser first asks for that encoding, so at a level that takes a few milliseconds. */
export function withHtml(file: BuiltFile, html: string): BuiltFile {
  const bytes = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const br = once(() => brotliCompressSync(bytes, { params }));
  return { ...fileOf(bytes, file.type), encoded: { br, gzip: once(() => gzipSync(bytes)) } };
}

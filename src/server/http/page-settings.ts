import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { plans } from "../../features/billing/plans.ts";
import type { Config } from "../../features/config.ts";
import { type BuiltFile, type BuiltPage, readBuiltPage } from "./built-page.ts";
import type { PageSettings } from "./page-renderer.ts";

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
  | "privacyUrl"
  | "termsUrl"
>;

export const visitorsPage = "/visitors.html";

/** The page as this server serves it. Empty if it was not built. */
export function loadPage(config: ShownSettings): BuiltPage {
  return withSettings(readBuiltPage(), config);
}

/** The operator's settings that the page may know: no keys and no passwords. */
export function toldSettings(config: ShownSettings): PageSettings {
  const { productName, maxUploadMb, retentionHours, signupDisabled, payments, credits, smtpUrl } = config;
  return {
    productName,
    maxUploadMb,
    retentionHours,
    signupOpen: !signupDisabled,
    sendsMail: smtpUrl !== undefined,
    privacyUrl: config.privacyUrl ?? null,
    termsUrl: config.termsUrl ?? null,
    paymentsOpen: payments !== undefined,
    creditsPay: credits === "redeem",
    prices: {
      trial: plans.trial.price,
      payper: plans.payper.price,
      smallbundle: plans.smallbundle.price,
      bundle: plans.bundle.price,
      unlimited: plans.unlimited.price,
    },
    isVisitor: false,
    isConfirmed: false,
  };
}

/**
 * The built page with the operator's settings in its head, where web/lib/server-settings.ts reads them. Browsers
 * without a session get a variant that says so and does not wait for an answer.
 */
export function withSettings(page: BuiltPage, config: ShownSettings): BuiltPage {
  const index = page.get("/index.html");
  if (!index) return page;
  const visitors = page.get(visitorsPage) ?? index;
  const settings = toldSettings(config);
  const named = (file: BuiltFile, told: PageSettings) =>
    withHtml(file, writeHead(file.bytes.toString("utf8"), config.origin, told));
  return new Map([
    ...page,
    ["/index.html", named(index, settings)],
    [visitorsPage, named(visitors, { ...settings, isVisitor: true })],
  ]);
}

function writeHead(html: string, origin: string, told: PageSettings): string {
  const name = attribute(told.productName);
  return new HTMLRewriter()
    .on("title", { element: (title) => void title.setInnerContent(told.productName) })
    .on('meta[property="og:site_name"], meta[property="og:title"]', {
      element: (meta) => void meta.setAttribute("content", name),
    })
    .on('meta[property="og:image"]', {
      element: (meta) => void meta.setAttribute("content", attribute(`${origin}/icons/icon-512.png`)),
    })
    .on('meta[name="server-settings"]', { element: (meta) => void tell(meta, told) })
    .transform(html);
}

/** A page that shows this content before any script has loaded. `told` and `record` are for its scripts. */
export function writeContent(
  file: BuiltFile,
  {
    language,
    content,
    record,
    told,
  }: { language: string; content: string; record?: string; told: PageSettings },
): string {
  return new HTMLRewriter()
    .on("html", { element: (html) => void html.setAttribute("lang", language) })
    .on('meta[name="server-settings"]', { element: (meta) => void tell(meta, told) })
    .on("#root", {
      element(root) {
        root.setInnerContent(content, { html: true });
        if (record !== undefined) root.after(recordScript(record), { html: true });
      },
    })
    .transform(file.bytes.toString("utf8"));
}

const recordScript = (json: string) =>
  `<script type="application/json" id="record">${json.replaceAll("<", "\\u003c")}</script>`;

function tell(meta: HTMLRewriterTypes.Element, told: PageSettings): void {
  meta.setAttribute("content", attribute(JSON.stringify(told)));
}

/** The rewriter escapes only the quotes that would end the attribute. */
const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Compressed at the server's start or at the first rendering, so at a level that takes a few milliseconds. */
export function withHtml(file: BuiltFile, html: string): BuiltFile {
  const bytes = Buffer.from(html);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { ...file, bytes, sha256, encoded: { br, gzip: gzipSync(bytes) } };
}

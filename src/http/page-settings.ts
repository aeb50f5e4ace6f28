import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Config } from "../config.ts";
import { type BuiltFile, type BuiltPage, readBuiltPage } from "./built-page.ts";

type ShownSettings = Pick<
  Config,
  "productName" | "maxUploadMb" | "retentionHours" | "signupDisabled" | "payments" | "credits"
>;

export const visitorsPage = "/visitors.html";

const placeholder = /<meta name="server-settings" content="[^"]*"\s*\/?>/;

/** The page as this server serves it. Empty when it was not built. */
export function loadPage(config: ShownSettings): BuiltPage {
  return withSettings(readBuiltPage(), config);
}

/**
 * The built page with the operator's settings in its index.html, where web/lib/server-settings.ts reads them:
 * the page knows its product's name and its limits before it has asked for anything. For browsers without a session
 * there is a second one, `visitorsPage`, that also says so: what it shows waits for no answer.
 */
export function withSettings(page: BuiltPage, config: ShownSettings): BuiltPage {
  const index = page.get("/index.html");
  if (!index) return page;
  const { productName, maxUploadMb, retentionHours, signupDisabled, payments, credits } = config;
  const opened = { signupOpen: !signupDisabled, paymentsOpen: payments !== undefined };
  const creditsPay = credits === "redeem";
  const settings = { productName, maxUploadMb, retentionHours, ...opened, creditsPay };
  return new Map([
    ...page,
    ["/index.html", withMeta(index, settings)],
    [visitorsPage, withMeta(index, { ...settings, isVisitor: true })],
  ]);
}

function withMeta(index: BuiltFile, settings: object): BuiltFile {
  const meta = `<meta name="server-settings" content="${escapeAttribute(JSON.stringify(settings))}" />`;
  return rewritten(index, Buffer.from(index.bytes.toString("utf8").replace(placeholder, () => meta)));
}

function rewritten(file: BuiltFile, bytes: Buffer<ArrayBuffer>): BuiltFile {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { ...file, bytes, sha256, encoded: { br: brotliCompressSync(bytes), gzip: gzipSync(bytes) } };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

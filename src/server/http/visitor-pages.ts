import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { type LegalText, legalTextInput } from "../../features/legal-texts/legal-texts.schema.ts";
import { getLegalText } from "../../features/legal-texts/legal-texts.service.ts";
import type { VerificationView } from "../../features/verification/verification.output.schema.ts";
import { verifySerialNumber } from "../../features/verification/verification.service.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";
import { once } from "./once.ts";
import { createPageRenderers } from "./page-renderer.ts";
import { buildPageSettings, visitorsPage, withHtml, writeContent } from "./page-settings.ts";

type VisitorPagesDeps = Pick<
  Deps,
  "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "signingKeys"
>;

const firstLanguage = "en";

/** The same pattern as in the page's script: both must find the same record. */
const verifyPath = /^\/verify\/([\w-]+)$/;

export type VisitorPages = ReturnType<typeof createVisitorPages>;

/**
 * The pages that a visitor without a session sees before any script has loaded. The server renders them with the code
 * that then runs in the browser. If rendering fails, the page renders itself once its scripts are loaded.
 */
export function createVisitorPages(page: BuiltPage, deps: VisitorPagesDeps) {
  const template = page.get(visitorsPage);
  const settings = { ...buildPageSettings(deps.config), isVisitor: true };
  const renderers = once(() => createPageRenderers(page, settings));
  const rendered = new Map<string, Promise<BuiltFile | undefined>>();

  function findLanguage(wanted: string[]): string | undefined {
    return wanted.find((code) => renderers()?.languageCodes.includes(code));
  }

  async function render(path: string, language: string): Promise<BuiltFile | undefined> {
    const renderPage = await renderers()?.in(language);
    if (!renderPage || !template) return undefined;
    const legalText = findLegalText(deps.config, path, language);
    const content = await renderPage(path, { legalText });
    return withHtml(
      template,
      writeContent(template, {
        language,
        content,
        record: legalText && JSON.stringify(legalText),
        settings: { ...settings, isConfirmed: legalText !== undefined },
      }),
    );
  }

  function logFailure(error: unknown): undefined {
    deps.log.error({ err: error }, "a page could not be rendered");
  }

  async function screen(path: string, wanted: string[]): Promise<BuiltFile | undefined> {
    const language = findLanguage(wanted);
    if (language === undefined) return undefined;
    const key = `${language} ${path}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const file = render(path, language).catch((error) => {
      rendered.delete(key);
      return logFailure(error);
    });
    rendered.set(key, file);
    return file;
  }

  return {
    /**
     * Loads the renderer and renders the front page, so that the first visitor does not wait for it. Other requests are
     * answered between its steps.
     */
    async warmUp(): Promise<void> {
      for (const step of [() => renderers(), () => renderers()?.in(firstLanguage)]) {
        await step();
        await setImmediate();
      }
      const frontPage = await screen("/", [firstLanguage]);
      frontPage?.encoded.br?.();
    },
    /** The page of a screen that is the same for every visitor; rendered once for each language. */
    screen,
    /**
     * The page of a serial number with its record, so that a phone on a slow connection shows it with the first bytes
     * and sends no further request. Undefined if the page must ask itself: the record is missing, cannot be confirmed
     * now, or has lost its client's name.
     */
    async record(path: string, address: string, wanted: string[]): Promise<Buffer<ArrayBuffer> | undefined> {
      const language = findLanguage(wanted);
      const typed = verifyPath.exec(path)?.[1];
      if (language === undefined || typed === undefined || !template) return undefined;
      const view = await tryToVerify(deps, typed, address);
      if (view?.clientName === undefined) return undefined;
      try {
        const content = await (await renderers()?.in(language))?.(path, { record: { address: typed, view } });
        if (content === undefined) return undefined;
        const withRecord = { ...settings, isConfirmed: true };
        return Buffer.from(
          writeContent(template, { language, content, record: JSON.stringify(view), settings: withRecord }),
        );
      } catch (error) {
        return logFailure(error);
      }
    },
  };
}

/** The operator's text that the page at this path shows. */
function findLegalText(
  config: Pick<Config, "legalTexts">,
  path: string,
  language: string,
): LegalText | undefined {
  const input = legalTextInput.safeParse({ name: path.slice(1), language });
  if (!input.success || !config.legalTexts[input.data.name]) return undefined;
  return getLegalText(config, input.data);
}

/** Undefined for every error: the page then asks itself, and that call reports the error. */
async function tryToVerify(
  deps: VisitorPagesDeps,
  typed: string,
  address: string,
): Promise<VerificationView | undefined> {
  try {
    return await verifySerialNumber(deps, typed, address);
  } catch {
    return undefined;
  }
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Compressed for one reader, so at a level that takes a few milliseconds, and on another thread. */
export async function compressed(
  bytes: Buffer<ArrayBuffer>,
  encoding: "br" | "gzip",
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "gzip") return deflate(bytes, { level: 3 });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}

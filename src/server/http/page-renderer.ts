import { runInThisContext } from "node:vm";
import type { VerificationView } from "../../features/verification/verification.output.schema.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";

/** What the page knows of its server before it has asked for anything. */
export type ToldSettings = {
  productName: string;
  maxUploadMb: number;
  retentionHours: number;
  /** Whether visitors may open accounts. */
  signupOpen: boolean;
  /** Whether mails leave this server; otherwise its operator finds them in a folder. */
  sendsMail: boolean;
  /** Whether anything can be paid here. */
  paymentsOpen: boolean;
  /** Whether a free credit may pay for a document, when its owner asks for it. */
  creditsPay: boolean;
  /** Whether the browser had no session when it asked for the page. */
  isVisitor: boolean;
  /** Whether the page arrived with the record of a serial number. */
  isConfirmed: boolean;
};

/** A record, and the serial number as its reader has typed it. */
type ShownRecord = { address: string; view: VerificationView };

/** The HTML that the page shows at a path to somebody without a session. */
export type RenderPage = (path: string, record?: ShownRecord) => Promise<string>;

/** What the page's bundle for the server exports (web/render-page.tsx). */
export type PageRenderer = {
  languageCodes: readonly string[];
  /** Once for each copy of the bundle: the page is in one language. */
  openPage: (language: string, settings: ToldSettings) => Promise<RenderPage>;
};

export const rendererPath = "/render-page.cjs";

type Exports = { renderer?: PageRenderer };

/** Renders the page in each language it has. Undefined where the page was built without its renderer. */
export function createPageRenderers(page: BuiltPage, settings: ToldSettings) {
  const bundle = page.get(rendererPath);
  if (!bundle) return undefined;
  const opened = new Map<string, Promise<RenderPage>>();
  const unused = [loadRenderer(bundle)];
  return {
    languageCodes: unused.flatMap(({ languageCodes }) => languageCodes),
    in(language: string): Promise<RenderPage> {
      const copy = () => unused.pop() ?? loadRenderer(bundle);
      const rendering = opened.get(language) ?? copy().openPage(language, settings);
      opened.set(language, rendering);
      return rendering;
    },
  };
}

/** A copy of the bundle with module state of its own; it comes from our own build, as the rest of the program does. */
function loadRenderer({ bytes }: BuiltFile): PageRenderer {
  const module: { exports: Exports } = { exports: {} };
  const wrapped = `(function (module, exports) {${bytes.toString("utf8")}\n})`;
  const evaluate: (module: { exports: Exports }, exports: Exports) => void = runInThisContext(wrapped, {
    filename: rendererPath,
  });
  evaluate(module, module.exports);
  const { renderer } = module.exports;
  if (!renderer) throw new Error(`${rendererPath} exports no renderer.`);
  return renderer;
}

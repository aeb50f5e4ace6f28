import { runInThisContext } from "node:vm";
import type { PlanId } from "../../../db/columns/billing.ts";
import type { Plan } from "../../features/billing/billing.output.schema.ts";
import type { LegalText } from "../../features/legal-texts/legal-texts.schema.ts";
import type { VerificationView } from "../../features/verification/verification.output.schema.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";

/** What a page says about a plan before its first request. */
export type ShownTerms = Pick<Plan, "price" | "documentLimit" | "taxable" | "perMember" | "offered">;

/** What the page knows about its server before its first request. */
export type PageSettings = {
  productName: string;
  maxUploadMb: number;
  /**
   * Whether Word documents are accepted where there is LibreOffice; false if the operator turned their conversion off.
   */
  acceptsWord: boolean;
  /** Whether more types of documents are accepted than every server accepts. */
  extraTypes: boolean;
  /** The zone of stamps of accounts that have chosen none. */
  timeZone: string;
  retentionHours: number;
  /** Whether visitors can create accounts. */
  signupOpen: boolean;
  /** The identity providers with which visitors can sign in, and whether there is no other way. */
  providers: { id: string; name: string }[];
  providersOnly: boolean;
  /** Whether this server sends email; otherwise its operator finds the emails in a folder. */
  sendsMail: boolean;
  /** Whether external witnesses look at the log. */
  hasWitnesses: boolean;
  /**
   * The operator's logo with its size on screen; null: ours. The product's name is shown next to it, or is its
   * alternative text.
   */
  logo: { src: string; width: number; height: number; isNamed: boolean } | null;
  /** The operator's legal texts; null if there are none. */
  privacyUrl: string | null;
  termsUrl: string | null;
  /** Whether payments are enabled. */
  paymentsOpen: boolean;
  /** Whether a free credit can pay for a document if its owner asks for it. */
  creditsPay: boolean;
  /** The terms of each plan; the price is in cents. */
  plans: Record<PlanId, ShownTerms>;
  /** Whether the browser requested the page without a session. */
  isVisitor: boolean;
  /**
   * Whether the page was served with the data it would request first: the record of a serial number, or a legal text.
   */
  isConfirmed: boolean;
};

/** A record, and the serial number as its reader typed it. */
type ShownRecord = { address: string; view: VerificationView };

/** The data that a page shows besides its own texts. */
type ShownData = { record?: ShownRecord | undefined; legalText?: LegalText | undefined };

/** The HTML of the page at a path for a visitor without a session. */
export type RenderPage = (path: string, data?: ShownData) => Promise<string>;

/** The exports of the page's server bundle (web/render-page.tsx). */
export type PageRenderer = {
  languageCodes: readonly string[];
  /** Called once for each copy of the bundle: a page has one language. */
  openPage: (language: string, settings: PageSettings) => Promise<RenderPage>;
};

export const rendererPath = "/render-page.cjs";

type Exports = { renderer?: PageRenderer };

/** Creates a renderer for each language. Undefined if the page was built without its renderer. */
export function createPageRenderers(page: BuiltPage, settings: PageSettings) {
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

/** Loads a copy of the bundle with separate module state; it comes from our own build, like the rest of the program. */
function loadRenderer({ read }: BuiltFile): PageRenderer {
  const module: { exports: Exports } = { exports: {} };
  const wrapped = `(function (module, exports) {${read().toString("utf8")}\n})`;
  const evaluate: (module: { exports: Exports }, exports: Exports) => void = runInThisContext(wrapped, {
    filename: rendererPath,
  });
  evaluate(module, module.exports);
  const { renderer } = module.exports;
  if (!renderer) throw new Error(`${rendererPath} exports no renderer.`);
  return renderer;
}

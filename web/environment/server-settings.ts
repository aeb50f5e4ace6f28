import { mapPlans } from "../../src/features/plan-ids.ts";
import type { PageSettings, ShownTerms } from "../../src/server/http/page-renderer.ts";
import { givenSettings } from "./given-settings.ts";

/** Each server writes its own plans. */
const terms: ShownTerms = { price: 0, documentLimit: 3, taxable: true, offered: true, perMember: false };

const defaults: PageSettings = {
  productName: "Attestamp",
  maxUploadMb: 50,
  acceptsWord: true,
  extraTypes: false,
  retentionHours: 48,
  timeZone: "America/Chicago",
  signupOpen: true,
  providers: [],
  providersOnly: false,
  sendsMail: true,
  hasWitnesses: false,
  logo: null,
  privacyUrl: null,
  termsUrl: null,
  paymentsOpen: true,
  creditsPay: false,
  plans: mapPlans(() => terms),
  isVisitor: false,
  isConfirmed: false,
};

/** The operator's settings that the server wrote into the page (src/server/http/page-settings.ts). */
export const {
  productName,
  maxUploadMb,
  acceptsWord,
  extraTypes,
  retentionHours,
  timeZone,
  signupOpen,
  providers,
  providersOnly,
  sendsMail,
  hasWitnesses,
  logo,
  privacyUrl,
  termsUrl,
  paymentsOpen,
  creditsPay,
  plans,
  isVisitor,
  isConfirmed,
}: PageSettings = readSettings();

function readSettings(): PageSettings {
  if (typeof document === "undefined") return { ...defaults, ...givenSettings() };
  const written = document.querySelector<HTMLMetaElement>('meta[name="server-settings"]')?.content;
  return written ? { ...defaults, ...JSON.parse(written) } : defaults;
}

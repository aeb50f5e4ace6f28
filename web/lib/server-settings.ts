import type { PageSettings } from "../../src/server/http/page-renderer.ts";
import { givenSettings } from "./given-settings.ts";

const defaults: PageSettings = {
  productName: "Attestamp",
  maxUploadMb: 50,
  retentionHours: 48,
  signupOpen: true,
  sendsMail: true,
  privacyUrl: null,
  termsUrl: null,
  paymentsOpen: true,
  creditsPay: false,
  prices: { trial: 0, payper: 0, smallbundle: 0, bundle: 0, unlimited: 0 },
  isVisitor: false,
  isConfirmed: false,
};

/** The operator's settings that the server wrote into the page (src/server/http/page-settings.ts). */
export const {
  productName,
  maxUploadMb,
  retentionHours,
  signupOpen,
  sendsMail,
  privacyUrl,
  termsUrl,
  paymentsOpen,
  creditsPay,
  prices,
  isVisitor,
  isConfirmed,
}: PageSettings = readSettings();

function readSettings(): PageSettings {
  if (typeof document === "undefined") return { ...defaults, ...givenSettings() };
  const written = document.querySelector<HTMLMetaElement>('meta[name="server-settings"]')?.content;
  return written ? { ...defaults, ...JSON.parse(written) } : defaults;
}

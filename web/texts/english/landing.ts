import type { PlanId } from "../../../db/columns/billing.ts";
import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import {
  extraTypes,
  maxUploadMb,
  plans,
  productName,
  retentionHours,
} from "../../environment/server-settings.ts";

/** The paid plans, in order of what most people need; the amounts are the server's. */
type Prices = {
  title: string;
  text: string;
  perDocument: (price: string) => string;
  plans: { id: PlanId; name: string; note: string }[];
};

const freeDocuments = plans.trial.documentLimit;
const countDocuments = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 document" : `${documentLimit} documents`;

/** Texts of the landing page. */
export const landing = {
  hero: {
    eyebrow: "Document timestamping and attestation",
    title: "Put a date on your work that anyone can check.",
    text: "Upload a document. Get back a stamped copy, a Certificate of Attestation, and a public page that shows what it was and when.",
    points: [
      "PDF, Word and pictures",
      "Signed and sealed in seconds",
      "Anyone can check the QR code, on paper or on screen",
    ],
  },
  sample: {
    alt: "A Certificate of Attestation with the document's name, date, time, fingerprints and QR code.",
    caption: "A sample certificate for a made-up document.",
  },
  prices: {
    title: "Prices",
    text: `${freeDocuments === 1 ? "Your first document is" : `Your first ${freeDocuments} documents are`} free. ${
      plans.unlimited.offered
        ? "After that, pay once or by the month."
        : "After that, you pay once. There is no subscription."
    }`,
    perDocument: (price: string) => `${price} per document`,
    plans: [
      { id: "payper", name: "Pay Per Document", note: "per document" },
      {
        id: "unlimited",
        name: "Unlimited Monthly",
        note: `a month${plans.unlimited.taxable ? ", plus taxes" : ""}. Cancel any time.`,
      },
      {
        id: "smallbundle",
        name: "Small Bundle",
        note: `for ${countDocuments(plans.smallbundle)}, one payment`,
      },
      { id: "bundle", name: "Bundle", note: `for ${countDocuments(plans.bundle)}, one payment` },
    ],
  } satisfies Prices,
  how: {
    title: "How It Works",
    steps: [
      {
        name: "Upload",
        text: `Confirm that the document is yours and drop it on the page: ${extraTypes ? "PDF, Word, OpenDocument, RTF, plain text or a picture" : "PDF, Word, PNG, JPEG or TIFF"}, up to ${maxUploadMb} MB.`,
      },
      {
        name: "Timestamp",
        text: "We add the date, the time, your name and a serial number to every page, and sign them with the document's fingerprint.",
      },
      {
        name: "Download",
        text: "Get the stamped copy and the certificate. The QR code on it opens a page where anyone can check the document.",
      },
    ],
  },
  start: {
    title: "Get Started",
    text:
      freeDocuments === null
        ? "FREE uploads"
        : freeDocuments === 1
          ? "1 FREE upload"
          : `${freeDocuments} FREE uploads`,
    note: "No credit card needed.",
    button: "Create your account",
  },
  who: {
    title: "Who Needs It",
    text: "Anyone who may one day need to show that something existed, and when.",
    groups: [
      { name: "Students", text: "Essays, theses and research notes before they are handed in." },
      { name: "Photographers", text: "Pictures and proofs before they go to a client." },
      { name: "Writers and creatives", text: "Manuscripts, designs and scripts at every draft." },
      { name: "Real estate agents", text: "Offers, disclosures and condition reports." },
      { name: "Small healthcare offices", text: "Policies, notices and signed forms." },
      { name: "Legal and finance", text: "Statements, letters and working papers." },
      { name: "Independent contractors", text: "Quotes, scopes of work and delivery notes." },
      { name: "Home-school families", text: "Portfolios, attendance and coursework." },
    ],
  },
  about: {
    title: "About Us",
    paragraphs: [
      `${productName} is a timestamping and validation service for everyday people and creatives. You state that you are the legal owner of a document. We attest that exactly this document existed at this time, and we make that easy to check.`,
      `The QR code on a certificate is cryptographically linked to the document's timestamp and details: we can tell if the document was changed or the code was forged. We delete originals after ${retentionHours} hours. The record stays.`,
      "This does not replace a copyright, and the certificate is not a copyright registration. It supports your timeline: the service only validates your claims.",
    ],
  },
  partner: {
    title: "Making music?",
    text: `${productName} is a partner of a sister service that validates songs, lyrics and recordings the same way. Write to us on the contact page, and we'll introduce you.`,
    /** The sister service's public address is not decided yet: until then its link leads to the section about it. */
    href: "#music-partner",
    link: "Validating music? See our sister music-validation service.",
    contact: "Contact us",
  },
};

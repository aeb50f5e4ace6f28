import type { PlanId } from "../../../db/columns/billing.ts";
import type { ShownTerms } from "../../../src/server/http/page-renderer.ts";
import {
  creditsPay,
  extraTypes,
  maxUploadMb,
  paymentsOpen,
  productName,
  retentionHours,
} from "../../environment/server-settings.ts";

/** What is sold in addition to the free documents, and the prices. */
function listPrices({ smallbundle, bundle, unlimited }: Plans, price: Record<PlanId, string>): string {
  const sold: Record<Exclude<PlanId, "trial">, string | false> = {
    payper: `Pay Per Document, ${price.payper} for one document`,
    smallbundle:
      smallbundle.offered && `Small Bundle, ${price.smallbundle} for ${countDocuments(smallbundle)}`,
    bundle: bundle.offered && `Bundle, ${price.bundle} for ${countDocuments(bundle)}`,
    unlimited: unlimited.offered && `Unlimited Monthly, ${price.unlimited} a month without a limit`,
  };
  return Object.values(sold)
    .filter((plan) => plan !== false)
    .join("; ");
}

const countDocuments = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 document" : `${documentLimit} documents`;

function describeFree({ documentLimit }: ShownTerms): string {
  if (documentLimit === null) return "Every document is free here, with its certificate.";
  const documents =
    documentLimit === 1
      ? "1 free document, with its certificate,"
      : `${documentLimit} free documents, each with its certificate,`;
  return `Every new account gets ${documents} and needs no credit card.`;
}

type Plans = Record<PlanId, ShownTerms>;

/**
 * Questions and answers in display order, with this server's plans and prices. Answers must stay true of
 * the product.
 */
export const faqQuestions = (plans: Plans, price: Record<PlanId, string>) => ({
  general: {
    product: {
      question: `What does ${productName} do?`,
      answer:
        "You upload a document and confirm that it is yours. You get back a stamped copy, with the date, the time, your name and a serial number on every page, and a Certificate of Attestation. Its QR code opens a page where anyone can check both.",
    },
    proof: {
      question: "What does the certificate prove, and what doesn't it prove?",
      answer: `It is our signed statement that an account in the client's name gave ${productName} a file with exactly this fingerprint (SHA-256) at the stated time. Its public page says whose clock that time is from, and who else confirms it. It does not prove who wrote or owns the document, that the client's name is right, or that the document is true: we don't check that. It supports a timeline. It is not a copyright registration, does not replace one, and is not notarized.`,
    },
    accepted: {
      question: "Will a school or court accept this?",
      answer: `We can't promise that. Each school, office or court decides what it accepts, so ask before you rely on it. What ${productName} gives you is evidence that anyone can check: exactly this file existed at this time, by the clock that its public page names. It doesn't prove who wrote it or that it is true.`,
    },
    notarization: {
      question: "Is this notarization?",
      answer:
        "No. A notary checks who you are and watches you sign. We do neither. “Affidavit certificate” and “Certificate of Attestation” are two names for the same PDF: a statement signed by us that says which file we received, when, and from which account. If someone asks for a notarized document, you need a notary.",
    },
    original: {
      question: "What happens to my original?",
      answer: `We delete it ${retentionHours} hours after the upload. We keep its name, its size and its fingerprint, so anyone who has the file can still prove that it is the same. Please note that a stamped PDF contains the original pages, and often the original file itself. We keep the stamped copy until you delete the document.`,
    },
    privacy: {
      question: "Who can see my documents?",
      answer:
        "You. The public page shows the serial number, the processing date, the file name, your name and the fingerprints, but never the document. Administrators of this site can open a client's files to help, and we log each time they do. So choose a file name that you don't mind others seeing.",
    },
    deletion: {
      question: "What happens when I delete a document?",
      answer:
        "We permanently delete the stamped copy and the certificate, and no longer show any name. The public page of its serial number stays, with the date and the fingerprints, and says that a certificate was issued and when you withdrew the document. The stamp still counts toward your plan.",
    },
    referrals: {
      question: "How does the referral program work?",
      answer: `Your referral link is on the Plans page. To open it, choose “See plans” on the home page. ${creditsPay ? "Someone who signs up with your link gets 3 free credits at once, and you get 3 when they have stamped a first document or bought something. If other people on their network were referred before, you both get them then, and they also need a confirmed email address or a purchase." : "When someone signs up with your link, they get 3 free credits and you get 3, at once."} There is no limit. You can't refer yourself, and an account can use only one code, once.`,
    },
  },
  technical: {
    files: {
      question: "Which files can I upload, and how should I name them?",
      answer: `PDF, docx, PNG, JPG and JPEG; on the home screen also ${extraTypes ? "DOC, TIFF, ODT, RTF, TXT, HEIC, WebP, AVIF, GIF and BMP" : "DOC and TIFF"}. Each file can be up to ${maxUploadMb} MB. You can choose several at once; each becomes a separate document. A file name of at most 8 words looks best on the certificate. Put your name in it if you want it in the QR code.`,
    },
    duration: {
      question: "How long does it take?",
      answer:
        "Small documents are ready in seconds. Allow 30-60 seconds for a typical one when many people are waiting, and up to 2-3 minutes for a large file. You can close the page; we'll keep working.",
    },
    stamp: {
      question: "What does the stamp say, and where is it?",
      answer:
        "The product's name, the date and time (in the time zone of your account), your name, the serial number, one sentence with the time in UTC, and where to check it. It is on every page, with a QR code where there is room for it. When you set up the document, you choose its language, whether it has the code, and its place: along the right edge, or in one of the four corners.",
    },
    conversion: {
      question: "What happens to a Word document or a TIFF?",
      answer: `You get it back as a PDF; PNG and JPEG pictures stay PNG and JPEG.${extraTypes ? " Other pictures become one of these two, and other texts become a PDF." : ""} If a Word document uses a font that we don't have, we replace it with a similar one, which can move lines. If every line has to stay where it is, save the document as a PDF yourself and upload that.`,
    },
    signed: {
      question: "My PDF is already signed. Does the signature survive?",
      answer:
        "Yes. We add the stamp as a later layer and don't touch the signed part, so the signature stays valid. Some PDF readers show that something was added after signing; that is the stamp.",
    },
    password: {
      question: "My PDF has a password. What can I do?",
      answer:
        "If a document can't be opened without a password, we can't stamp it, and we tell you when you upload or process it. Save a copy without the password and upload that. The failed one doesn't count toward your plan. If a PDF opens without a password and only restricts what you can do with it, we stamp it unless it forbids all changes. The stamped copy is not encrypted.",
    },
    code: {
      question: "What is in the QR code?",
      answer:
        "The address of your document's public page, followed by a statement with our digital signature: the serial number, the time, the file name, and the fingerprints of the original and the stamped copy. Your name is in it if it is in the file name. The signature ties the code, the time and the document together, so we can tell if a code is forged or belongs to another document.",
    },
    checking: {
      question: "How do other people check my document?",
      answer:
        "They scan the QR code or open the address on the certificate, and drop the file on that page. Their own browser compares the file; it is not uploaded. The page says whether it is the original, the stamped copy, the certificate, or none of them. If even a single character was changed, the answer is “none of them”.",
    },
    afterUs: {
      question: `What if ${productName} shuts down?`,
      answer:
        "Your files still work, so keep your own copies of the stamped document, the certificate and the evidence pack (under “More”). With the evidence pack, anyone can check the document without us. The signed statement in the QR code can be checked, too: our public keys are at /.well-known/jwks.json on this site. Keep a copy of that small file with your certificate, and any program that supports Ed25519 signatures (RFC 8037) can check it.",
    },
  },
  billing: {
    prices: {
      question: "What is free, and what does it cost after that?",
      answer: `${describeFree(plans.trial)} ${
        plans.trial.documentLimit === null
          ? ""
          : paymentsOpen
            ? `After that: ${listPrices(plans, price)}. If a plan says “+ applicable taxes”, we add taxes. `
            : "After that, ask this site's administrator: the site doesn't take payments. "
      }Checking documents is always free and needs no account.`,
    },
    payment: {
      question: "How can I pay?",
      answer:
        "With a credit card, a debit card or Cash App Pay, if this site takes payments. Stripe handles the payment: your card number goes from your browser to Stripe and never to us.",
    },
    counting: {
      question: "What counts as a document? Does a failed one count?",
      answer:
        "Each stamp counts. A failed document doesn't: its stamp goes back to your plan, and Recent Documents says why it failed. Uploading, downloading and checking are free. Deleting a document doesn't give its stamp back.",
    },
    credits: {
      question: "What are free credits good for?",
      answer: `You get them from referrals or from our support team, and they are shown with your plan. They don't raise your plan's limit, and we never use them automatically. ${creditsPay ? "On this site, you can use one to pay for a document." : "On this site, we only show them."}`,
    },
    refunds: {
      question: "Can I get a refund?",
      answer:
        "There are no automatic refunds: a person decides, and we answer within 12 hours. Choose Billing & Plans on the Support page and tell us the serial number or the day of the payment. If you paid for a document and it failed, it stays paid: process it again at no charge.",
    },
  },
});

import type { PlanId } from "../../../src/features/billing/billing.schema.ts";
import { plans } from "../../../src/features/billing/plans.ts";
import { maxUploadMb, productName, retentionHours } from "../../lib/server-settings.ts";

const { trial, payper, smallbundle, bundle, unlimited } = plans;

/**
 * Questions and their answers, in the order in which they are shown; given what each plan costs. Answers must stay
 * true of what the product does.
 */
export const faqQuestions = (price: Record<PlanId, string>) => ({
  general: {
    product: {
      question: `What does ${productName} do?`,
      answer:
        "You upload a document and confirm that it is yours. You get back a stamped copy, on which every page carries the date, the time, your name and a serial number, and a Certificate of Attestation whose QR code opens a page where anyone can check both.",
    },
    proof: {
      question: "What does the certificate prove, and what does it not prove?",
      answer: `It proves that a file with exactly this fingerprint (SHA-256) was handed to ${productName} at the time it names, from an account in the client's name. It does not prove who wrote or owns the document, that the client's name is right, or that what the document says is true: we do not examine that. It supports a timeline. It is not a copyright registration and does not replace one, and it is not a notary's act.`,
    },
    original: {
      question: "What happens to my original?",
      answer: `It is deleted ${retentionHours} hours after the upload. Its name, its size and its fingerprint stay on record, so that whoever has the file can still prove that it is the same. Please note that a stamped PDF contains the original pages, and often the original file itself: the stamped copy stays until you delete the document.`,
    },
    privacy: {
      question: "Who can see my documents?",
      answer:
        "You. The public page of a serial number shows the serial number, the processing date, the document's file name, your name and the fingerprints, never the document. Administrators of this server can open a client's files to help, and each time they do it is written to a log. So choose a file name you do not mind being read.",
    },
    deletion: {
      question: "What happens when I delete a document?",
      answer:
        "The stamped copy, the certificate and the public record of its serial number are deleted for good, and its page answers “Verification Failed”. A QR code that is already printed still carries our signature, but there is no record left to compare it with. The stamp stays counted in your plan.",
    },
    referrals: {
      question: "How does the referral programme work?",
      answer:
        "Your referral link is on the Subscription page. When somebody opens an account with it and stamps a first document or buys a plan, they get 3 free credits and you get 3, for as many people as you bring. From a network where others were referred before, a confirmed email address is needed as well. Nobody can refer themselves, and an account can use one code, once.",
    },
  },
  technical: {
    files: {
      question: "Which files can I upload, and how should I name them?",
      answer: `PDF, docx, PNG, JPG and JPEG; on the home screen also DOC and TIFF. Each file may have up to ${maxUploadMb} MB. You may choose several together: each becomes a document of its own. A file name of at most 8 words looks best on the certificate; put your name in it if you want it in the QR code.`,
    },
    duration: {
      question: "How long does it take?",
      answer:
        "Small documents are ready within seconds. Allow 30-60 seconds for an ordinary one when many people are waiting, and up to 2-3 minutes for a large file. You may close the page; processing continues.",
    },
    stamp: {
      question: "What does the stamp say, and where is it?",
      answer:
        "The product's name, date and time with their offset from UTC, your name, the serial number, and one sentence with the time in UTC. You choose the place when you set up the document: the right edge, upright, or one of the four corners. It is on every page.",
    },
    conversion: {
      question: "What becomes of a Word document, or of a TIFF?",
      answer:
        "Both become a PDF, which is what you download; PNG and JPEG pictures stay what they are. In a Word document, fonts that the server does not have are replaced by similar ones, which can move lines. When every line has to stay where it is, save the document as PDF yourself and upload that.",
    },
    signed: {
      question: "My PDF is already signed. Does the signature survive?",
      answer:
        "Yes. The stamp is added to the file as a later layer and the signed part is not touched, so the signature stays valid for what was signed. Some readers show that something was added after signing; that is the stamp.",
    },
    password: {
      question: "My PDF has a password. What can I do?",
      answer:
        "A document that cannot be opened without a password cannot be stamped, and we say so when you upload or process it. Save a copy without the password and upload that. It does not count against your plan. A PDF that opens without a password and only restricts what may be done with it is stamped, unless its permissions forbid every change; its stamped copy is not encrypted.",
    },
    code: {
      question: "What is in the QR code?",
      answer:
        "The address of the public page of your serial number, and behind it a statement with our digital signature: serial number, time, file name, and the fingerprints of the original and the stamped copy. Your name is in it if it is in the file name. The signature ties code, time and document together: a forged code, or one that belongs to another document, is recognized.",
    },
    checking: {
      question: "How does somebody check my document?",
      answer:
        "They scan the QR code or open the address on the certificate, and drop the file on that page. The file is compared in their own browser and is not uploaded. The page says whether it is the original, the stamped copy, the certificate, or none of them. One changed character is enough for “none of them”.",
    },
    afterUs: {
      question: "Does the proof still work when this website is gone?",
      answer:
        "The signed statement in the QR code does. Our public keys stand at /.well-known/jwks.json on this site: keep a copy of that small file with your certificate, and any program that knows Ed25519 signatures (RFC 8037) can check the statement without us. Your stamped copy and certificate are ordinary files, which you should keep yourself.",
    },
  },
  billing: {
    prices: {
      question: "What is free, and what does it cost after that?",
      answer: `Every new account has ${trial.documentLimit} documents free, each with its certificate, without a credit card. After that: ${payper.name}, ${price.payper} for one document; ${smallbundle.name}, ${price.smallbundle} for ${smallbundle.documentLimit} documents; ${bundle.name}, ${price.bundle} for ${bundle.documentLimit} documents; ${unlimited.name}, ${price.unlimited} a month without a limit. Where a plan says “+ applicable taxes”, taxes are added. Checking documents is free for everybody and needs no account.`,
    },
    payment: {
      question: "How can I pay?",
      answer:
        "With a credit card, a debit card or Cash App Pay, where this server has payments switched on. The payment is made with Stripe: your card number goes from your browser to Stripe and never to us.",
    },
    counting: {
      question: "What counts as a document? Does one that failed?",
      answer:
        "A stamp that was made. A document that failed counts nothing: its stamp goes back to your plan, and its row in Recent Documents says why it failed. Uploading, downloading and checking count nothing either. Deleting a document gives no stamp back.",
    },
    credits: {
      question: "What are free credits good for?",
      answer:
        "They come from referrals or from our support, and your subscription status shows them. They do not raise the limit of your plan, and they are never used up by themselves. Where this server allows it, the payment dialog offers to use one of them for a document; elsewhere they are shown only.",
    },
    refunds: {
      question: "Can I get a refund?",
      answer:
        "There is no automatic refund: a person decides, and we answer within 12 hours. Choose Billing & Plans on the Support page and tell us the serial number or the day of the payment. A document that was paid and then failed stays paid: process it again and nothing more is charged.",
    },
  },
});

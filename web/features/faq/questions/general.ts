import { productName, retentionHours } from "../../../lib/server-settings.ts";
import type { Question } from "../faq.ts";

const category = "general";

export const generalQuestions: Question[] = [
  {
    category,
    question: `What does ${productName} do?`,
    answer:
      "You upload a document and confirm that it is yours. You get back a stamped copy, on which every page carries the date, the time, your name and a serial number, and a Certificate of Attestation whose QR code opens a page where anyone can check both.",
  },
  {
    category,
    question: "What does the certificate prove, and what does it not prove?",
    answer: `It proves that a file with exactly this fingerprint (SHA-256) was handed to ${productName} at the time it names, from an account in the client's name. It does not prove who wrote or owns the document, that the client's name is right, or that what the document says is true: we do not examine that. It supports a timeline. It is not a copyright registration and does not replace one, and it is not a notary's act.`,
  },
  {
    category,
    question: "What happens to my original?",
    answer: `It is deleted ${retentionHours} hours after the upload. Its name, its size and its fingerprint stay on record, so that whoever has the file can still prove that it is the same. Please note that a stamped PDF contains the original pages, and often the original file itself: the stamped copy stays until you delete the document.`,
  },
  {
    category,
    question: "Who can see my documents?",
    answer:
      "You. The public page of a serial number shows the serial number, the processing date, the document's file name, your name and the fingerprints, never the document. Administrators of this server can open a client's files to help, and each time they do it is written to a log. So choose a file name you do not mind being read.",
  },
  {
    category,
    question: "What happens when I delete a document?",
    answer:
      "The stamped copy, the certificate and the public record of its serial number are deleted for good, and its page answers “Verification Failed”. A QR code that is already printed still carries our signature, but there is no record left to compare it with. The stamp stays counted in your plan.",
  },
  {
    category,
    question: "How does the referral programme work?",
    answer:
      "Your referral link is on the Subscription page. When somebody opens an account with it, they get 3 free credits and you get 3, for as many people as you bring. Nobody can refer themselves, and an account can use one code, once.",
  },
];

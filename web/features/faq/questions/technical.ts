import { maxUploadMb } from "../../../lib/server-settings.ts";
import type { Question } from "../faq.ts";

const category = "technical";

export const technicalQuestions: Question[] = [
  {
    category,
    question: "Which files can I upload, and how should I name them?",
    answer: `PDF, docx, PNG, JPG and JPEG; on the home screen also DOC and TIFF. One file at a time, up to ${maxUploadMb} MB. A file name of at most 8 words looks best on the certificate; put your name in it if you want it in the QR code.`,
  },
  {
    category,
    question: "How long does it take?",
    answer:
      "Small documents are ready within seconds. Allow 30-60 seconds for an ordinary one when many people are waiting, and up to 2-3 minutes for a large file. You may close the page: the work goes on.",
  },
  {
    category,
    question: "What does the stamp say, and where is it?",
    answer:
      "The product's name, date and time with their offset from UTC, your name, the serial number, and one sentence with the time in UTC. You choose the place when you set up the document: the right edge, upright, or one of the four corners. It is on every page.",
  },
  {
    category,
    question: "What becomes of a Word document, or of a TIFF?",
    answer:
      "Both become a PDF, which is what you download; PNG and JPEG pictures stay what they are. In a Word document, fonts that the server does not have are replaced by similar ones, which can move lines. When every line has to stay where it is, save the document as PDF yourself and upload that.",
  },
  {
    category,
    question: "My PDF is already signed. Does the signature survive?",
    answer:
      "Yes. The stamp is added to the file as a later layer and the signed part is not touched, so the signature stays valid for what was signed. Some readers show that something was added after signing; that is the stamp.",
  },
  {
    category,
    question: "My PDF has a password. What can I do?",
    answer:
      "A document that cannot be opened without a password cannot be stamped, and we say so when you upload or process it. Save a copy without the password and upload that. It does not count against your plan.",
  },
  {
    category,
    question: "What is in the QR code?",
    answer:
      "The address of the public page of your serial number, and behind it a statement with our digital signature: serial number, time, file name, and the fingerprints of the original and the stamped copy. Your name is in it if it is in the file name. The signature ties code, time and document together: a forged code, or one that belongs to another document, is recognized.",
  },
  {
    category,
    question: "How does somebody check my document?",
    answer:
      "They scan the QR code or open the address on the certificate, and drop the file on that page. The file is compared in their own browser and is not uploaded. The page says whether it is the original, the stamped copy, the certificate, or none of them. One changed character is enough for “none of them”.",
  },
  {
    category,
    question: "Does the proof still work when this website is gone?",
    answer:
      "The signed statement in the QR code does. Our public keys stand at /.well-known/jwks.json on this site: keep a copy of that small file with your certificate, and any program that knows Ed25519 signatures (RFC 8037) can check the statement without us. Your stamped copy and certificate are ordinary files, which you should keep yourself.",
  },
];

import { maxUploadMb, productName, retentionHours } from "../../lib/server-settings.ts";

/** Every sentence of the landing page. */
export const landing = {
  hero: {
    eyebrow: "Document timestamping and attestation",
    title: "Put a date on your work that anyone can check.",
    text: "Upload a document. Get back a stamped copy, a Certificate of Attestation, and a public page that confirms both: what it was, and when it was.",
    points: [
      "PDF, Word and pictures",
      "Signed and sealed in seconds",
      "Checked by a QR code, on paper or screen",
    ],
    picture: "Drawing: a document with a stamp along its right edge, and its certificate with a QR code.",
  },
  how: {
    title: "How It Works",
    steps: [
      {
        name: "Upload",
        text: `Confirm that the document is yours and drop it on the page: PDF, Word, PNG, JPEG or TIFF, up to ${maxUploadMb} MB.`,
      },
      {
        name: "Timestamp",
        text: "Every page receives the date, the time, your name and a serial number. The document's fingerprint is signed with them.",
      },
      {
        name: "Download",
        text: "Take the stamped copy and the certificate. The QR code on it opens a page that confirms the document to anyone.",
      },
    ],
  },
  start: {
    title: "Get Started",
    text: "3 FREE uploads",
    note: "No credit card needed.",
    button: "Create your account",
  },
  who: {
    title: "Who Needs It",
    text: "People who may one day have to show that something existed, and when.",
    groups: [
      { name: "Students", text: "Essays, theses and research notes before they are handed in." },
      { name: "Photographers", text: "Pictures and proofs before they go to a client." },
      { name: "Writers and creatives", text: "Manuscripts, designs and scripts at every draft." },
      { name: "Real estate agents", text: "Offers, disclosures and condition reports." },
      { name: "Small healthcare offices", text: "Policies, notices and signed forms." },
      { name: "Legal and finance", text: "Statements, letters and working papers." },
      { name: "Independent contractors", text: "Quotes, scopes of work and delivery notes." },
      { name: "Home-school families", text: "Portfolios, attendance and course work." },
    ],
  },
  about: {
    title: "About Us",
    paragraphs: [
      `${productName} is a timestamping and validation service for everyday people and creatives. You state that you are the legal owner of a document; we attest that this very document existed at this very time, and we make that easy to check.`,
      `The QR code on a certificate is cryptographically linked to the document's timestamp and details: a changed document or an invented code is recognized. Originals are deleted after ${retentionHours} hours. What stays is the record.`,
      "This does not replace a copyright, and the certificate is not a copyright registration. It supports your timeline: the service only validates your claims.",
    ],
  },
  partner: {
    title: "Making music?",
    text: `${productName} is a partner of a sister service that validates songs, lyrics and recordings in the same spirit. Write to us on the contact page and we will introduce you.`,
    /** The sister service's public address is not settled: until then its link leads to the section about it. */
    href: "#music-partner",
    link: "Validating music? See our sister music-validation service.",
    contact: "Contact us",
  },
};

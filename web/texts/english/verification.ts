import { productName } from "../../lib/server-settings.ts";

/** Sentences of the public verification page. */
export const verification = {
  title: "Document verification",
  loading: "Verifying document...",
  failed: {
    title: "Verification Failed",
    text: "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
  },
  unreachable: {
    title: "We couldn't load the record",
    text: "We can't reach the server right now. Please try again in a moment.",
    again: "Try again",
  },
  found: {
    title: "This document is on record",
    text: `${productName} stamped a document with this serial number. Compare these details with the paper or file you have.`,
    doubtful: {
      title: "The record for this serial number",
      text: `This is what ${productName}'s own record says. The QR code that brought you here does not belong to it: see above.`,
    },
    screenshot: "Take a screenshot of this page for your records.",
    print: "Print",
  },
  facts: {
    serial: "Serial number",
    processed: "Processing date",
    utc: (time: string) => `${time} UTC`,
    name: "Document name",
    client: "Client name",
    unchecked: "As stated by the account, not checked.",
    ownClock: `By ${productName}'s own clock.`,
  },
  fingerprints: {
    title: "Fingerprints (SHA-256)",
    text: "If even one character of a file changes, its fingerprint changes completely.",
    original: "Original",
    stamped: "Stamped copy",
    certificate: "Certificate",
    kept: "The stamped copy begins with the original, unchanged, byte for byte.",
  },
  qr: {
    title: "The QR code",
    checking: "Checking the signature of the QR code…",
    matches: {
      title: "Genuine",
      text: `${productName} signed this QR code, and it matches the record of this document.`,
    },
    differs: {
      title: "Belongs to another document",
      text: (serial: string) =>
        `${productName} signed this QR code, but for another document (${serial}). Someone may be trying to deceive you.`,
    },
    notOnRecord: {
      title: "Signed, but not on record",
      text: `${productName} signed this QR code, but we can't find its record here.`,
    },
    forged: {
      title: "Forged",
      text: `This QR code is forged or damaged: ${productName} did not sign it. Don't trust the paper it is on.`,
    },
    unknownKey: {
      title: "Signed with an unknown key",
      text: `We don't know the key that signed this QR code, so we can't tell whether ${productName} signed it. Don't rely on the paper alone: check the file itself.`,
    },
    alone: {
      title: "Signed, but not compared with the record",
      text: `${productName} signed this QR code. We can't reach the record right now, so we can't tell whether it still exists. The code itself proves this:`,
    },
    unchecked: {
      title: "Not checked",
      text: "We couldn't load the keys to check this QR code. Please try again in a moment.",
    },
  },
  file: {
    title: "Do you have the right file?",
    text: "Choose it or drop it here: the stamped copy, the original, the certificate or the evidence pack, or several at once. Your browser checks them; they are not uploaded.",
    textAlone:
      "Choose it or drop it here, or several at once. Your browser checks what is inside; nothing is uploaded.",
    choose: "Choose a file to check",
    drop: "Drop to check",
    reading: (names: string) => `Checking ${names}…`,
    progress: "Reading",
    stop: "Stop",
    unreadable: (name: string) => `We couldn't read ${name}.`,
    failed: "We couldn't load the check. Please reload this page while you're online.",
    sealed: "A sealed file",
    sealedCertificate: "A sealed certificate",
    outcomes: {
      original: {
        title: "This is the original",
        text: "The file is exactly the document that was attested.",
      },
      stamped: {
        title: "This is the stamped copy",
        text: `The file is exactly the stamped copy that ${productName} made.`,
      },
      certificate: {
        title: "This is the certificate",
        text: `The file is exactly the certificate that ${productName} issued.`,
      },
      none: {
        title: "None of them",
        text: "The file is not the original, the stamped copy or the certificate with this serial number. It is another file, or it was changed.",
      },
      noneOfTwo: {
        title: "Neither of them",
        text: "The file is neither the original nor the stamped copy in the QR code. It may be the certificate or another file, or it was changed.",
      },
    },
  },
};

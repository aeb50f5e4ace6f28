import { productName } from "../../lib/server-settings.ts";

/** Every sentence of the public verification page. */
export const verification = {
  title: "Document verification",
  loading: "Verifying document...",
  failed: {
    title: "Verification Failed",
    text: "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
  },
  unreachable: {
    title: "The record could not be read",
    text: "The server does not answer right now, so its record of this document cannot be shown. Please try again in a moment.",
    again: "Try again",
  },
  found: {
    title: "This document is on record",
    text: `${productName} stamped a document under this serial number. Compare these details with the paper or file you were given.`,
    doubtful: {
      title: "The record of this serial number",
      text: `This is what ${productName}'s own record says. The QR code you came by does not belong to it: see above.`,
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
    text: "A fingerprint changes completely when a single character of a file is changed.",
    original: "Original",
    stamped: "Stamped copy",
    certificate: "Certificate",
    kept: "The original stands unchanged, byte for byte, at the beginning of the stamped copy.",
  },
  qr: {
    title: "The QR code",
    checking: "Checking the signature of the QR code…",
    matches: {
      title: "Genuine",
      text: `This QR code was signed by ${productName} and matches the record of this document.`,
    },
    differs: {
      title: "Belongs to another document",
      text: (serial: string) =>
        `This QR code was signed by ${productName}, but for another document (${serial}). Whoever put it here may want to deceive you.`,
    },
    notOnRecord: {
      title: "Signed, but not on record",
      text: `This QR code was signed by ${productName}, but the record it names cannot be found here.`,
    },
    forged: {
      title: "Forged",
      text: `This QR code is forged or damaged: it was not signed by ${productName}. Do not trust the paper it is on.`,
    },
    unknownKey: {
      title: "Signed with an unknown key",
      text: `This QR code is signed with a key that is not known here, so this page cannot say whether ${productName} signed it. Do not rely on the paper it is on alone: check the file itself.`,
    },
    alone: {
      title: "Signed, but not compared with the record",
      text: `This QR code was signed by ${productName}. The record cannot be asked right now, so this page cannot say whether it still stands; the code itself proves this:`,
    },
    unchecked: {
      title: "Not checked",
      text: "The keys to check this QR code could not be loaded. Please try again in a moment.",
    },
  },
  file: {
    title: "Is the file you have the right one?",
    text: "Choose it or drop it here: the stamped copy, the original, the certificate or the evidence pack, or several at once. They are checked in this browser and are not uploaded.",
    textAlone:
      "Choose it or drop it here, or several at once. Each is checked by what is inside it, in this browser, and is not uploaded.",
    choose: "Choose a file to check",
    drop: "Let go to check",
    reading: (names: string) => `Checking ${names}…`,
    progress: "Reading",
    stop: "Stop",
    unreadable: (name: string) => `${name} could not be read.`,
    failed: "The check could not be loaded. Please reload this page while you are online.",
    sealed: "A sealed file",
    sealedCertificate: "A sealed certificate",
    outcomes: {
      original: {
        title: "This is the original",
        text: "The file is, bit for bit, the document that was attested.",
      },
      stamped: {
        title: "This is the stamped copy",
        text: `The file is, bit for bit, the stamped copy that ${productName} made.`,
      },
      certificate: {
        title: "This is the certificate",
        text: `The file is, bit for bit, the certificate that ${productName} issued.`,
      },
      none: {
        title: "None of them",
        text: "The file is neither the original, nor the stamped copy, nor the certificate of this serial number. It is another file, or it was changed.",
      },
      noneOfTwo: {
        title: "Neither of them",
        text: "The file is neither the original nor the stamped copy that the QR code speaks of. It may be the certificate or another file, or it was changed.",
      },
    },
  },
};

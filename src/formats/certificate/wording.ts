import { fileTypes } from "../file-types.ts";
import type { Language } from "../languages.ts";
import { statedByAccount } from "../stamp/stamp-text.ts";
import { proofOfTime, proofOfTimeInSpanish } from "../text/proof-of-time.ts";
import { type Moment, universal, writeClockWithOffset, writeDate, writeTime } from "../text/written-time.ts";
import { writeCount, writeExactSize } from "../written-size.ts";
import type { CertificateFacts } from "./certificate-facts.ts";

/** The wording of a certificate in one language. */
export type Wording = {
  title: string;
  serialNumber: string;
  issuedTo: string;
  /** Between the client and the office for which they act. */
  forOffice: string;
  domain: (domain: string, day: string) => string;
  email: (address: string, day: string) => string;
  forDocument: string;
  /** Who stated the names of the document and, if there is one, of the client. */
  stated: (hasClient: boolean) => string;
  stampedOn: string;
  /** The date alone, and the time of day with its zone. */
  date: (moment: Moment) => string;
  clock: (moment: Moment) => string;
  /** The same time in UTC, in the same style. */
  universal: (time: number) => string;
  says: string;
  attests: [label: string, (facts: CertificateFacts) => string];
  limits: [label: string, (facts: CertificateFacts) => string];
  timeStamp: [label: string, (facts: CertificateFacts) => string[]];
  /** By whose clock, and who vouches for the time, as far as that is known when the certificate is issued. */
  clockOf: (facts: Pick<CertificateFacts, "productName" | "timeStamp" | "timeZone">) => string;
  notes: string;
  statedByClient: string;
  ownership: [label: string, (confirmed: Moment) => string];
  originallyCreated: string;
  otherParties: string;
  fingerprints: string;
  original: [label: string, (facts: CertificateFacts) => string];
  stampedCopy: [label: string, (facts: CertificateFacts) => string];
  /** For a stamped copy that contains the original. */
  inside: string;
  verify: string;
  verifySteps: string;
  codeDescription: (url: string) => string;
  linkDescription: string;
  continued: (label: string) => string;
  pageOf: (page: number, pages: number) => string;
};

const isPdf = ({ stampedType }: CertificateFacts) => stampedType === fileTypes.pdf;

const english: Wording = {
  title: "Certificate of Attestation",
  serialNumber: "Serial number",
  issuedTo: "issued to",
  forOffice: "for the office",
  domain: (domain, day) => `Domain ${domain}, verified by a DNS record on ${day}`,
  email: (address, day) => `Email address ${address}, confirmed on ${day}`,
  forDocument: "for the document",
  stated: (hasClient) => `${hasClient ? "names" : "name"} ${statedByAccount}`,
  stampedOn: "stamped on",
  date: (moment) => writeDate(moment, "en"),
  clock: (moment) => writeClockWithOffset(moment, "en"),
  universal: (time) => writeTime(universal(time), "en"),
  says: "What this certificate says",
  attests: [
    "It attests",
    ({ productName }) =>
      `${productName} received a file with the original’s fingerprint and made the stamped copy from it, at the time above. Changing a single byte of a file changes its fingerprint.`,
  ],
  limits: [
    "Its limits",
    ({ productName }) =>
      `This certificate supports a timeline. It is not a copyright registration and does not replace a copyright. ${productName} validates the client’s claims as they were made; it has not examined who wrote or owns the document, or whether what it says is true.`,
  ],
  timeStamp: [
    "Timestamp",
    (facts) => {
      const { missing } = facts.timeStamp;
      const made = isPdf(facts) ? `Sealed by ${facts.productName}, timestamped` : "Timestamped";
      return [
        `${made} ${wordings.en.clockOf(facts)}`,
        ...(missing.length > 0
          ? [
              `A timestamp of ${missing.join(" or ")} was unavailable when this certificate was issued. It is added to the evidence as soon as it is available.`,
            ]
          : []),
      ];
    },
  ],
  clockOf: ({ productName, timeZone, timeStamp: { authority, time, vouchedBy, qualifiedBy } }) =>
    ({
      service: `by ${productName}’s own clock (RFC 3161). When this was issued, only ${productName} itself vouched for that time. ${proofOfTime["own-clock"].text}`,
      named: `by the clock of ${authority} (RFC 3161). Only ${productName} says that this authority is independent. ${proofOfTime["own-clock"].text}`,
      public: `by the clock of ${authority} (RFC 3161), which said ${writeTime({ time, timeZone }, "en")}. ${proofOfTime.external.text}`,
      qualified: `by the clock of ${authority} (RFC 3161), which said ${writeTime({ time, timeZone }, "en")}. By the trusted list of ${qualifiedBy?.territory} (version ${qualifiedBy?.sequence}), which ${productName} checked, this is a qualified timestamp. ${proofOfTime.qualified.text}`,
    })[qualifiedBy ? "qualified" : vouchedBy],
  notes: "Notes",
  statedByClient: "As stated by the client, not verified by us",
  ownership: [
    "Ownership",
    (confirmed) =>
      `Legal owner for validation and timestamping purposes, confirmed ${writeTime(confirmed, "en")}`,
  ],
  originallyCreated: "Originally created",
  otherParties: "Other parties",
  fingerprints: "Files and their fingerprints (SHA-256)",
  original: [
    "Original",
    ({ fileType, fileSize, pages }) =>
      `${englishTypes[fileType] ?? fileType}, ${writeExactSize(fileSize)}, ${writeCount(pages)} ${pages === 1 ? "page" : "pages"}`,
  ],
  stampedCopy: [
    "Stamped copy",
    ({ stampedType, stampedSize }) =>
      `${englishTypes[stampedType] ?? stampedType}, ${writeExactSize(stampedSize)}`,
  ],
  inside: "begins with the original, unchanged",
  verify: "Verify this certificate",
  verifySteps:
    "Scan the code with a phone, or open the address below. The code carries this attestation with our digital signature, so a forgery shows. Drop a file on that page to learn whether it is the original or the stamped copy; the file does not leave your computer.",
  codeDescription: (url) => `QR code of the verification page ${url} with the signed attestation`,
  linkDescription: "Verification page of this certificate",
  continued: (label) => `${label}, continued`,
  pageOf: (page, pages) => `page ${page} of ${pages}`,
};

const englishTypes: Record<string, string> = {
  [fileTypes.pdf]: "PDF document",
  [fileTypes.doc]: "Word document (DOC)",
  [fileTypes.docx]: "Word document (DOCX)",
  [fileTypes.png]: "PNG image",
  [fileTypes.jpeg]: "JPEG image",
  [fileTypes.tiff]: "TIFF image",
  [fileTypes.odt]: "OpenDocument text",
  [fileTypes.rtf]: "Rich text (RTF)",
  [fileTypes.txt]: "Plain text",
  [fileTypes.heic]: "HEIC image",
  [fileTypes.webp]: "WebP image",
  [fileTypes.avif]: "AVIF image",
  [fileTypes.gif]: "GIF image",
  [fileTypes.bmp]: "BMP image",
};

const spanishTypes: Record<string, string> = {
  [fileTypes.pdf]: "Documento PDF",
  [fileTypes.doc]: "Documento de Word (DOC)",
  [fileTypes.docx]: "Documento de Word (DOCX)",
  [fileTypes.png]: "Imagen PNG",
  [fileTypes.jpeg]: "Imagen JPEG",
  [fileTypes.tiff]: "Imagen TIFF",
  [fileTypes.odt]: "Texto de OpenDocument",
  [fileTypes.rtf]: "Texto enriquecido (RTF)",
  [fileTypes.txt]: "Texto sin formato",
  [fileTypes.heic]: "Imagen HEIC",
  [fileTypes.webp]: "Imagen WebP",
  [fileTypes.avif]: "Imagen AVIF",
  [fileTypes.gif]: "Imagen GIF",
  [fileTypes.bmp]: "Imagen BMP",
};

const spanish: Wording = {
  title: "Certificado de atestación",
  serialNumber: "Número de serie",
  issuedTo: "expedido a",
  forOffice: "para la oficina",
  domain: (domain, day) => `Dominio ${domain}, verificado con un registro DNS el ${day}`,
  email: (address, day) => `Correo electrónico ${address}, confirmado el ${day}`,
  forDocument: "para el documento",
  stated: (hasClient) => `${hasClient ? "nombres" : "nombre"} según la cuenta, sin comprobar`,
  stampedOn: "sellado el",
  date: (moment) => writeDate(moment, "es"),
  clock: (moment) => writeClockWithOffset(moment, "es"),
  universal: (time) => writeTime(universal(time), "es"),
  says: "Qué dice este certificado",
  attests: [
    "Atestigua",
    ({ productName }) =>
      `${productName} recibió un archivo con la huella del original e hizo con él la copia sellada, en el momento indicado arriba. Si cambia un solo byte de un archivo, cambia su huella.`,
  ],
  limits: [
    "Sus límites",
    ({ productName }) =>
      `Este certificado respalda una cronología. No es un registro de derechos de autor ni los sustituye. ${productName} valida lo que el cliente declara, tal como lo declaró; no ha examinado quién escribió el documento, a quién pertenece ni si es verdad lo que dice.`,
  ],
  timeStamp: [
    "Sello de tiempo",
    (facts) => {
      const { missing } = facts.timeStamp;
      const made = isPdf(facts)
        ? `Firmado por ${facts.productName}, con sello de tiempo`
        : "Con sello de tiempo";
      return [
        `${made} ${wordings.es.clockOf(facts)}`,
        ...(missing.length > 0
          ? [
              `Un sello de tiempo de ${missing.join(" o ")} no estaba disponible cuando se expidió este certificado. Se añade a las pruebas en cuanto lo esté.`,
            ]
          : []),
      ];
    },
  ],
  clockOf: ({ productName, timeZone, timeStamp: { authority, time, vouchedBy, qualifiedBy } }) =>
    ({
      service: `según el reloj propio de ${productName} (RFC 3161). Cuando se expidió, solo el propio ${productName} respondía de esa hora. ${proofOfTimeInSpanish["own-clock"]}`,
      named: `según el reloj de ${authority} (RFC 3161). Solo ${productName} dice que esta autoridad es independiente. ${proofOfTimeInSpanish["own-clock"]}`,
      public: `según el reloj de ${authority} (RFC 3161), que marcaba el ${writeTime({ time, timeZone }, "es")}. ${proofOfTimeInSpanish.external}`,
      qualified: `según el reloj de ${authority} (RFC 3161), que marcaba el ${writeTime({ time, timeZone }, "es")}. Según la lista de confianza de ${qualifiedBy?.territory} (versión ${qualifiedBy?.sequence}), que ${productName} comprobó, es un sello cualificado de tiempo. ${proofOfTimeInSpanish.qualified}`,
    })[qualifiedBy ? "qualified" : vouchedBy],
  notes: "Notas",
  statedByClient: "Según declara el cliente, sin verificar por nosotros",
  ownership: [
    "Titularidad",
    (confirmed) =>
      `Titular legal a efectos de validación y sellado de tiempo, confirmado el ${writeTime(confirmed, "es")}`,
  ],
  originallyCreated: "Creado originalmente",
  otherParties: "Otras partes",
  fingerprints: "Archivos y sus huellas (SHA-256)",
  original: [
    "Original",
    ({ fileType, fileSize, pages }) =>
      `${spanishTypes[fileType] ?? fileType}, ${writeExactSize(fileSize)}, ${writeCount(pages)} ${pages === 1 ? "página" : "páginas"}`,
  ],
  stampedCopy: [
    "Copia sellada",
    ({ stampedType, stampedSize }) =>
      `${spanishTypes[stampedType] ?? stampedType}, ${writeExactSize(stampedSize)}`,
  ],
  inside: "empieza con el original, sin cambios",
  verify: "Verifique este certificado",
  verifySteps:
    "Escanee el código con un teléfono o abra la dirección de abajo. El código contiene esta atestación con nuestra firma digital, así que una falsificación se nota. Suelte un archivo en esa página para saber si es el original o la copia sellada; el archivo no sale de su computadora.",
  codeDescription: (url) => `Código QR de la página de verificación ${url} con la atestación firmada`,
  linkDescription: "Página de verificación de este certificado",
  continued: (label) => `${label}, continuación`,
  pageOf: (page, pages) => `página ${page} de ${pages}`,
};

export const wordings: Record<Language, Wording> = { en: english, es: spanish };

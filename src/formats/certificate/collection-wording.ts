import type { Language } from "../languages.ts";
import { writeCount, writeExactSize } from "../written-size.ts";
import type { CollectionFacts } from "./collection-facts.ts";
import { type Wording, wordings } from "./wording.ts";

/** The wording of a collection's certificate in one language, where it differs from the wording for a document. */
export type CollectionWording = Omit<
  Wording,
  "attests" | "limits" | "timeStamp" | "notes" | "fingerprints" | "original" | "stampedCopy" | "inside"
> & {
  attests: [label: string, (facts: CollectionFacts) => string];
  limits: [label: string, (facts: CollectionFacts) => string];
  timeStamp: [label: string, (facts: CollectionFacts) => string[]];
  collection: string;
  files: [label: string, (facts: CollectionFacts) => string];
  root: [label: string, (facts: CollectionFacts) => string];
  list: [label: string, (facts: CollectionFacts) => string];
  /** Added to it if the list shows characters that are invisible in a name. */
  invisible: string;
  listed: string;
  attached: string;
};

const english: CollectionWording = {
  ...wordings.en,
  forDocument: "for the collection",
  stampedOn: "attested on",
  attests: [
    "It attests",
    ({ productName, fileCount }) =>
      `${productName} received the ${fileCount === 1 ? "fingerprint of 1 file" : `fingerprints of ${writeCount(fileCount)} files`} and timestamped the root of the hash tree over them, at the time above. ${productName} did not receive the files themselves. Changing a single byte of a file changes its fingerprint.`,
  ],
  limits: [
    "Its limits",
    ({ productName }) =>
      `This certificate supports a timeline. It is not a copyright registration and does not replace a copyright. The files, their names and sizes were chosen and stated by the account. ${productName} has not seen them, and has not examined who made or owns them, or whether what they show is true.`,
  ],
  timeStamp: [
    "Timestamp",
    ({ productName, timeZone, timeStamp }) => [
      `Sealed by ${productName}, timestamped ${wordings.en.clockOf({ productName, timeZone, timeStamp })}`,
      ...(timeStamp.missing.length > 0
        ? [
            `A timestamp of ${timeStamp.missing.join(" or ")} was unavailable when this certificate was issued. It is added to the evidence as soon as it is available.`,
          ]
        : []),
    ],
  ],
  collection: "The collection and its fingerprint (SHA-256)",
  files: [
    "Files",
    ({ fileCount, totalBytes }) =>
      `${writeCount(fileCount)} ${fileCount === 1 ? "file" : "files"}, ${writeExactSize(totalBytes)} in total, as stated by the account`,
  ],
  root: [
    "Root",
    () => "of the hash tree over all files; each has an evidence record (RFC 4998) that proves it alone",
  ],
  list: [
    "List",
    ({ listsFiles, hasNames }) =>
      listsFiles
        ? `on the following pages${hasNames ? "" : ", numbered, without the names"}, and in the attached file SHA256SUMS`
        : "not on this certificate, as chosen by the account; it is in the evidence pack",
  ],
  invisible:
    "; invisible characters in names are shown as numbers, such as [U+200B], and SHA256SUMS has the exact names",
  verifySteps:
    "Scan the code with a phone, or open the address below. The code carries this attestation with our digital signature, so a forgery shows. Drop one or more of the files on that page to learn whether they belong to this collection; they do not leave your computer.",
  listed: "Files and their fingerprints (SHA-256)",
  attached: "The fingerprints of all files, for sha256sum --check",
};

const spanish: CollectionWording = {
  ...wordings.es,
  forDocument: "para la colección",
  stampedOn: "atestada el",
  attests: [
    "Atestigua",
    ({ productName, fileCount }) =>
      `${productName} recibió ${fileCount === 1 ? "la huella de 1 archivo" : `las huellas de ${writeCount(fileCount)} archivos`} y puso un sello de tiempo a la raíz de su árbol de huellas, en el momento indicado arriba. ${productName} no recibió los archivos. Si cambia un solo byte de un archivo, cambia su huella.`,
  ],
  limits: [
    "Sus límites",
    ({ productName }) =>
      `Este certificado respalda una cronología. No es un registro de derechos de autor ni los sustituye. La cuenta eligió y declaró los archivos, sus nombres y sus tamaños. ${productName} no los ha visto ni ha examinado quién los hizo, a quién pertenecen ni si es verdad lo que muestran.`,
  ],
  timeStamp: [
    "Sello de tiempo",
    ({ productName, timeZone, timeStamp }) => [
      `Firmado por ${productName}, con sello de tiempo ${wordings.es.clockOf({ productName, timeZone, timeStamp })}`,
      ...(timeStamp.missing.length > 0
        ? [
            `Un sello de tiempo de ${timeStamp.missing.join(" o ")} no estaba disponible cuando se expidió este certificado. Se añade a las pruebas en cuanto lo esté.`,
          ]
        : []),
    ],
  ],
  collection: "La colección y su huella (SHA-256)",
  files: [
    "Archivos",
    ({ fileCount, totalBytes }) =>
      `${writeCount(fileCount)} ${fileCount === 1 ? "archivo" : "archivos"}, ${writeExactSize(totalBytes)} en total, según la cuenta`,
  ],
  root: [
    "Raíz",
    () => "del árbol de huellas de los archivos; cada uno tiene un registro (RFC 4998) que lo prueba solo",
  ],
  list: [
    "Lista",
    ({ listsFiles, hasNames }) =>
      listsFiles
        ? `en las páginas siguientes${hasNames ? "" : ", numerada, sin los nombres"}, y en el archivo adjunto SHA256SUMS`
        : "no está en este certificado, como eligió la cuenta; está en el paquete de pruebas",
  ],
  invisible:
    "; los caracteres invisibles de los nombres aparecen como números, por ejemplo [U+200B], y SHA256SUMS tiene los nombres exactos",
  verifySteps:
    "Escanee el código con un teléfono o abra la dirección de abajo. El código contiene esta atestación con nuestra firma digital, así que una falsificación se nota. Suelte uno o más archivos en esa página para saber si pertenecen a esta colección; no salen de su computadora.",
  listed: "Archivos y sus huellas (SHA-256)",
  attached: "Las huellas de todos los archivos, para sha256sum --check",
};

export const collectionWordings: Record<Language, CollectionWording> = {
  en: english,
  es: spanish,
};

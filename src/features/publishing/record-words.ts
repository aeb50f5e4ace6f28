import type { Language } from "../../formats/languages.ts";

/** What a published record says in one language. `name` is the name of the service. */
export type RecordWords = {
  title: string;
  document: string;
  documentText: (name: string) => string;
  collection: string;
  collectionText: (name: string) => string;
  /** Above everything: the page comes from a copy, not from the service. */
  copy: (name: string) => string;
  /** The service has ended; `by` answers for it. */
  adopted: (about: Record<"name" | "origin" | "by" | "byOrigin" | "day", string>) => string;
  withdrawn: (day: string) => string;
  withdrawnText: string;
  serial: string;
  processed: string;
  ownClock: (name: string) => string;
  name: string;
  heading: string;
  client: string;
  office: string;
  domain: string;
  domainNote: (day: string) => string;
  email: string;
  emailNote: (day: string) => string;
  nameRemoved: string;
  unchecked: string;
  hashesOnly: string;
  files: string;
  fileCount: (count: number, size: string) => string;
  timeline: string;
  acknowledgement: string;
  acknowledgementNote: string;
  entries: (count: number) => string;
  fingerprints: string;
  original: string;
  stamped: string;
  root: string;
  certificate: string;
  kept: string;
  evidence: string;
  evidenceText: string;
  attestation: string;
  receipt: string;
  originalToken: string;
  stampedToken: string;
  rootToken: string;
  renewed: string;
  checkpointToken: string;
  proof: string;
  headers: string;
  check: string;
  checkText: string;
  choose: string;
  otherPage: string;
  noScript: string;
};

export const recordWords: Record<Language, RecordWords> = {
  en: {
    title: "Record",
    document: "This document is on record",
    documentText: (name) =>
      `${name} stamped a document with this serial number. A stamp can be copied onto another one: compare these details with the paper or file you have.`,
    collection: "This collection is on record",
    collectionText: (name) =>
      `${name} attested the fingerprints of a collection of files under this serial number. The files stayed with their owner. Compare these details with the certificate you have.`,
    copy: (name) =>
      `This is a published copy of a record of ${name}. It needs no server: everything that is checked here is checked by your browser.`,
    adopted: ({ name, origin, by, byOrigin, day }) =>
      `Issued by ${name} (${origin}). ${by} (${byOrigin}) adopted this record on ${day} from the site that ${name} had published. It was checked then, and nothing was signed again.`,
    withdrawn: (day) => `Withdrawn by its owner on ${day}`,
    withdrawnText:
      "The service did issue a certificate with this serial number. Its owner has since deleted the document there, so only the number, the time and the fingerprints can be compared, not the names.",
    serial: "Serial number",
    processed: "Processing date",
    ownClock: (name) => `By ${name}'s own clock.`,
    name: "Document name",
    heading: "Title",
    client: "Client name",
    office: "Office for which the client acts",
    domain: "Domain of the office",
    domainNote: (day) => `Verified by the service with a DNS record, last seen on ${day}.`,
    email: "Email address of the client",
    emailNote: (day) => `Confirmed to the service with a link in an email on ${day}.`,
    nameRemoved: "The name was removed from this record.",
    unchecked: "As the account holder wrote it. The service did not check it.",
    hashesOnly:
      "The names are not published here. They are in the QR code of the certificate, which this page checks when the code opens it.",
    files: "Files",
    fileCount: (count, size) => (count === 1 ? `1 file, ${size}` : `${count} files, ${size} in total`),
    timeline: "Timeline",
    acknowledgement: "Acknowledgment",
    acknowledgementNote:
      "Someone who had the link that was made for it confirmed “I have seen this” for these documents. The service did not check who that was.",
    entries: (count) => (count === 1 ? "1 document" : `${count} documents, in order`),
    fingerprints: "Fingerprints (SHA-256)",
    original: "Original",
    stamped: "Stamped copy",
    root: "All files (root of their hash tree)",
    certificate: "Certificate",
    kept: "The stamped copy contains the complete original, unchanged.",
    evidence: "Evidence",
    evidenceText: "Save these files together with your document: they prove it without this page.",
    attestation: "The signed statement",
    receipt: "The receipt of the public log",
    originalToken: "A timestamp over the original",
    stampedToken: "A timestamp over the stamped copy",
    rootToken: "A timestamp over the collection",
    renewed: "The evidence record that renews the proofs",
    checkpointToken: "An external timestamp over the log",
    proof: "An OpenTimestamps proof about the log",
    headers: "Headers of Bitcoin blocks",
    check: "Do you have the right file?",
    checkText:
      "Choose it or drop it here: the stamped copy, the original, the certificate or the evidence pack, exactly as you received it. Your browser checks it; nothing is uploaded.",
    choose: "Choose files, or drop them here",
    otherPage: "The page that checks any file",
    noScript:
      "Checking a file needs JavaScript. Without it, compare its SHA-256 with the fingerprints above.",
  },
  es: {
    title: "Registro",
    document: "Este documento consta en el registro",
    documentText: (name) =>
      `${name} selló un documento con este número de serie. Un sello puede copiarse a otro: compare estos datos con el papel o el archivo que le han dado.`,
    collection: "Esta colección consta en el registro",
    collectionText: (name) =>
      `${name} dejó constancia de las huellas de una colección de archivos con este número de serie. Los archivos se quedaron con su dueño. Compare estos datos con el certificado que le han dado.`,
    copy: (name) =>
      `Esta es una copia publicada de un registro de ${name}. No necesita ningún servidor: todo lo que se comprueba aquí lo comprueba su navegador.`,
    adopted: ({ name, origin, by, byOrigin, day }) =>
      `Emitido por ${name} (${origin}). ${by} (${byOrigin}) se hizo cargo de este registro el ${day} a partir del sitio que ${name} había publicado. Entonces se comprobó, y nada se firmó de nuevo.`,
    withdrawn: (day) => `Retirado por su dueño el ${day}`,
    withdrawnText:
      "El servicio sí emitió un certificado con este número de serie. Después su dueño eliminó el documento allí, así que solo pueden compararse el número, la hora y las huellas, no los nombres.",
    serial: "Número de serie",
    processed: "Fecha de procesamiento",
    ownClock: (name) => `Según el reloj propio de ${name}.`,
    name: "Nombre del documento",
    heading: "Título",
    client: "Nombre del cliente",
    office: "Oficina para la que actúa el cliente",
    domain: "Dominio de la oficina",
    domainNote: (day) => `Verificado por el servicio con un registro DNS, visto por última vez el ${day}.`,
    email: "Correo electrónico del cliente",
    emailNote: (day) => `Confirmado al servicio con un enlace en un correo el ${day}.`,
    nameRemoved: "El nombre se quitó de este registro.",
    unchecked: "Como lo escribió el titular de la cuenta. El servicio no lo comprobó.",
    hashesOnly:
      "Aquí no se publican los nombres. Están en el código QR del certificado, que esta página comprueba cuando se abre con él.",
    files: "Archivos",
    fileCount: (count, size) => (count === 1 ? `1 archivo, ${size}` : `${count} archivos, ${size} en total`),
    timeline: "Cronología",
    acknowledgement: "Acuse",
    acknowledgementNote:
      "Alguien que tenía el enlace creado para ello confirmó «Lo he visto» para estos documentos. El servicio no comprobó quién fue.",
    entries: (count) => (count === 1 ? "1 documento" : `${count} documentos, en su orden`),
    fingerprints: "Huellas (SHA-256)",
    original: "Original",
    stamped: "Copia sellada",
    root: "Todos los archivos (raíz de su árbol de huellas)",
    certificate: "Certificado",
    kept: "La copia sellada contiene el original completo, sin cambios.",
    evidence: "Pruebas",
    evidenceText: "Guarde estos archivos junto con su documento: lo prueban sin esta página.",
    attestation: "La declaración firmada",
    receipt: "El recibo del registro público",
    originalToken: "Un sello de tiempo sobre el original",
    stampedToken: "Un sello de tiempo sobre la copia sellada",
    rootToken: "Un sello de tiempo sobre la colección",
    renewed: "El registro de evidencias que renueva las pruebas",
    checkpointToken: "Un sello de tiempo externo sobre el registro público",
    proof: "Una prueba de OpenTimestamps sobre el registro público",
    headers: "Cabeceras de bloques de Bitcoin",
    check: "¿Tiene el archivo correcto?",
    checkText:
      "Elíjalo o suéltelo aquí: la copia sellada, el original, el certificado o el paquete de pruebas, tal como lo recibió. Lo comprueba su navegador; no se sube nada.",
    choose: "Elija archivos o suéltelos aquí",
    otherPage: "La página que comprueba cualquier archivo",
    noScript:
      "Comprobar un archivo necesita JavaScript. Sin él, compare su SHA-256 con las huellas de arriba.",
  },
};

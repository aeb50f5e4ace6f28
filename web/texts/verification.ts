import { productName } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences of the public verification page. */
export const verificationTexts = {
  title: { en: "Document verification", es: "Verificación de documentos" },
  loading: { en: "Verifying document...", es: "Verificando el documento…" },
  checkingTime: { en: "Checking who confirms the time…", es: "Comprobando quién confirma la hora…" },
  failed: {
    title: { en: "Verification Failed", es: "La verificación ha fallado" },
    text: {
      en: "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.",
      es: "No se puede verificar este documento. El número de serie puede no ser válido, o el documento puede no existir en nuestros registros.",
    },
    hint: {
      en: "If you typed the number, compare it with the certificate. If you scanned a QR code, don't rely on the paper it is on.",
      es: "Si escribió el número, compárelo con el certificado. Si escaneó un código QR, no se fíe del papel en el que está.",
    },
  },
  unreachable: {
    title: { en: "Couldn't load the record", es: "No se ha podido leer el registro" },
    text: {
      en: "We can't reach the server right now. Please try again in a moment.",
      es: "No podemos conectar con el servidor en este momento. Vuelva a intentarlo dentro de un momento.",
    },
    again: { en: "Try again", es: "Reintentar" },
  },
  found: {
    title: { en: "This document is on record", es: "Este documento consta en el registro" },
    text: {
      en: `${productName} stamped a document with this serial number. A stamp can be copied onto another one: compare these details with the paper or file you have.`,
      es: `${productName} selló un documento con este número de serie. Un sello puede copiarse a otro: compare estos datos con el papel o el archivo que le han dado.`,
    },
    confirmed: {
      title: { en: "Genuine", es: "Auténtico" },
      text: {
        en: `This document is on record, and ${productName} signed the QR code or link that brought you here. Compare these details with the paper or file you have.`,
        es: `Este documento consta en el registro, y ${productName} firmó el código QR o el enlace con el que usted llegó. Compare estos datos con el papel o el archivo que le han dado.`,
      },
    },
    doubtful: {
      title: { en: "The record for this serial number", es: "El registro de este número de serie" },
      text: {
        en: `This is what ${productName}'s own record says. Before you rely on it, read the message above about the QR code or link that brought you here.`,
        es: `Esto es lo que dice el propio registro de ${productName}. Lea primero más arriba qué problema tiene el código QR o el enlace con el que usted llegó.`,
      },
    },
    screenshot: {
      en: "Take a screenshot of this page for your records.",
      es: "Haga una captura de pantalla de esta página para sus archivos.",
    },
    print: { en: "Print", es: "Imprimir" },
  },
  mismatch: {
    title: {
      en: (files: number): string =>
        files === 1
          ? "Failed: your file is not the one on record"
          : "Failed: your files are not the ones on record",
      es: (files: number): string =>
        files === 1
          ? "Ha fallado: su archivo no es el que consta en el registro"
          : "Ha fallado: sus archivos no son los que constan en el registro",
    },
    text: {
      en: (names: string) =>
        `Couldn't confirm ${names}: see the result below. The record of this serial number stays as it is.`,
      es: (names: string) =>
        `No hemos podido confirmar ${names}: vea el resultado más abajo. El registro de este número de serie sigue como está.`,
    },
    more: {
      en: (names: string, others: number) => `${names} and ${others} more`,
      es: (names: string, others: number) => `${names} y ${others} más`,
    },
  },
  withdrawn: {
    title: {
      en: (day: string) => `Withdrawn by its owner on ${day}`,
      es: (day: string) => `Retirado por su dueño el ${day}`,
    },
    text: {
      en: `${productName} did issue a certificate with this serial number: to see whether yours is that one, check its file below. Its owner has since deleted the document here, so of a paper only the number, the time and the fingerprints can be compared, not the names.`,
      es: `${productName} sí emitió un certificado con este número de serie: para saber si es el suyo, compruebe su archivo más abajo. Después su dueño eliminó el documento aquí, así que de un papel solo pueden compararse el número, la hora y las huellas, no los nombres.`,
    },
    collection: {
      en: `${productName} did issue a certificate with this serial number: to see whether yours is that one, check its file below. Its owner has since deleted the collection here, so its list of files can no longer be searched, and of a paper only the number, the time and the fingerprint of the whole can be compared, not the names.`,
      es: `${productName} sí emitió un certificado con este número de serie: para saber si es el suyo, compruebe su archivo más abajo. Después su dueño eliminó la colección aquí, así que ya no se puede buscar en su lista de archivos, y de un papel solo pueden compararse el número, la hora y la huella del conjunto, no los nombres.`,
    },
  },
  facts: {
    serial: { en: "Serial number", es: "Número de serie" },
    processed: { en: "Processing date", es: "Fecha de procesamiento" },
    name: { en: "Document name", es: "Nombre del documento" },
    client: { en: "Client name", es: "Nombre del cliente" },
    office: { en: "Office", es: "Oficina" },
    domain: { en: "Domain of the office", es: "Dominio de la oficina" },
    domainNote: {
      en: (day: string) =>
        `Verified by ${productName} with a DNS record, last seen on ${day}. The names are only stated.`,
      es: (day: string) =>
        `Verificado por ${productName} con un registro DNS, visto por última vez el ${day}. Los nombres solo se declaran.`,
    },
    email: { en: "Email address", es: "Correo electrónico" },
    emailNote: {
      en: (day: string) => `Confirmed with a link in an email on ${day}.`,
      es: (day: string) => `Confirmado con un enlace en un correo el ${day}.`,
    },
    title: { en: "Title", es: "Título" },
    files: { en: "Files", es: "Archivos" },
    fileCount: {
      en: (count: number, size: string) =>
        count === 1 ? `1 file, ${size}` : `${count} files, ${size} in total`,
      es: (count: number, size: string) =>
        count === 1 ? `1 archivo, ${size}` : `${count} archivos, ${size} en total`,
    },
    timeline: { en: "Timeline", es: "Cronología" },
    timelineNote: {
      en: "The signed statement contains this number and the fingerprint of the list's last line. If an entry were left out, moved or changed, this fingerprint would be different.",
      es: "La declaración firmada contiene este número y la huella de la última línea de la lista. Una entrada omitida, movida o cambiada daría otra huella.",
    },
    acknowledgement: { en: "Acknowledgment", es: "Acuse" },
    acknowledgementNote: {
      en: "This is an acknowledgment: someone who had the link that was made for it confirmed “I have seen this” for these documents. We did not check who that was.",
      es: "Esto es un acuse: alguien que tenía el enlace creado para ello confirmó «Lo he visto» para estos documentos. No hemos comprobado quién fue.",
    },
    entries: {
      en: (count: number) => (count === 1 ? "1 document" : `${count} documents, in order`),
      es: (count: number) => (count === 1 ? "1 documento" : `${count} documentos, en su orden`),
    },
    nameRemoved: {
      en: "The name was removed from this record.",
      es: "El nombre se quitó de este registro.",
    },
    unchecked: {
      en: "As the account holder wrote it. We did not check it.",
      es: "Como lo escribió el titular de la cuenta. No lo hemos comprobado.",
    },
    bothUnchecked: {
      en: "Both as the account holder wrote them. We did not check them.",
      es: "Ambos como los escribió el titular de la cuenta. No los hemos comprobado.",
    },
    inYourZone: {
      en: (time: string) => `${time} in your time zone`,
      es: (time: string) => `${time} en su zona horaria`,
    },
    ownClock: { en: `By ${productName}'s own clock.`, es: `Según el reloj propio de ${productName}.` },
  },
  fingerprints: {
    title: { en: "For specialists: fingerprints (SHA-256)", es: "Para especialistas: huellas (SHA-256)" },
    text: {
      en: "A fingerprint is a short code computed from a whole file. If even one character of the file changes, its fingerprint changes completely. Programs compare these codes; you don't have to.",
      es: "Una huella es un código corto que se calcula a partir de un archivo entero. Si cambia un solo carácter del archivo, su huella cambia por completo. Estos códigos los comparan los programas; usted no tiene que hacerlo.",
    },
    original: { en: "Original", es: "Original" },
    stamped: { en: "Stamped copy", es: "Copia sellada" },
    root: {
      en: "All files (root of their hash tree)",
      es: "Todos los archivos (raíz de su árbol de huellas)",
    },
    certificate: { en: "Certificate", es: "Certificado" },
    kept: {
      en: "The stamped copy contains the complete original, unchanged.",
      es: "La copia sellada contiene el original completo, sin cambios.",
    },
  },
  qr: {
    title: { en: "The QR code", es: "El código QR" },
    checking: { en: "Checking the signature of the QR code…", es: "Comprobando la firma del código QR…" },
    differs: {
      title: {
        en: "Failed: this QR code belongs to another document",
        es: "Verificación no superada: este código QR pertenece a otro documento",
      },
      text: {
        en: (serial: string) =>
          `${productName} signed this QR code, but for another document (${serial}). Someone may be trying to deceive you.`,
        es: (serial: string) =>
          `${productName} firmó este código QR, pero para otro documento (${serial}). Es posible que alguien quiera engañarle.`,
      },
    },
    notOnRecord: {
      title: {
        en: "The QR code is signed, but not on record",
        es: "El código QR está firmado, pero no consta en el registro",
      },
      text: {
        en: `${productName} signed this QR code, but we can't find its record here. The code says this:`,
        es: `${productName} firmó este código QR, pero aquí no encontramos su registro. El código dice lo siguiente:`,
      },
    },
    forged: {
      title: {
        en: "Failed: this QR code is forged",
        es: "Verificación no superada: este código QR está falsificado",
      },
      text: {
        en: `The code is forged or damaged: ${productName} did not sign it. Don't trust the paper it is on.`,
        es: `El código está falsificado o dañado: ${productName} no lo firmó. No se fíe del papel en el que está.`,
      },
    },
    beforeKey: {
      title: {
        en: "Failed: this QR code contradicts itself",
        es: "Verificación no superada: este código QR se contradice",
      },
      text: {
        en: `The code is dated before the key was made that signed it. Don't trust the paper it is on.`,
        es: "El código lleva una fecha anterior a la creación de la clave que lo firmó. No se fíe del papel en el que está.",
      },
    },
    endedKey: {
      title: {
        en: "Can't tell: this QR code is signed with an old key",
        es: "No se puede saber: este código QR está firmado con una clave antigua",
      },
      text: {
        en: `${productName} no longer uses the key that signed this QR code, so someone else may have signed it. Only the record, or the evidence pack, has the receipt that shows otherwise.`,
        es: `${productName} ya no usa la clave que firmó este código QR, por lo que puede haberlo firmado otra persona. Solo el registro, o el paquete de pruebas, tiene el recibo que demuestra lo contrario.`,
      },
    },
    unknownKey: {
      title: {
        en: "Can't tell: we don't know who signed this QR code",
        es: "No se puede saber: no sabemos quién firmó este código QR",
      },
      text: {
        en: `We don't know the key that signed this QR code, so we can't tell whether ${productName} signed it. Don't rely on the paper alone: check the file itself.`,
        es: `No conocemos la clave que firmó este código QR, por lo que no podemos saber si lo firmó ${productName}. No confíe únicamente en el papel: compruebe el propio archivo.`,
      },
    },
    alone: {
      title: {
        en: "The QR code is signed, but not compared with the record",
        es: "El código QR está firmado, pero no comparado con el registro",
      },
      text: {
        en: `${productName} signed this QR code. We can't reach the record right now, so we can't tell whether it still exists. The code itself says this:`,
        es: `${productName} firmó este código QR. En este momento no podemos consultar el registro, por lo que no sabemos si aún existe. El código por sí mismo dice lo siguiente:`,
      },
    },
    unchecked: {
      title: {
        en: "Can't tell: this QR code was not checked",
        es: "No se puede saber: este código QR no se ha comprobado",
      },
      text: {
        en: "Couldn't load what is needed to check this QR code. Please try again in a moment.",
        es: "No se ha podido cargar lo que hace falta para comprobar este código QR. Vuelva a intentarlo dentro de un momento.",
      },
    },
  },
  file: {
    title: { en: "Do you have the right file?", es: "¿Tiene el archivo correcto?" },
    titleAlone: { en: "Do you have a file to check?", es: "¿Tiene un archivo que comprobar?" },
    text: {
      en: "Choose it or drop it here: the stamped copy, the original, the certificate or the evidence pack (the ZIP file with all the proof), or several at once. Use files exactly as you received them: a scan, a photo or a copy that was saved again doesn't match. Your browser checks them; they are not uploaded.",
      es: "Elíjalo o suéltelo aquí: la copia sellada, el original, el certificado o el paquete de pruebas (el archivo ZIP con todas las pruebas), o varios a la vez. Use los archivos tal como los recibió: un escaneo, una foto o una copia guardada de nuevo no coincide. Los comprueba su navegador; no se suben.",
    },
    textAlone: {
      en: "Choose it or drop it here, or several at once. Your browser checks it; nothing is uploaded.",
      es: "Elíjalo o suéltelo aquí, o varios a la vez. Su navegador comprueba lo que contienen; no se sube nada.",
    },
    choose: { en: "Choose a file to check", es: "Elegir un archivo para comprobarlo" },
    drop: { en: "Drop to check", es: "Suéltelo para comprobarlo" },
    reading: { en: (names: string) => `Checking ${names}…`, es: (names: string) => `Comprobando ${names}…` },
    progress: { en: "Reading", es: "Lectura" },
    stop: { en: "Stop", es: "Detener" },
    failed: {
      en: "Couldn't load the check. Please reload this page while you're online.",
      es: "No se ha podido cargar la comprobación. Vuelva a cargar esta página cuando tenga conexión.",
    },
  },
  collection: {
    title: { en: "This collection is on record", es: "Esta colección consta en el registro" },
    text: {
      en: `${productName} attested the fingerprints of a collection of files under this serial number. The files stayed with their owner. Compare these details with the certificate you have.`,
      es: `${productName} atestiguó con este número de serie las huellas de una colección de archivos. Los archivos se quedaron con su dueño. Compare estos datos con el certificado que tiene.`,
    },
    confirmed: {
      title: { en: "Genuine", es: "Auténtica" },
      text: {
        en: `This collection is on record, and ${productName} signed the QR code or link that brought you here. Compare these details with the certificate you have.`,
        es: `Esta colección consta en el registro, y ${productName} firmó el código QR o el enlace con el que usted llegó. Compare estos datos con el certificado que tiene.`,
      },
    },
    doubtful: {
      title: { en: "The record for this serial number", es: "El registro de este número de serie" },
      text: {
        en: `This is what ${productName}'s own record says. Before you rely on it, read the message above about the QR code or link that brought you here.`,
        es: `Esto es lo que dice el propio registro de ${productName}. Lea primero más arriba qué problema tiene el código QR o el enlace con el que usted llegó.`,
      },
    },
    screenshot: {
      en: "Take a screenshot of this page for your records.",
      es: "Haga una captura de pantalla de esta página para sus archivos.",
    },
    print: { en: "Print", es: "Imprimir" },
  },
  collectionCheck: {
    title: { en: "Is your file in this collection?", es: "¿Está su archivo en esta colección?" },
    text: {
      en: "Choose files or drop them here, one or a thousand, or the certificate or the evidence pack. Your browser computes their fingerprints and sends only those; the files are not uploaded. The answers don't reveal which other files are in the collection.",
      es: "Elija archivos o suéltelos aquí, uno o mil, o el certificado o el paquete de pruebas. Su navegador calcula sus huellas y pregunta solo por ellas; los archivos no se suben. Nadie averigua aquí qué otros archivos hay en la colección.",
    },
    choose: { en: "Choose files to check", es: "Elegir archivos" },
    chooseFolder: { en: "Choose a folder", es: "Elegir una carpeta" },
    drop: { en: "Drop to check", es: "Suelte para comprobar" },
    reading: {
      en: (done: number, count: number) => `Checking: ${done} of ${count} files`,
      es: (done: number, count: number) => `Comprobando: ${done} de ${count} archivos`,
    },
    stop: { en: "Stop", es: "Detener" },
    single: {
      inside: {
        en: "The file is in this collection and unchanged.",
        es: "El archivo está en esta colección y no ha cambiado.",
      },
      outside: { en: "The file is not in this collection.", es: "El archivo no está en esta colección." },
      unproven: {
        en: "We can't tell whether the file is in this collection.",
        es: "No podemos saber si el archivo está en esta colección.",
      },
      unreadable: {
        en: "Couldn't read the file. If it changed, please choose it again.",
        es: "No se ha podido leer el archivo. Si ha cambiado, elíjalo de nuevo.",
      },
      unanswered: {
        en: "We can't tell whether the file is in this collection.",
        es: "No podemos saber si el archivo está en esta colección.",
      },
    },
    summary: {
      en: (inside: string, count: string) =>
        `${inside} of ${count} files are in this collection and unchanged.`,
      es: (inside: string, count: string) =>
        `${inside} de ${count} archivos están en esta colección y no han cambiado.`,
    },
    outside: {
      en: "Not in this collection. Even one changed byte makes it a different file.",
      es: "No está en esta colección. Un solo byte cambiado ya lo convierte en otro archivo.",
    },
    sums: {
      en: "A list of fingerprints (SHA256SUMS), not a file of the collection. Only the evidence pack shows whether it is this collection's list.",
      es: "Una lista de huellas (SHA256SUMS), no un archivo de la colección. Solo el paquete de pruebas demuestra si es la lista de esta colección.",
    },
    certificate: {
      en: "The certificate of this collection, unchanged",
      es: "El certificado de esta colección, sin cambios",
    },
    unreadable: {
      en: "Couldn't read this file. If it changed or was moved, please choose it again.",
      es: "No se ha podido leer este archivo. Si ha cambiado o se ha movido, elíjalo de nuevo.",
    },
    unproven: {
      en: "The server lists this file, but its evidence record does not prove it. Please tell our support team.",
      es: "El servidor reconoce este archivo, pero su registro de evidencia no lo demuestra. Avise a nuestro soporte.",
    },
    unanswered: {
      en: "The server did not answer for this file. Please try again in a moment.",
      es: "El servidor no ha respondido sobre este archivo. Vuelva a intentarlo dentro de un momento.",
    },
    saveRecord: {
      en: (name: string) => `Save the evidence record of ${name}`,
      es: (name: string) => `Guardar el registro de evidencia de ${name}`,
    },
    record: { en: "Evidence record (.ers)", es: "Registro de evidencia (.ers)" },
    shown: {
      en: (shown: string, count: string) => `${shown} of ${count} files are shown.`,
      es: (shown: string, count: string) => `Se muestran ${shown} de ${count} archivos.`,
    },
  },
  about: {
    title: { en: `What is ${productName}?`, es: `¿Qué es ${productName}?` },
    paragraphs: [
      {
        en: `${productName} is a service that puts a date on documents. Someone uploaded a document to it and got back a stamped copy and a certificate. This page is the record of that: anyone with the serial number can read it.`,
        es: `${productName} es un servicio que pone fecha a los documentos. Alguien subió un documento y recibió una copia sellada y un certificado. Esta página lo documenta: puede leerla cualquiera que tenga el número de serie.`,
      },
      {
        en: "It shows exactly which file the date is for, and who confirms that time. It does not show who wrote or owns the document, or whether what it says is true.",
        es: "Muestra exactamente para qué archivo es la fecha, y quién confirma esa hora. No muestra quién escribió el documento ni a quién pertenece, ni si es cierto lo que dice.",
      },
    ],
    link: { en: "Put a date on your own document", es: "Ponga fecha a un documento propio" },
  },
};

export const verificationMessages = localize(verificationTexts);

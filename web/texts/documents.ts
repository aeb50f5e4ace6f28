import { generatedNames } from "../../src/features/documents/generated-names.ts";
import { extraTypes, maxUploadMb, retentionHours } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

const filesEn = (count: number) => (count === 1 ? "1 file" : `${count} files`);

const filesEs = (count: number) => (count === 1 ? "1 archivo" : `${count} archivos`);

const picturesEn = extraTypes ? "PNG, JPG, TIFF, HEIC, WebP, AVIF, GIF or BMP" : "PNG, JPG or TIFF";

const picturesEs = extraTypes ? "PNG, JPG, TIFF, HEIC, WebP, AVIF, GIF o BMP" : "PNG, JPG o TIFF";

const texts = extraTypes ? "DOCX, DOC, ODT, RTF, TXT" : "DOCX, DOC";

/** Sentences of the dashboard's documents. Errors that the server also returns are in documents.schema.ts. */
export const documentsTexts = {
  title: { en: "Your documents", es: "Sus documentos" },
  upload: {
    viewer: {
      en: (office: string) =>
        `As a viewer, you can open, download and verify the documents of ${office}; to upload, stamp or share, ask one of its owners for another role.`,
      es: (office: string) =>
        `Como lector, puede abrir, descargar y verificar los documentos de ${office}; para subir, sellar o compartir, pida otra función a uno de sus propietarios.`,
    },
    title: { en: "Upload a document", es: "Suba un documento" },
    ownership: {
      en: "I am the legal owner of this document for validation and timestamping purposes. I understand that this does not replace a copyright: the service only validates my claims.",
      es: "Declaro que soy el propietario legal de este documento a efectos de validación y sello de tiempo. Entiendo que esto no sustituye a los derechos de autor: el servicio solo valida mis declaraciones.",
    },
    ownershipHint: {
      en: "In short: the work is yours to stamp, and a stamp shows when a file existed, not who created it.",
      es: "En resumen: la obra es suya para sellarla, y un sello muestra cuándo existía un archivo, no quién lo creó.",
    },
    ownershipKept: {
      en: "You confirmed this for your last document, and it counts for the next one too. If the next one isn't yours, untick it.",
      es: "Lo confirmó para su último documento y vale también para el siguiente. Si no es suyo, quite la marca.",
    },
    visible: {
      en: `Anyone with the serial number can see your name, the file name and the date, but never the document. Only you, people you send it to and this site's administrators can open the stamped copy; we delete your upload after ${retentionHours} hours.`,
      es: `Cualquiera que tenga el número de serie puede ver su nombre, el nombre del archivo y la fecha, pero nunca el documento. Solo usted, las personas a las que lo envíe y los administradores de este sitio pueden abrir la copia sellada; eliminamos el archivo subido al cabo de ${retentionHours} horas.`,
    },
    visibleMore: { en: "Who can see what", es: "Quién puede ver qué" },
    drop: { en: "Drop your document here", es: "Suelte aquí su documento" },
    dropNow: { en: "Drop to upload", es: "Suéltelo para subirlo" },
    or: {
      en: `PDF, ${texts}, ${picturesEn}, up to ${maxUploadMb} MB; you can choose several`,
      es: `PDF, ${texts}, ${picturesEs}, hasta ${maxUploadMb} MB; puede elegir varios a la vez`,
    },
    orWithoutWord: {
      en: `PDF, ${picturesEn}, up to ${maxUploadMb} MB; you can choose several`,
      es: `PDF, ${picturesEs}, hasta ${maxUploadMb} MB; puede elegir varios a la vez`,
    },
    choose: { en: "Choose file", es: "Elegir archivo" },
    fileInput: { en: "Document to upload", es: "Documento que se sube" },
    camera: { en: "Take a photo", es: "Hacer una foto" },
    cameraInput: { en: "Photo to upload", es: "Foto que se sube" },
    photographedPages: {
      en: "Photographed several pages? Make one PDF of them",
      es: "¿Fotografió varias páginas? Reúnalas en un PDF",
    },
    locked: {
      configuring: {
        en: "Set up this document, or choose another file, before you upload the next one.",
        es: "Configure este documento, o elija otro archivo, para subir el siguiente.",
      },
      processing: {
        en: "You can upload the next document when this one is done.",
        es: "El siguiente documento se podrá subir cuando este haya terminado.",
      },
      completed: {
        en: "To upload the next one, choose “Process Another Document”.",
        es: "Para subir el siguiente, elija «Procesar otro documento».",
      },
      error: {
        en: "To upload a document, choose “Try Again”.",
        es: "Para subir un documento, elija «Reintentar».",
      },
    },
    guidance: { en: "For the best result", es: "Para el mejor resultado" },
    guidanceWords: {
      en: "Use a file name of at most 8 words. It looks best on the certificate.",
      es: "Use un nombre de archivo de 8 palabras como máximo: así queda mejor en el certificado.",
    },
    guidanceName: {
      en: "Put your name in the file name to have it in the QR code.",
      es: "Ponga su nombre en el nombre del archivo para que figure en el código QR.",
    },
    uploading: { en: (name: string) => `Uploading ${name}`, es: (name: string) => `Subiendo ${name}` },
    progressLabel: { en: "Upload", es: "Subida" },
    amount: {
      en: (loaded: string, total: string) => `${loaded} of ${total}`,
      es: (loaded: string, total: string) => `${loaded} de ${total}`,
    },
    cancel: { en: "Cancel", es: "Cancelar" },
    canceled: { en: "Upload canceled", es: "Subida cancelada" },
    failed: { en: "Upload failed", es: "La subida ha fallado" },
    failedText: { en: "Failed to upload file", es: "No se ha podido subir el archivo" },
    changed: {
      en: "This file changed. Please choose it again.",
      es: "Este archivo ha cambiado. Elíjalo de nuevo.",
    },
    oneAtATime: { en: "Please upload one file at a time.", es: "Suba los archivos de uno en uno." },
    folder: {
      en: "Please drop files. You can't upload folders.",
      es: "Suelte archivos; las carpetas no se pueden subir.",
    },
    done: { en: "File uploaded successfully", es: "Archivo subido correctamente" },
    doneText: {
      en: "Next, set up the stamp. Your document isn't stamped yet.",
      es: "Ahora configure el sello. Su documento aún no está sellado.",
    },
    waiting: {
      title: { en: "Waiting files", es: "Archivos en espera" },
      offline: {
        en: "They stay in this browser, and we'll upload them when you're back online.",
        es: "Se guardan en este navegador y se envían cuando vuelva la conexión.",
      },
      shared: {
        en: "Another app shared these files. So far, they are only in this browser.",
        es: "Otra aplicación ha compartido estos archivos. Por ahora solo están en este navegador.",
      },
      confirm: { en: "Please confirm ownership above first.", es: "Confirme antes la titularidad, arriba." },
      upload: { en: "Upload", es: "Subir" },
      discard: { en: "Discard", es: "Descartar" },
      kept: { en: "You're offline", es: "No hay conexión" },
      keptText: {
        en: "Your file stays in this browser, and we'll upload it when you're back online.",
        es: "Su archivo se guarda en este navegador y se envía cuando vuelva la conexión.",
      },
    },
    sharedFiles: {
      title: { en: "Add these files?", es: "¿Añadir estos archivos?" },
      text: {
        en: "Another app or a website sent these files. Please add them only if you have just shared them yourself. They then stay in this browser until you upload them.",
        es: "Otra aplicación o un sitio web ha enviado estos archivos. Añádalos solo si usted acaba de compartirlos. Después se guardan en este navegador hasta que los suba.",
      },
      left: {
        en: (most: number) =>
          `The other files can't be added: you can share at most ${most} files at a time, each of at most ${maxUploadMb} MB.`,
        es: (most: number) =>
          `Los demás archivos no se pueden añadir: puede compartir como máximo ${most} archivos a la vez, cada uno de ${maxUploadMb} MB como máximo.`,
      },
      keep: { en: "Add", es: "Añadir" },
      discard: { en: "Don't add", es: "No añadir" },
      none: { en: "There are no files here", es: "Aquí no hay archivos" },
      noneText: { en: "Please share them again.", es: "Vuelva a compartirlos." },
      home: { en: "Go to the home page", es: "Ir a la página de inicio" },
      failed: { en: "Files not added", es: "Archivos no añadidos" },
      failedText: {
        en: "This browser has no space left for them.",
        es: "A este navegador no le queda espacio para ellos.",
      },
    },
    leave: {
      title: { en: "Leave this page?", es: "¿Salir de esta página?" },
      text: {
        en: "Your upload isn't finished. If you leave, you'll have to choose the file again.",
        es: "Su subida no ha terminado. Si sale, tendrá que elegir el archivo de nuevo.",
      },
      stay: { en: "Stay", es: "Quedarse" },
      leave: { en: "Leave", es: "Salir" },
    },
  },
  configure: {
    title: { en: "Set up the stamp", es: "Configure el sello" },
    change: { en: "Choose another file", es: "Elegir otro archivo" },
    originalDate: { en: "Original creation date", es: "Fecha de creación original" },
    originalDateHint: {
      en: "When you first created the work, if you want that date on the certificate.",
      es: "Cuándo hizo la obra por primera vez, si quiere que la fecha figure en el certificado.",
    },
    originalDateToCome: {
      en: "This date has not come yet. Is the year right?",
      es: "Esta fecha aún no ha llegado. ¿Es correcto el año?",
    },
    otherParties: { en: "Other parties", es: "Otras partes" },
    otherPartiesHint: {
      en: "Co-authors, clients, witnesses: we print them on the certificate exactly as you enter them.",
      es: "Coautores, clientes, testigos: los imprimimos en el certificado tal como usted los escriba.",
    },
    optional: { en: "optional", es: "opcional" },
    more: { en: "More options", es: "Más opciones" },
    moreHint: {
      en: "original creation date, other parties, language, QR code, project",
      es: "fecha de creación original, otras partes, idioma, código QR, proyecto",
    },
    position: { en: "Where the stamp goes", es: "Dónde va el sello" },
    positions: {
      "vertical-right": { en: "Right edge, vertical", es: "Borde derecho, vertical" },
      "top-left": { en: "Top left", es: "Arriba a la izquierda" },
      "top-right": { en: "Top right", es: "Arriba a la derecha" },
      "bottom-left": { en: "Bottom left", es: "Abajo a la izquierda" },
      "bottom-right": { en: "Bottom right", es: "Abajo a la derecha" },
    },
    place: { en: "On your first page", es: "En su primera página" },
    placeOf: {
      en: (name: string, position: string) => `Page one of ${name}. The stamp goes here: ${position}.`,
      es: (name: string, position: string) => `Página uno de ${name}. El sello va aquí: ${position}.`,
    },
    placeBeside: { en: "Next to your picture, covering none of it", es: "Junto a su imagen, sin tapar nada" },
    placeBesideOf: {
      en: (name: string, position: string) => `${name}. The stamp goes next to the picture: ${position}.`,
      es: (name: string, position: string) => `${name}. El sello va junto a la imagen: ${position}.`,
    },
    preview: { en: "Your document will say", es: "Su documento dirá" },
    previewMeaning: {
      en: "The last line means: exactly this document existed at this time. UTC is world time.",
      es: "La última línea significa: exactamente este documento existía en este momento. UTC es la hora universal.",
    },
    language: { en: "Language of the stamp and the certificate", es: "Idioma del sello y del certificado" },
    identity: { en: "Who is named on the certificate", es: "Quién aparece en el certificado" },
    identityHint: {
      en: "Also on the public page. It stays there, even if you leave the office.",
      es: "También en la página pública. Queda ahí, aunque usted deje la oficina.",
    },
    showName: {
      en: (person: string, office: string) => `Issue it to me, for the office: “${person}, for ${office}”`,
      es: (person: string, office: string) =>
        `Expedirlo a mi nombre, para la oficina: «${person}, para ${office}»`,
    },
    showEmail: {
      en: (address: string) => `Show my confirmed email address: ${address}`,
      es: (address: string) => `Mostrar mi dirección de correo confirmada: ${address}`,
    },
    qrCode: { en: "QR code in the stamp", es: "Código QR en el sello" },
    qrCodeHint: {
      en: "It opens the document's public page. On pages with room for it.",
      es: "Abre la página pública del documento. En las páginas donde cabe.",
    },
    qrCodes: {
      auto: { en: "Yes, except on signed PDFs", es: "Sí, salvo en PDF firmados" },
      on: { en: "Yes, also on signed PDFs", es: "Sí, también en PDF firmados" },
      off: { en: "No", es: "No" },
    },
    qrCodeYes: { en: "Yes", es: "Sí" },
    costs: {
      en: (price: string) =>
        `Your plan has no documents left. This one costs ${price}; you pay before we stamp it.`,
      es: (price: string) =>
        `A su plan no le quedan documentos. Este cuesta ${price}; se paga antes de sellarlo.`,
    },
    start: { en: "Stamp this document", es: "Sellar este documento" },
    started: { en: "Processing started", es: "Procesamiento iniciado" },
    failed: { en: "Processing failed", es: "El procesamiento ha fallado" },
    failedText: { en: "Failed to start processing", es: "No se ha podido iniciar el procesamiento" },
  },
  processing: {
    title: { en: "Stamping your document", es: "Sellando su documento" },
    label: { en: "Processing", es: "Procesamiento" },
    initializing: { en: "Initializing...", es: "Iniciando…" },
    preparing: {
      en: "Preparing document for processing...",
      es: "Preparando el documento para su procesamiento…",
    },
    stamping: { en: "Adding timestamps to pages...", es: "Añadiendo sellos de tiempo a las páginas…" },
    completed: { en: "Processing completed successfully!", es: "¡Procesamiento completado!" },
    failed: { en: "Processing failed", es: "El procesamiento ha fallado" },
    pollFailed: {
      en: "Failed to check processing status",
      es: "No se ha podido consultar el estado del procesamiento",
    },
    pollFailedText: { en: "Trying again.", es: "Se intenta de nuevo." },
    leave: {
      en: "Most documents take seconds; large files take up to 2-3 minutes. You can close this page; we'll keep working.",
      es: "La mayoría de los documentos tarda segundos; los archivos grandes, hasta 2 o 3 minutos. Puede cerrar esta página: seguimos trabajando.",
    },
  },
  downloadAgain: {
    en: (time: string) =>
      `External witnesses look at our public log every hour. To have their confirmation in the evidence pack as well, download it again after ${time}.`,
    es: (time: string) =>
      `Los testigos externos revisan nuestro registro público cada hora. Para que el paquete de pruebas contenga también su confirmación, descárguelo de nuevo después del ${time}.`,
  },
  completed: {
    title: { en: "Your document is stamped", es: "Su documento está sellado" },
    serial: { en: "Serial number", es: "Número de serie" },
    give: {
      en: "Give people both files: the stamped document, and the certificate with the QR code that lets anyone check it.",
      es: "Entregue los dos archivos: la copia sellada y el certificado, cuyo código QR permite a cualquiera comprobarlo.",
    },
    download: { en: "Download stamped document", es: "Descargar copia sellada" },
    certificate: { en: "Download certificate", es: "Descargar certificado" },
    share: {
      button: { en: "Share both", es: "Compartir ambos" },
      again: { en: "Share now", es: "Compartir ahora" },
      failed: { en: "Not shared", es: "No compartidos" },
    },
    evidence: { en: "Download evidence pack", es: "Descargar paquete de pruebas" },
    verify: { en: "Open the public verification page", es: "Abrir la página pública de verificación" },
    email: { en: "Email", es: "Enviar por correo" },
    receipt: { en: "Receipt for your payment", es: "Recibo de su pago" },
    more: { en: "More", es: "Más" },
    previewOf: {
      en: (name: string) => `Preview of the stamped ${name}`,
      es: (name: string) => `Vista previa de ${name}, sellado`,
    },
    openPreview: { en: "Open preview", es: "Abrir vista previa" },
    notes: { en: "Please note", es: "Tenga en cuenta" },
    kept: {
      en: "Your original is inside the stamped file, complete and unchanged.",
      es: "El archivo sellado contiene su original completo, sin cambios.",
    },
    another: { en: "Process Another Document", es: "Procesar otro documento" },
  },
  error: {
    title: { en: "Processing Error", es: "Error de procesamiento" },
    again: { en: "Try Again", es: "Reintentar" },
    support: { en: "Ask support", es: "Preguntar a soporte" },
  },
  download: {
    failed: { en: "Download failed", es: "La descarga ha fallado" },
    failedText: {
      en: "Couldn't download the file. Please try again in a moment.",
      es: "No hemos podido descargar el archivo. Vuelva a intentarlo dentro de un momento.",
    },
  },
  generated: { en: generatedNames.en, es: generatedNames.es },
  history: {
    title: { en: "Recent Documents", es: "Documentos recientes" },
    empty: { en: "No documents yet", es: "Aún no hay documentos" },
    emptyText: {
      en: "Your stamped documents will appear here.",
      es: "Sus documentos sellados aparecerán aquí.",
    },
    emptyButton: { en: "Upload your first document", es: "Suba su primer documento" },
    listedAbove: {
      en: "Your documents are in the list above.",
      es: "Sus documentos están en la lista de arriba.",
    },
    loading: { en: "Loading your documents…", es: "Cargando sus documentos…" },
    failed: { en: "Couldn't load your documents.", es: "No se han podido cargar sus documentos." },
    again: { en: "Try again", es: "Reintentar" },
    older: { en: "Show older", es: "Mostrar anteriores" },
    statuses: {
      uploaded: { en: "Not stamped yet", es: "Aún sin sellar" },
      processing: { en: "Processing", es: "En proceso" },
      completed: { en: "Completed", es: "Completado" },
      error: { en: "Failed", es: "Fallido" },
    },
    pages: {
      en: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
      es: (count: number) => (count === 1 ? "1 página" : `${count} páginas`),
    },
    continue: {
      short: { en: "Continue", es: "Continuar" },
      label: { en: (name: string) => `Continue with ${name}`, es: (name: string) => `Continuar con ${name}` },
    },
    retry: {
      short: { en: "Try again", es: "Reintentar" },
      label: {
        en: (name: string) => `Try again with ${name}`,
        es: (name: string) => `Reintentar con ${name}`,
      },
    },
    more: { en: "More", es: "Más" },
    moreLabel: {
      en: (name: string) => `More for ${name}`,
      es: (name: string) => `Más acciones para ${name}`,
    },
    download: { en: "Download", es: "Descargar" },
    downloadLabel: {
      en: (name: string) => `Download stamped ${name}`,
      es: (name: string) => `Descargar ${name}, sellado`,
    },
    listLabel: {
      en: (name: string) => `Download the list of files of ${name} (SHA256SUMS)`,
      es: (name: string) => `Descargar la lista de archivos de ${name} (SHA256SUMS)`,
    },
    certificate: { en: "Certificate", es: "Certificado" },
    certificateLabel: {
      en: (name: string) => `Download certificate of ${name}`,
      es: (name: string) => `Descargar el certificado de ${name}`,
    },
    evidence: { en: "Evidence pack", es: "Paquete de pruebas" },
    evidenceLabel: {
      en: (name: string) => `Download evidence pack of ${name}`,
      es: (name: string) => `Descargar el paquete de pruebas de ${name}`,
    },
    timestamp: { en: "Timestamp (.tsr)", es: "Sello de tiempo (.tsr)" },
    timestampLabel: {
      en: (name: string) => `Download timestamp of ${name}`,
      es: (name: string) => `Descargar el sello de tiempo de ${name}`,
    },
    delete: { en: "Delete", es: "Eliminar" },
    deleteLabel: { en: (name: string) => `Delete ${name}`, es: (name: string) => `Eliminar ${name}` },
    notAvailable: { en: "Download not available", es: "La descarga no está disponible" },
    notAvailableText: {
      en: "This document hasn't been processed yet.",
      es: "Este documento aún no se ha procesado.",
    },
    deleted: { en: "Document deleted", es: "Documento eliminado" },
    undo: { en: "Undo", es: "Deshacer" },
    deleteFailed: { en: "Failed to delete", es: "No se ha podido eliminar" },
    deleteFailedText: { en: "Could not delete the document.", es: "No se ha podido eliminar el documento." },
  },
  benefits: {
    title: { en: "Key Benefits", es: "Ventajas principales" },
    items: [
      {
        name: { en: "Anyone can check it", es: "Cualquiera puede comprobarlo" },
        text: {
          en: "The QR code opens a public page that checks the file in the reader's own browser.",
          es: "El código QR abre una página pública, que compara el archivo en el propio navegador de quien lo comprueba.",
        },
      },
      {
        name: { en: "Changes are noticed", es: "Los cambios se notan" },
        text: {
          en: "We sign the date, the serial number and the fingerprints together. A changed file no longer matches.",
          es: "Firmamos juntos la fecha, el número de serie y las huellas. Un archivo modificado deja de coincidir.",
        },
      },
      {
        name: { en: "Your original stays yours", es: "Su original sigue siendo suyo" },
        text: {
          en: `We delete originals after ${retentionHours} hours. Your stamped copy, its certificate and the record stay.`,
          es: `Eliminamos los originales al cabo de ${retentionHours} horas. Su copia sellada, su certificado y el registro se quedan.`,
        },
      },
      {
        name: { en: "Ready in seconds", es: "Listo en segundos" },
        text: {
          en: "Small documents take seconds; large ones take up to 2-3 minutes.",
          es: "Los documentos pequeños tardan segundos; los grandes, hasta 2 o 3 minutos.",
        },
      },
    ],
  },
  collections: {
    link: {
      en: "Have many files, or files you can't share? Attest them without uploading",
      es: "¿Muchos archivos, o archivos que no deben salir de su equipo? Atestígüelos sin subirlos",
    },
    count: {
      en: (count: number, size: string) => `${filesEn(count)}, ${size}`,
      es: (count: number, size: string) => `${filesEs(count)}, ${size}`,
    },
  },
};

export const documentsMessages = localize(documentsTexts);

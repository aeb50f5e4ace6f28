import { localize } from "./localize.ts";

const filesEn = (count: number) => (count === 1 ? "1 file" : `${count} files`);

const filesEs = (count: number) => (count === 1 ? "1 archivo" : `${count} archivos`);

/** Sentences of the pages of collections. */
export const collectionsMessages = localize({
  new: {
    title: { en: "Attest many files at once", es: "Atestiguar muchos archivos a la vez" },
    intro: {
      en: "Up to 50,000 files at once, of any type and size. Your browser computes a fingerprint of each, a short code that changes if the file changes; the files themselves are not uploaded. Together they get one certificate and use one stamp from your plan.",
      es: "Hasta 50,000 archivos a la vez, de cualquier tipo y tamaño. Su navegador calcula la huella de cada uno, un código breve que cambia si cambia el archivo; los archivos no se suben. Reciben un solo certificado y gastan un sello de su plan.",
    },
    drop: { en: "Drop files or a folder here", es: "Suelte aquí archivos o una carpeta" },
    dropNow: { en: "Drop to add", es: "Suéltelos" },
    or: { en: "or", es: "o" },
    chooseFiles: { en: "Choose files", es: "Elegir archivos" },
    chooseFolder: { en: "Choose a folder", es: "Elegir una carpeta" },
    addFiles: { en: "Add files", es: "Añadir archivos" },
    addFolder: { en: "Add a folder", es: "Añadir una carpeta" },
    filesInput: { en: "Files to attest", es: "Archivos que atestiguar" },
    folderInput: { en: "Folder to attest", es: "Carpeta que atestiguar" },
    looking: { en: "Looking for files…", es: "Buscando archivos…" },
    nothing: { en: "There are no files to attest", es: "No hay archivos que atestiguar" },
    tooMany: { en: "Too many files", es: "Demasiados archivos" },
    tooManyText: {
      en: "A collection can contain at most 50,000 files. Please split them into several collections.",
      es: "Una colección admite como máximo 50,000 archivos. Repártalos en varias colecciones.",
    },
    progress: { en: "Computing fingerprints", es: "Calculando huellas" },
    working: {
      en: (done: number, count: number) => `${done} of ${filesEn(count)}`,
      es: (done: number, count: number) => `${done} de ${filesEs(count)}`,
    },
    amount: {
      en: (done: string, total: string) => `${done} of ${total}`,
      es: (done: string, total: string) => `${done} de ${total}`,
    },
    known: {
      en: (count: number) => (count === 1 ? "1 file was already done." : `${count} files were already done.`),
      es: (count: number) =>
        count === 1 ? "1 archivo ya estaba listo." : `${count} archivos ya estaban listos.`,
    },
    again: {
      en: "If you have to reload this page, choose the same files again. We'll continue where we left off.",
      es: "Si tiene que recargar esta página, vuelva a elegir los mismos archivos: seguirá donde se quedó.",
    },
    cancel: { en: "Cancel", es: "Cancelar" },
    ready: {
      en: (count: number, size: string) => `${filesEn(count)} ready, ${size} in total`,
      es: (count: number, size: string) => `${filesEs(count)} a punto, ${size} en total`,
    },
    empty: {
      en: (count: number) =>
        count === 1
          ? "1 of them is empty. All empty files have the same fingerprint, so it proves little."
          : `${count} of them are empty. All empty files have the same fingerprint, so they prove little.`,
      es: (count: number) =>
        count === 1
          ? "1 de ellos está vacío. Todos los archivos vacíos tienen la misma huella, así que demuestra poco."
          : `${count} de ellos están vacíos. Todos los archivos vacíos tienen la misma huella, así que demuestran poco.`,
    },
    system: {
      en: (count: number) =>
        count === 1 ? "1 system file was skipped." : `${count} system files were skipped.`,
      es: (count: number) =>
        count === 1
          ? "Se ha omitido 1 archivo del sistema."
          : `Se han omitido ${count} archivos del sistema.`,
    },
    changed: {
      en: (count: number) =>
        count === 1
          ? "1 file was changed, moved or deleted while it was read:"
          : `${count} files were changed, moved or deleted while they were read:`,
      es: (count: number) =>
        count === 1
          ? "1 archivo cambió, se movió o se borró mientras se leía:"
          : `${count} archivos cambiaron, se movieron o se borraron mientras se leían:`,
    },
    changedHint: {
      en: "If they belong to the collection, choose them again. Otherwise, it is attested without them.",
      es: "Vuelva a elegirlos si pertenecen a la colección. Si no, se atestigua sin ellos.",
    },
    renamed: {
      en: (count: number) =>
        count === 1
          ? "1 file has a different name in the list, because a list cannot contain control characters or the same name twice:"
          : `${count} files have different names in the list, because a list cannot contain control characters or the same name twice:`,
      es: (count: number) =>
        count === 1
          ? "1 archivo recibe otro nombre en la lista, porque una lista no puede contener caracteres de control ni dos veces el mismo nombre:"
          : `${count} archivos reciben otros nombres en la lista, porque una lista no puede contener caracteres de control ni dos veces el mismo nombre:`,
    },
    listedAs: {
      en: (chosen: string, listed: string) => `“${chosen}” is listed as “${listed}”`,
      es: (chosen: string, listed: string) => `«${chosen}» figura como «${listed}»`,
    },
    renamedHint: {
      en: "The files are not changed. To check them with SHA256SUMS, rename them first.",
      es: "Los archivos no cambian. Para comprobarlos con SHA256SUMS, deles antes estos nombres.",
    },
    more: { en: (count: number) => `and ${count} more`, es: (count: number) => `y ${count} más` },
    fieldTitle: { en: "Title", es: "Título" },
    titleHint: { en: "Printed on the certificate.", es: "Figura en el certificado." },
    titleHintPrivate: {
      en: "Sent to us and printed on the certificate, so write no name here that has to stay private.",
      es: "Se nos envía y figura en el certificado: no escriba nombres que deban seguir siendo privados.",
    },
    defaultTitle: { en: (day: string) => `Files from ${day}`, es: (day: string) => `Archivos del ${day}` },
    hide: { en: "Keep file names private", es: "Mantener privados los nombres de los archivos" },
    hideHint: {
      en: "Names never leave this browser. The certificate numbers the files instead.",
      es: "Los nombres no salen de este navegador. El certificado numera los archivos en su lugar.",
    },
    list: {
      title: { en: "Chosen files", es: "Archivos elegidos" },
      search: { en: "Search the chosen files", es: "Buscar un archivo" },
      found: {
        en: (count: number, written: string) => (count === 1 ? "1 file found" : `${written} files found`),
        es: (_: number, written: string) => `Encontrados: ${written}`,
      },
      remove: { en: "Take out", es: "Quitar" },
      removeLabel: { en: (name: string) => `Take out ${name}`, es: (name: string) => `Quitar ${name}` },
      shown: {
        en: (shown: string, all: string) => `${shown} of ${all} are shown.`,
        es: (shown: string, all: string) => `Se muestran ${shown} de ${all}.`,
      },
      more: { en: "Show more", es: "Mostrar más" },
    },
    listFiles: {
      en: "List all files on the certificate",
      es: "Enumerar todos los archivos en el certificado",
    },
    listFilesHint: {
      en: "Otherwise, it shows a single fingerprint for all of them.",
      es: "Si no, muestra una sola huella de todos juntos.",
    },
    ownership: {
      en: "I own these files or am authorized to attest them.",
      es: "Estos archivos son míos o tengo autorización para atestiguarlos.",
    },
    ownershipNeeded: {
      en: "Please confirm that the files are yours before you attest them.",
      es: "Confirme que los archivos son suyos antes de atestiguarlos.",
    },
    submit: {
      en: (count: number) => `Attest ${filesEn(count)}`,
      es: (count: number) => `Atestiguar ${filesEs(count)}`,
    },
    pending: { en: "Attesting…", es: "Atestiguando…" },
    failed: { en: "Not attested", es: "No atestiguados" },
    failedText: {
      en: "The server did not answer. Your fingerprints are saved: please try again.",
      es: "El servidor no ha respondido. Las huellas se conservan: vuelva a intentarlo.",
    },
    hashingFailed: {
      en: "Couldn't load the code that computes fingerprints. Please reload this page.",
      es: "No se ha podido cargar la parte que calcula las huellas. Recargue esta página.",
    },
    startOver: { en: "Start over", es: "Empezar de nuevo" },
    leave: {
      title: { en: "Leave this page?", es: "¿Salir de esta página?" },
      text: {
        en: "The fingerprints computed so far stay in this browser, but you'll have to choose the files again.",
        es: "Las huellas calculadas se conservan en este navegador, pero tendrá que volver a elegir los archivos.",
      },
      stay: { en: "Stay", es: "Quedarme" },
      leave: { en: "Leave", es: "Salir" },
    },
  },
  page: {
    all: { en: "All documents", es: "Todos los documentos" },
    loading: { en: "Loading the collection", es: "Cargando la colección" },
    notFound: {
      en: "This collection does not exist, or it was deleted.",
      es: "Esta colección no existe, o se ha eliminado.",
    },
    failed: { en: "Couldn't load the collection.", es: "No se ha podido cargar la colección." },
    again: { en: "Try again", es: "Reintentar" },
    attested: { en: "Attested", es: "Atestiguada" },
    processing: { en: "The collection is being attested…", es: "La colección se está atestiguando…" },
    waiting: {
      en: "This collection is not attested yet. Nothing was lost: we have its fingerprints.",
      es: "Esta colección aún no está atestiguada. No se ha perdido nada: tenemos sus huellas.",
    },
    gone: {
      en: "This collection was not attested in time, so its list of files was deleted. Please create it again.",
      es: "Esta colección no se atestiguó a tiempo, y su lista de archivos se ha borrado. Hágala de nuevo.",
    },
    attest: { en: "Attest it now", es: "Atestiguarla ahora" },
    attesting: { en: "Attesting…", es: "Atestiguando…" },
    notAttested: { en: "Not attested", es: "No atestiguada" },
    notAttestedText: {
      en: "The server did not answer. Please try again.",
      es: "El servidor no ha respondido. Vuelva a intentarlo.",
    },
    facts: { en: "Facts", es: "Datos" },
    title: { en: "Title", es: "Título" },
    files: { en: "Files", es: "Archivos" },
    time: { en: "Attested at", es: "Atestiguada el" },
    serial: { en: "Serial number", es: "Número de serie" },
    verify: { en: "Open its public page", es: "Abrir su página pública" },
    root: { en: "Fingerprint of all files (root)", es: "Huella de todos los archivos (raíz)" },
    noNames: {
      en: "File names were kept private and never sent.",
      es: "Los nombres de los archivos se guardaron en privado y nunca se enviaron.",
    },
    downloads: { en: "Files to keep", es: "Lo que tiene en la mano" },
    certificate: { en: "Certificate", es: "Certificado" },
    certificateHint: {
      en: "One PDF with the facts, the files and a QR code.",
      es: "Un PDF con los datos, los archivos y un código QR.",
    },
    evidence: { en: "Evidence pack", es: "Paquete de pruebas" },
    evidenceHint: {
      en: "Everything needed to check each file without us. Keep it with the files.",
      es: "Todo lo necesario para comprobar cada archivo sin nosotros. Guárdelo con los archivos.",
    },
    sums: { en: "SHA256SUMS", es: "SHA256SUMS" },
    sumsHint: {
      en: "The list of fingerprints. The program sha256sum can check your files against it.",
      es: "La lista de huellas. El programa sha256sum comprueba con ella sus archivos.",
    },
    keep: {
      en: "Keep the files exactly as they are: the certificate covers only these bytes. Anyone with one of the files can check it on the public page.",
      es: "Conserve los archivos tal como están: el certificado habla de estos bytes. Quien tenga uno de los archivos puede comprobarlo en la página pública.",
    },
    email: { en: "Email", es: "Correo" },
    remove: { en: "Delete", es: "Eliminar" },
    removeTitle: { en: "Delete this collection?", es: "¿Eliminar esta colección?" },
    removeText: {
      en: (name: string) =>
        `We'll delete ${name}. Its certificate and evidence can no longer be downloaded. Its public page stays without its title and says that you withdrew it. Your files stay where they are.`,
      es: (name: string) =>
        `${name} se elimina aquí: su certificado y sus pruebas ya no se podrán descargar. Su página pública se queda, sin su título, y dice que usted la retiró. Sus archivos se quedan donde están.`,
    },
    removeConfirm: { en: "Delete collection", es: "Eliminar la colección" },
    removeCancel: { en: "Keep collection", es: "Conservar la colección" },
    removed: { en: "Collection deleted", es: "Colección eliminada" },
    removeFailed: { en: "Collection not deleted", es: "Colección no eliminada" },
    removeFailedText: { en: "Couldn't delete the collection.", es: "No se ha podido eliminar la colección." },
    another: { en: "Attest more files", es: "Atestiguar más archivos" },
  },
});

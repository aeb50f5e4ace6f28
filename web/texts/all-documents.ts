import { retentionHours } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

const documentsEn = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

const documentsEs = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

/** Sentences of the page with all documents. */
export const allDocumentsMessages = localizeWhole({
  title: { en: "All documents", es: "Todos los documentos" },
  link: { en: "All documents", es: "Todos los documentos" },
  search: { en: "Search", es: "Buscar" },
  searchHint: {
    en: "Name, serial number, note or other parties",
    es: "Nombre, número de serie, nota u otras partes",
  },
  filters: {
    status: { en: "Status", es: "Estado" },
    anyStatus: { en: "Any status", es: "Cualquier estado" },
    kind: { en: "Type", es: "Tipo" },
    anyKind: { en: "Any type", es: "Cualquier tipo" },
    kinds: {
      pdf: { en: "PDF", es: "PDF" },
      word: { en: "Word", es: "Word" },
      image: { en: "Picture", es: "Imagen" },
      collection: { en: "Collection", es: "Colección" },
    },
    period: { en: "Uploaded", es: "Subido" },
    anyPeriod: { en: "Any time", es: "Cualquier fecha" },
    periods: {
      "last-7-days": { en: "Last 7 days", es: "Últimos 7 días" },
      "this-month": { en: "This month", es: "Este mes" },
      "last-month": { en: "Last month", es: "El mes pasado" },
      "this-year": { en: "This year", es: "Este año" },
      dates: { en: "Between dates…", es: "Entre fechas…" },
    },
    from: { en: "From", es: "Desde" },
    to: { en: "To", es: "Hasta" },
    sort: { en: "Sort by", es: "Ordenar por" },
    sorts: {
      newest: { en: "Newest first", es: "Recientes" },
      oldest: { en: "Oldest first", es: "Antiguos" },
      name: { en: "Name, A to Z", es: "Nombre, A–Z" },
      "name-descending": { en: "Name, Z to A", es: "Nombre, Z–A" },
      largest: { en: "Largest first", es: "Más grandes" },
    },
    more: {
      en: (chosen: number) => (chosen === 0 ? "Filters" : `Filters (${chosen})`),
      es: (chosen: number) => (chosen === 0 ? "Filtros" : `Filtros (${chosen})`),
    },
    reset: { en: "Clear search and filters", es: "Quitar búsqueda y filtros" },
  },
  count: { en: documentsEn, es: documentsEs },
  range: {
    en: (from: number, to: number, total: number) => `${from}–${to} of ${documentsEn(total)}`,
    es: (from: number, to: number, total: number) => `${from}–${to} de ${documentsEs(total)}`,
  },
  list: { en: "Documents", es: "Documentos" },
  empty: { en: "No documents yet", es: "Aún no hay documentos" },
  emptyText: {
    en: "Upload a document on the home page, and it will appear here.",
    es: "Suba un documento en la página de inicio y aparecerá aquí.",
  },
  emptyButton: { en: "Upload a document", es: "Subir un documento" },
  none: { en: "No documents match", es: "Ningún documento coincide" },
  noneText: {
    en: "Try fewer words, another time period or any status.",
    es: "Pruebe con menos palabras, otras fechas o cualquier estado.",
  },
  originalGone: {
    en: `We deleted the original after ${retentionHours} hours, before it was stamped. Please upload it again.`,
    es: `Eliminamos el original al cabo de ${retentionHours} horas, antes de sellarlo. Vuelva a subirlo.`,
  },
  uploadAgain: { en: "Upload again", es: "Subir de nuevo" },
  paid: { en: "Paid, not stamped yet", es: "Pagado, aún sin sellar" },
  attestedAs: {
    en: (name: string) => `Attested as ${name}`,
    es: (name: string) => `Atestiguado como ${name}`,
  },
  recipient: {
    title: { en: "Show who was asked", es: "Mostrar a quién se pidió" },
    text: {
      en: "The acknowledgment contains the SHA-256 of this salt, a space and this address. Only you can see them. Give both to someone who has the acknowledgment, and they can check the address.",
      es: "El acuse contiene el SHA-256 de esta sal, un espacio y esta dirección. Solo usted los ve. Si da los dos datos a quien tenga el acuse, podrá comprobar la dirección.",
    },
    address: { en: "Address", es: "Dirección" },
    salt: { en: "Salt", es: "Sal" },
  },
  note: { en: (note: string) => `Note: ${note}`, es: (note: string) => `Nota: ${note}` },
  select: { en: (name: string) => `Select ${name}`, es: (name: string) => `Seleccionar ${name}` },
  selectPage: { en: "Select all on this page", es: "Seleccionar toda la página" },
  selected: {
    en: (count: number) => `${count} selected`,
    es: (count: number) => (count === 1 ? "1 seleccionado" : `${count} seleccionados`),
  },
  selection: { en: "Selected documents", es: "Documentos seleccionados" },
  clearSelection: { en: "Clear selection", es: "Quitar selección" },
  tooMany: {
    en: "You can select at most 100 documents at a time.",
    es: "Puede seleccionar como máximo 100 documentos a la vez.",
  },
  email: { en: "Email", es: "Correo" },
  emailTitle: {
    en: (count: number) => `Email ${documentsEn(count)}`,
    es: (count: number) => `Enviar ${documentsEs(count)} por correo`,
  },
  emailIntro: {
    en: (count: number) =>
      `One email with the stamped copies of ${documentsEn(count)} and their certificates, to one person.`,
    es: (count: number) =>
      `Un correo con las copias selladas de ${documentsEs(count)} y sus certificados, para una persona.`,
  },
  emailTooMany: {
    en: "An email can contain at most 20 documents. Please select fewer, or download a ZIP file.",
    es: "Un correo admite como máximo 20 documentos. Seleccione menos o descargue un archivo ZIP.",
  },
  emailSkips: {
    en: (count: number) =>
      count === 1
        ? "1 selected document isn't stamped yet and will not be sent."
        : `${count} selected documents aren't stamped yet and will not be sent.`,
    es: (count: number) =>
      count === 1
        ? "1 documento seleccionado aún no está sellado y no se enviará."
        : `${count} documentos seleccionados aún no están sellados y no se enviarán.`,
  },
  zipVerb: { en: "Download", es: "Descargar" },
  zip: { en: "ZIP", es: "ZIP" },
  zipAll: {
    en: (count: number) => (count === 1 ? "Download it as ZIP" : `Download all ${count} as ZIP`),
    es: (count: number) => (count === 1 ? "Descargarlo en ZIP" : `Descargar los ${count} en ZIP`),
  },
  nothingStamped: {
    en: "None of the selected documents is stamped yet.",
    es: "Ninguno de los documentos seleccionados está sellado todavía.",
  },
  zipTooLarge: {
    en: "A ZIP file can contain at most 500 documents and 4 GB. Please narrow the search, for example by date.",
    es: "Un archivo ZIP admite como máximo 500 documentos y 4 GB. Acote la búsqueda, por ejemplo por fecha.",
  },
  delete: { en: "Delete", es: "Eliminar" },
  deleted: {
    en: (count: number) => `${documentsEn(count)} deleted`,
    es: (count: number) => (count === 1 ? "1 documento eliminado" : `${count} documentos eliminados`),
  },
  deletedEarlier: {
    en: "You deleted that before this page was opened.",
    es: "Lo eliminó antes de abrir esta página.",
  },
  kept: { en: "Not deleted", es: "No se ha eliminado" },
  keptOne: {
    en: (name: string) => `“${name}” was stamped or changed in the meantime.`,
    es: (name: string) => `«${name}» se selló o cambió mientras tanto.`,
  },
  keptSeveral: {
    en: "Some of the documents were stamped or changed in the meantime.",
    es: "Algunos de los documentos se sellaron o cambiaron mientras tanto.",
  },
  deletion: {
    title: {
      en: (count: number) => `Delete ${documentsEn(count)}?`,
      es: (count: number) => `¿Eliminar ${documentsEs(count)}?`,
    },
    goes: {
      en: "Stamped copies, certificates, evidence and notes are deleted permanently, and names are no longer shown. The stamps stay used.",
      es: "Las copias selladas, los certificados, las pruebas y las notas se eliminan para siempre, y los nombres ya no se muestran. Los sellos siguen contando.",
    },
    goesUnstamped: {
      en: "The files, names and notes are deleted permanently.",
      es: "Los archivos, los nombres y las notas se eliminan para siempre.",
    },
    inProjects: {
      en: (count: number) =>
        count === 1
          ? "1 of them is in a project. People with a link to that project no longer see it."
          : `${count} of them are in projects. People with a link to these projects no longer see them.`,
      es: (count: number) =>
        count === 1
          ? "1 está en un proyecto. Quien tenga un enlace a ese proyecto ya no lo verá."
          : `${count} están en proyectos. Quien tenga un enlace a esos proyectos ya no los verá.`,
    },
    acknowledgements: {
      en: (count: number) =>
        count === 1
          ? "1 of them is an acknowledgment that someone gave you. You lose your proof of it."
          : `${count} of them are acknowledgments that people gave you. You lose your proof of them.`,
      es: (count: number) =>
        count === 1
          ? "1 es un acuse de recibo que alguien le dio. Usted pierde esa prueba."
          : `${count} son acuses de recibo que otras personas le dieron. Usted pierde esas pruebas.`,
    },
    stays: {
      en: "The public record of each serial number stays, without names: it says that a certificate was issued, and when you withdrew it. No one who holds one is told that it is forged.",
      es: "El registro público de cada número de serie se queda, sin nombres: dice que se emitió un certificado y cuándo lo retiró usted. A nadie que tenga uno se le dice que es falso.",
    },
    cancel: { en: "Cancel", es: "Cancelar" },
    confirm: {
      en: (count: number) => `Delete ${documentsEn(count)}`,
      es: (count: number) => `Eliminar ${documentsEs(count)}`,
    },
  },
  undoKey: {
    en: "Press Ctrl+Z or choose Undo to bring it back.",
    es: "Pulse Ctrl+Z o elija Deshacer para recuperarlo.",
  },
  edit: { en: "Rename or add a note", es: "Cambiar nombre o nota" },
  editLabel: {
    en: (name: string) => `Rename ${name} or add a note`,
    es: (name: string) => `Cambiar el nombre o la nota de ${name}`,
  },
  editor: {
    title: { en: "Name and note", es: "Nombre y nota" },
    intro: {
      en: (name: string) =>
        `Only you see these. The certificate and the public record keep the original name, ${name}.`,
      es: (name: string) =>
        `Solo usted los ve. El certificado y el registro público conservan el nombre con que se subió, ${name}.`,
    },
    name: { en: "Name", es: "Nombre" },
    nameHint: {
      en: "Leave it empty to show the original name again.",
      es: "Déjelo vacío para volver a mostrar el nombre con que se subió.",
    },
    note: { en: "Note", es: "Nota" },
    optional: { en: "optional", es: "opcional" },
    submit: { en: "Save", es: "Guardar" },
    pending: { en: "Saving…", es: "Guardando…" },
    close: { en: "Close", es: "Cerrar" },
    failed: { en: "Couldn't save the name and note", es: "No se han podido guardar el nombre y la nota" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Saved", es: "Guardado" },
  },
  pager: {
    label: { en: "Pages", es: "Páginas" },
    previous: { en: "Previous", es: "Anterior" },
    next: { en: "Next", es: "Siguiente" },
    page: {
      en: (page: number, pages: number) => `Page ${page} of ${pages}`,
      es: (page: number, pages: number) => `Página ${page} de ${pages}`,
    },
  },
});

import { retentionHours } from "../../environment/server-settings.ts";
import type { allDocuments as english } from "../english/all-documents.ts";

const documents = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

export const allDocuments: typeof english = {
  title: "Todos los documentos",
  link: "Todos los documentos",
  search: "Buscar",
  searchHint: "Nombre, número de serie, nota u otras partes",
  filters: {
    status: "Estado",
    anyStatus: "Cualquier estado",
    kind: "Tipo",
    anyKind: "Cualquier tipo",
    kinds: { pdf: "PDF", word: "Word", image: "Imagen", collection: "Colección" },
    period: "Subido",
    anyPeriod: "Cualquier fecha",
    periods: {
      "last-7-days": "Últimos 7 días",
      "this-month": "Este mes",
      "last-month": "El mes pasado",
      "this-year": "Este año",
      dates: "Entre fechas…",
    },
    from: "Desde",
    to: "Hasta",
    sort: "Ordenar por",
    sorts: {
      newest: "Recientes",
      oldest: "Antiguos",
      name: "Nombre, A–Z",
      "name-descending": "Nombre, Z–A",
      largest: "Más grandes",
    },
    more: (chosen) => (chosen === 0 ? "Filtros" : `Filtros (${chosen})`),
    reset: "Quitar búsqueda y filtros",
  },
  count: documents,
  range: (from, to, total) => `${from}–${to} de ${documents(total)}`,
  list: "Documentos",
  empty: "Aún no hay documentos",
  emptyText: "Suba un documento en la página de inicio y aparecerá aquí.",
  emptyButton: "Subir un documento",
  none: "Ningún documento coincide",
  noneText: "Pruebe con menos palabras, otras fechas o cualquier estado.",
  originalGone: `Eliminamos el original al cabo de ${retentionHours} horas, antes de sellarlo. Vuelva a subirlo.`,
  uploadAgain: "Subir de nuevo",
  paid: "Pagado, aún sin sellar",
  attestedAs: (name) => `Atestiguado como ${name}`,
  recipient: {
    title: "Mostrar a quién se pidió",
    text: "El acuse contiene el SHA-256 de esta sal, un espacio y esta dirección. Solo usted los ve. Si da los dos datos a quien tenga el acuse, podrá comprobar la dirección.",
    address: "Dirección",
    salt: "Sal",
  },
  note: (note) => `Nota: ${note}`,
  select: (name) => `Seleccionar ${name}`,
  selectPage: "Seleccionar toda la página",
  selected: (count) => (count === 1 ? "1 seleccionado" : `${count} seleccionados`),
  selection: "Documentos seleccionados",
  clearSelection: "Quitar selección",
  tooMany: "Puede seleccionar como máximo 100 documentos a la vez.",
  email: "Correo",
  emailTitle: (count) => `Enviar ${documents(count)} por correo`,
  emailIntro: (count) =>
    `Un correo con las copias selladas de ${documents(count)} y sus certificados, para una persona.`,
  emailTooMany: "Un correo admite como máximo 20 documentos. Seleccione menos o descargue un archivo ZIP.",
  emailSkips: (count) =>
    count === 1
      ? "1 documento seleccionado aún no está sellado y no se enviará."
      : `${count} documentos seleccionados aún no están sellados y no se enviarán.`,
  zipVerb: "Descargar",
  zip: "ZIP",
  zipAll: (count) => (count === 1 ? "Descargarlo en ZIP" : `Descargar los ${count} en ZIP`),
  nothingStamped: "Ninguno de los documentos seleccionados está sellado todavía.",
  zipTooLarge:
    "Un archivo ZIP admite como máximo 500 documentos y 4 GB. Acote la búsqueda, por ejemplo por fecha.",
  delete: "Eliminar",
  deleted: (count) => (count === 1 ? "1 documento eliminado" : `${count} documentos eliminados`),
  deletion: {
    title: (count) => `¿Eliminar ${documents(count)}?`,
    goes: "Las copias selladas, los certificados, las pruebas y las notas se eliminan para siempre, y los nombres ya no se muestran. Los sellos siguen contando.",
    goesUnstamped: "Los archivos, los nombres y las notas se eliminan para siempre.",
    inProjects: (count) =>
      count === 1
        ? "1 está en un proyecto. Quien tenga un enlace a ese proyecto ya no lo verá."
        : `${count} están en proyectos. Quien tenga un enlace a esos proyectos ya no los verá.`,
    acknowledgements: (count) =>
      count === 1
        ? "1 es un acuse de recibo que alguien le dio. Usted pierde esa prueba."
        : `${count} son acuses de recibo que otras personas le dieron. Usted pierde esas pruebas.`,
    stays:
      "El registro público de cada número de serie se queda, sin nombres: dice que se emitió un certificado y cuándo lo retiró usted. A nadie que tenga uno se le dice que es falso.",
    cancel: "Cancelar",
    confirm: (count) => `Eliminar ${documents(count)}`,
  },
  undoKey: "Pulse Ctrl+Z o elija Deshacer para recuperarlo.",
  edit: "Cambiar nombre o nota",
  editLabel: (name) => `Cambiar el nombre o la nota de ${name}`,
  editor: {
    title: "Nombre y nota",
    intro: (name) =>
      `Solo usted los ve. El certificado y el registro público conservan el nombre con que se subió, ${name}.`,
    name: "Nombre",
    nameHint: "Déjelo vacío para volver a mostrar el nombre con que se subió.",
    note: "Nota",
    optional: "opcional",
    submit: "Guardar",
    pending: "Guardando…",
    close: "Cerrar",
    failed: "No se han podido guardar el nombre y la nota",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Guardado",
  },
  pager: {
    label: "Páginas",
    previous: "Anterior",
    next: "Siguiente",
    page: (page, pages) => `Página ${page} de ${pages}`,
  },
};

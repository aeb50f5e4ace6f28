import { localize } from "./localize.ts";

const documentsEn = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

const documentsEs = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

/** Sentences of the pages of projects. */
export const projectsMessages = localize({
  title: { en: "Projects", es: "Proyectos" },
  intro: {
    en: "A project keeps related documents together, in chronological order.",
    es: "Un proyecto reúne los documentos de un asunto, en el orden de sus fechas.",
  },
  list: { en: "Your projects", es: "Sus proyectos" },
  loading: { en: "Loading projects", es: "Cargando proyectos" },
  empty: { en: "No projects yet", es: "Aún no hay proyectos" },
  emptyText: {
    en: "Create one, then move documents into it, or choose it when you set up a stamp.",
    es: "Cree uno y mueva documentos a él, o elíjalo al configurar un sello.",
  },
  failed: { en: "Couldn't load your projects.", es: "No se han podido cargar sus proyectos." },
  again: { en: "Try again", es: "Reintentar" },
  count: { en: documentsEn, es: documentsEs },
  created: { en: (day: string) => `created ${day}`, es: (day: string) => `creado el ${day}` },
  fields: {
    name: { en: "Name", es: "Nombre" },
    note: { en: "Note", es: "Nota" },
    optional: { en: "optional", es: "opcional" },
    noteHint: { en: "Only you can see it.", es: "Solo la ve usted." },
  },
  create: {
    title: { en: "New project", es: "Proyecto nuevo" },
    submit: { en: "Create project", es: "Crear proyecto" },
    pending: { en: "Creating…", es: "Creando…" },
    failed: { en: "Couldn't create the project", es: "No se ha podido crear el proyecto" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Project created", es: "Proyecto creado" },
  },
  edit: {
    button: { en: "Edit project", es: "Editar proyecto" },
    title: { en: "Name and note", es: "Nombre y nota" },
    submit: { en: "Save", es: "Guardar" },
    pending: { en: "Saving…", es: "Guardando…" },
    close: { en: "Close", es: "Cerrar" },
    failed: { en: "Couldn't save the name and note", es: "No se han podido guardar el nombre y la nota" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Saved", es: "Guardado" },
  },
  remove: {
    button: { en: "Delete project", es: "Eliminar proyecto" },
    title: { en: "Delete this project?", es: "¿Eliminar este proyecto?" },
    text: {
      en: (name: string) =>
        `We'll delete ${name}. Its documents stay, and so does everything that was attested.`,
      es: (name: string) => `Se elimina ${name}. Sus documentos se conservan, y también todo lo atestiguado.`,
    },
    confirm: { en: "Delete project", es: "Eliminar proyecto" },
    cancel: { en: "Keep project", es: "Conservar proyecto" },
    done: { en: "Project deleted", es: "Proyecto eliminado" },
    failed: { en: "Couldn't delete the project", es: "No se ha podido eliminar el proyecto" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  timeline: {
    title: { en: "Timeline certificates", es: "Certificados de cronología" },
    intro: {
      en: "A sealed PDF with its own serial number that lists every stamped document in this project in order, so no one can leave out or move an entry afterward without being noticed. It doesn't use a stamp from your plan.",
      es: "Un PDF firmado con su propio número de serie que enumera en orden todos los documentos sellados de este proyecto, de modo que después nada puede omitirse ni moverse sin que se note. No consume ningún sello de su plan.",
    },
    button: { en: "Create timeline certificate", es: "Crear certificado de cronología" },
    dialog: { en: "Timeline certificate", es: "Certificado de cronología" },
    dialogIntro: {
      en: "It lists the documents stamped so far. You can create another one later.",
      es: "Enumera los documentos sellados hasta ahora. Más adelante puede hacer otro.",
    },
    letters: { en: "Exhibit letters", es: "Letras de los anexos" },
    lettersHint: {
      en: "For use in court: A numbers the entries A-1, A-2 and so on.",
      es: "Para un juicio: A numera las entradas A-1, A-2 y así sucesivamente.",
    },
    declaration: {
      en: "Add a declaration about all entries, to be filled in by hand",
      es: "Añadir una declaración sobre todas las entradas, para rellenar a mano",
    },
    submit: { en: "Create", es: "Crear" },
    pending: { en: "Creating…", es: "Creando…" },
    close: { en: "Close", es: "Cerrar" },
    failed: {
      en: "Couldn't create the timeline certificate",
      es: "No se ha podido crear el certificado de cronología",
    },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    started: {
      en: "We're creating your timeline certificate",
      es: "Estamos creando su certificado de cronología",
    },
  },
  page: {
    all: { en: "All projects", es: "Todos los proyectos" },
    note: { en: (note: string) => `Note: ${note}`, es: (note: string) => `Nota: ${note}` },
    zip: { en: "Download everything as ZIP", es: "Descargar todo en ZIP" },
    entries: { en: "Documents in this project", es: "Documentos de este proyecto" },
    empty: { en: "No documents in this project yet", es: "Aún no hay documentos en este proyecto" },
    emptyText: {
      en: "Select documents on the All documents page and choose “Move to project”.",
      es: "Seleccione documentos en la página de todos los documentos y elija «Mover a un proyecto».",
    },
    emptyButton: { en: "All documents", es: "Todos los documentos" },
    upload: { en: "Upload documents", es: "Subir documentos" },
    notFound: {
      en: "This project does not exist, or it was deleted.",
      es: "Este proyecto no existe o se eliminó.",
    },
    failed: { en: "Couldn't load this project.", es: "No se ha podido cargar este proyecto." },
    version: {
      en: (number: number, of: number) => `Version ${number} of ${of}`,
      es: (number: number, of: number) => `Versión ${number} de ${of}`,
    },
    link: { en: "Link as versions", es: "Enlazar como versiones" },
    unlink: { en: "Unlink versions", es: "Desenlazar versiones" },
    linked: { en: "Linked as versions", es: "Enlazados como versiones" },
    unlinked: {
      en: "Versions are matched by file name again",
      es: "Las versiones siguen de nuevo los nombres",
    },
    linkFailed: { en: "Couldn't change the versions", es: "No se han podido cambiar las versiones" },
    linkFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
});

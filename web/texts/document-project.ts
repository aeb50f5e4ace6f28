import { localize } from "./localize.ts";

const documentsEn = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

const documentsEs = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

/** Sentences about the project of a document. */
export const documentProjectMessages = localize({
  filter: {
    label: { en: "Project", es: "Proyecto" },
    any: { en: "Any project", es: "Cualquier proyecto" },
  },
  inProject: { en: "Project:", es: "Proyecto:" },
  move: {
    optional: { en: "optional", es: "opcional" },
    button: { en: "Move to project", es: "Mover a un proyecto" },
    title: {
      en: (count: number) => `Move ${documentsEn(count)}`,
      es: (count: number) => `Mover ${documentsEs(count)}`,
    },
    project: { en: "Project", es: "Proyecto" },
    none: { en: "No project", es: "Ningún proyecto" },
    newProject: { en: "New project…", es: "Proyecto nuevo…" },
    newName: { en: "Name of the new project", es: "Nombre del proyecto nuevo" },
    submit: { en: "Move", es: "Mover" },
    pending: { en: "Moving…", es: "Moviendo…" },
    close: { en: "Close", es: "Cerrar" },
    failed: { en: "Couldn't move the documents", es: "No se han podido mover los documentos" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: {
      en: (count: number, name: string) => `${documentsEn(count)} moved to ${name}`,
      es: (count: number, name: string) => `${documentsEs(count)} en ${name}`,
    },
    doneNone: {
      en: (count: number) => `${documentsEn(count)} removed from the project`,
      es: (count: number) => `${documentsEs(count)} fuera del proyecto`,
    },
    choiceHint: {
      en: "Keeps this document together with related ones.",
      es: "Reúne este documento con los demás de un asunto.",
    },
  },
});

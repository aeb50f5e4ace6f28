import type { Catalog } from "../catalog.ts";

const documents = (count: number) => (count === 1 ? "1 documento" : `${count} documentos`);

export const documentProject: Catalog["documentProject"] = {
  filter: { label: "Proyecto", any: "Cualquier proyecto" },
  inProject: "Proyecto:",
  move: {
    optional: "opcional",
    button: "Mover a un proyecto",
    title: (count) => `Mover ${documents(count)}`,
    project: "Proyecto",
    none: "Ningún proyecto",
    newProject: "Proyecto nuevo…",
    newName: "Nombre del proyecto nuevo",
    submit: "Mover",
    pending: "Moviendo…",
    close: "Cerrar",
    failed: "No se han podido mover los documentos",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: (count, name) => `${documents(count)} en ${name}`,
    doneNone: (count) => `${documents(count)} fuera del proyecto`,
    choiceHint: "Reúne este documento con los demás de un asunto.",
  },
};

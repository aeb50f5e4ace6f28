import { localize } from "./localize.ts";

/** Sentences about checked files, on the record page and in verify.html. */
export const fileCheckTexts = {
  unreadable: {
    en: (name: string) => `Couldn't read ${name}. If it changed, please choose it again.`,
    es: (name: string) => `No se ha podido leer ${name}. Si ha cambiado, elíjalo de nuevo.`,
  },
  ownLists: {
    en: (names: string) =>
      `Whether someone is independent of the service is decided by the lists in ${names}, not by those that come with this page.`,
    es: (names: string) =>
      `Las listas de ${names}, y no las que vienen con esta página, deciden quién es independiente del servicio.`,
  },
  unusedLists: {
    en: (names: string) =>
      `The lists in ${names} were not used, because they came together with other files. If you trust whom they name, add them alone first.`,
    es: (names: string) =>
      `Las listas de ${names} no se han usado, porque llegaron junto con otros archivos. Si confía en quienes nombran, añádalas primero solas.`,
  },
  checks: { en: "What we checked", es: "Qué hemos comprobado" },
  totalChanged: {
    en: (count: number, written: string) =>
      count === 1
        ? "1 was changed or is a different file."
        : `${written} were changed or are different files.`,
    es: (count: number, written: string) =>
      count === 1 ? "1 se modificó o es otro archivo." : `${written} se modificaron o son otros archivos.`,
  },
  totalUnclear: {
    en: (count: string) => `We can't tell for ${count} of them.`,
    es: (count: string) => `De ${count} no podemos saberlo.`,
  },
  showAll: { en: "Show all", es: "Mostrar todos" },
};

export const fileCheckMessages = localize(fileCheckTexts);

import type { offlineVerifier as english } from "../english/offline-verifier.ts";

export const offlineVerifier: typeof english = {
  title: "Comprobar un documento",
  text: "Elija una copia sellada, un original, un certificado o un paquete de pruebas (el archivo ZIP con todas las pruebas), o varios de ellos juntos. Solo los lee esta página. No se envía nada a ninguna parte, y funciona sin conexión.",
  hasKeys: (name) =>
    `Esta página tiene las claves de un servicio que se llama a sí mismo ${name}. Puede fiarse de ellas tanto como del lugar del que obtuvo esta página; compare estos datos con los que publica el servicio:`,
  address: "Dirección del servicio",
  root: "Certificado raíz, SHA-256",
  hasNoKeys:
    "Esta página se guardó sin las claves de ningún servicio. Puede decir qué archivos van juntos, pero no quién los firmó.",
  ownLists: (names) =>
    `Las listas de ${names}, y no las que vienen con esta página, deciden quién es independiente del servicio.`,
  unusedLists: (names) =>
    `Las listas de ${names} no se han usado, porque llegaron junto con otros archivos. Si confía en quienes nombran, añádalas primero solas.`,
  choose: "Elija archivos o suéltelos aquí",
  checking: "Comprobando…",
  checked: (names) => `Comprobado: ${names}.`,
  total: (unchanged, all) => `${unchanged} de ${all} archivos están sin cambios.`,
  totalClaimed: (count, written) =>
    count === 1
      ? "Nadie independiente confirma la hora de 1 de ellos."
      : `Nadie independiente confirma la hora de ${written} de ellos.`,
  totalChanged: (count, written) =>
    count === 1 ? "1 se modificó o es otro archivo." : `${written} se modificaron o son otros archivos.`,
  totalUnclear: (count) => `De ${count} no podemos saberlo.`,
  shown: (shown, all) => `Se muestran ${shown} de ${all} resultados.`,
  showAll: "Mostrar todos",
  unreadable: (name) => `No se ha podido leer ${name}. Si ha cambiado, elíjalo de nuevo.`,
  failed: "Algo ha salido mal. Recargue esta página y vuelva a intentarlo.",
  checks: "Qué hemos comprobado",
  details: "Detalles",
  saveRecord: "Guardar su registro de evidencia (.ers)",
  print: "Imprimir esta página",
  service: "el servicio",
};

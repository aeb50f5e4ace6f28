/** Sentences that only verify.html says, which works without a server. It says those of file-check.ts, too. */
export const offlineVerifierTexts = {
  title: { en: "Check a document", es: "Comprobar un documento" },
  text: {
    en: "Choose a stamped copy, an original, a certificate or an evidence pack (the ZIP file with all the proof), or several of them together. Only this page reads them. Nothing is sent anywhere, and it works offline.",
    es: "Elija una copia sellada, un original, un certificado o un paquete de pruebas (el archivo ZIP con todas las pruebas), o varios de ellos juntos. Solo los lee esta página. No se envía nada a ninguna parte, y funciona sin conexión.",
  },
  hasKeys: {
    en: (name: string) =>
      `This page has the keys of a service that calls itself ${name}. Trust them only as much as you trust the place where you got this page, and compare these facts with what the service publishes:`,
    es: (name: string) =>
      `Esta página tiene las claves de un servicio que se llama a sí mismo ${name}. Puede fiarse de ellas tanto como del lugar del que obtuvo esta página; compare estos datos con los que publica el servicio:`,
  },
  /** The address in the name of the log, and the SHA-256 of the root certificate. */
  address: { en: "Address of the service", es: "Dirección del servicio" },
  root: { en: "Root certificate, SHA-256", es: "Certificado raíz, SHA-256" },
  hasNoKeys: {
    en: "This page was saved without the keys of a service. It can tell which files belong together, but not who signed them.",
    es: "Esta página se guardó sin las claves de ningún servicio. Puede decir qué archivos van juntos, pero no quién los firmó.",
  },
  choose: { en: "Choose files, or drop them here", es: "Elija archivos o suéltelos aquí" },
  checking: { en: "Checking…", es: "Comprobando…" },
  checked: { en: (names: string) => `Checked: ${names}.`, es: (names: string) => `Comprobado: ${names}.` },
  total: {
    en: (unchanged: string, all: string) => `${unchanged} of ${all} files are unchanged.`,
    es: (unchanged: string, all: string) => `${unchanged} de ${all} archivos están sin cambios.`,
  },
  totalClaimed: {
    en: (count: number, written: string) =>
      count === 1
        ? "No one independent confirms the time of 1 of them."
        : `No one independent confirms the time of ${written} of them.`,
    es: (count: number, written: string) =>
      count === 1
        ? "Nadie independiente confirma la hora de 1 de ellos."
        : `Nadie independiente confirma la hora de ${written} de ellos.`,
  },
  shown: {
    en: (shown: string, all: string) => `${shown} of ${all} results are shown.`,
    es: (shown: string, all: string) => `Se muestran ${shown} de ${all} resultados.`,
  },
  failed: {
    en: "Something went wrong. Please reload this page and try again.",
    es: "Algo ha salido mal. Recargue esta página y vuelva a intentarlo.",
  },
  details: { en: "Details", es: "Detalles" },
  saveRecord: { en: "Save its evidence record (.ers)", es: "Guardar su registro de evidencia (.ers)" },
  print: { en: "Print this page", es: "Imprimir esta página" },
  /** The name of a service whose keys are unknown. */
  service: { en: "the service", es: "el servicio" },
};

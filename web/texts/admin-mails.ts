import { localizeWhole } from "./localize.ts";

/** Texts of the emails that were not sent, in the admin portal. */
export const mailsMessages = localizeWhole({
  title: { en: "Emails that were not sent", es: "Correos que no se han enviado" },
  intro: {
    en: "Addresses and subjects of the newest ones. Their text stays hidden here; those in the folder outbox can be opened on the server with any mail program. If someone waits for a link to choose a password, make one on the page of their account.",
    es: "Direcciones y asuntos de los más recientes. Su texto no se muestra aquí; los de la carpeta outbox se abren en el servidor con cualquier programa de correo. Si alguien espera un enlace para elegir una contraseña, créelo en la página de su cuenta.",
  },
  none: { en: "No email is waiting.", es: "Ningún correo espera." },
  count: {
    en: (count: number) => (count === 1 ? "1 email" : `${count} emails`),
    es: (count: number) => (count === 1 ? "1 correo" : `${count} correos`),
  },
  states: {
    queued: { en: "Waiting", es: "En espera" },
    sending: { en: "Being sent", es: "Enviándose" },
    saved: { en: "In the outbox", es: "En outbox" },
    failed: { en: "Refused", es: "Rechazado" },
    uncertain: { en: "Perhaps sent", es: "Quizá enviado" },
  },
  next: { en: (when: string) => `next attempt ${when}`, es: (when: string) => `próximo intento: ${when}` },
});

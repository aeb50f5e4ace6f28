import type { adminMails as english } from "../english/admin-mails.ts";

export const adminMails: typeof english = {
  title: "Correos que no se han enviado",
  intro:
    "Direcciones y asuntos de los más recientes. Su texto no se muestra aquí; los de la carpeta outbox se abren en el servidor con cualquier programa de correo. Si alguien espera un enlace para elegir una contraseña, créelo en la página de su cuenta.",
  none: "Ningún correo espera.",
  count: (count) => (count === 1 ? "1 correo" : `${count} correos`),
  states: {
    queued: "En espera",
    sending: "Enviándose",
    saved: "En outbox",
    failed: "Rechazado",
    uncertain: "Quizá enviado",
  },
  next: (when) => `próximo intento: ${when}`,
};

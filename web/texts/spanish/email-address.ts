import { sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

export const emailAddress: Catalog["emailAddress"] = {
  confirmed: "confirmado",
  unconfirmed: "sin confirmar",
  card: {
    entry: "Correo",
    none: sendsMail ? "ninguno, por lo que no puede restablecer una contraseña olvidada" : "ninguno",
    missingTitle: "Añada su correo electrónico",
    changeTitle: "Cambie su correo electrónico",
    changeWhy:
      "Enviaremos un enlace a la dirección nueva. Su cuenta conserva la actual hasta que usted abra ese enlace.",
    waiting: (email) =>
      `Abra el enlace que hemos enviado a ${email}. Hasta entonces, su cuenta conserva la dirección actual.`,
    keep: "Conservar la dirección actual",
    keepPending: "Conservando…",
    kept: "Su dirección sigue igual",
    why: "Cuando confirme su dirección, podrá enviar documentos por correo y restablecer una contraseña olvidada.",
    whyUnsent:
      "Quienes gestionan este sitio la usan para comunicarse con usted, por ejemplo si olvida su contraseña.",
    sent: (email) =>
      `Para confirmar ${email}, abra el enlace de nuestro correo. ¿No lo tiene? Mire en el correo no deseado, o pida un enlace nuevo.`,
    email: "Correo electrónico",
    newEmail: "Correo electrónico nuevo",
    submit: "Guardar la dirección",
    pending: "Guardando…",
    failed: "No se ha guardado la dirección",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Dirección guardada",
  },
  request: {
    submit: "Enviar un enlace",
    pending: "Enviando…",
    done: "Revise su correo",
    known: "No hay nada que hacer",
    failed: "No se ha enviado el enlace",
    fallback: "Vuelva a intentarlo dentro de un momento.",
  },
  notice: {
    text: (email) =>
      `Confirme su correo electrónico ${email} con el enlace de nuestro correo. Así podrá enviar documentos por correo y restablecer una contraseña olvidada.`,
    account: "¿La dirección no es correcta?",
  },
  dialog: {
    text: (email) =>
      `Confirme primero su propio correo electrónico, con el enlace de nuestro correo a ${email}. Así los destinatarios podrán responderle.`,
    missing:
      "Añada primero su propio correo electrónico y confírmelo. Así los destinatarios podrán responderle.",
    account: "Ir a su cuenta",
  },
  page: {
    title: "Confirme su correo electrónico",
    intro: "Pulse el botón para confirmar que esta dirección es suya.",
    submit: "Confirmar esta dirección",
    pending: "Confirmando…",
    failed: "No se ha confirmado la dirección",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    doneTitle: "Su dirección está confirmada",
    done: (email) => `${email} pertenece ahora a su cuenta.`,
    home: "Ir a la página de inicio",
    account: "Ir a su cuenta",
    incomplete: "Falta una parte de este enlace. Haga clic en él en el correo, o cópielo entero.",
  },
};

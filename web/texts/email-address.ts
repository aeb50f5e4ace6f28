import { sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences about entering and confirming an account's email address. */
export const emailAddressMessages = localize({
  confirmed: { en: "confirmed", es: "confirmado" },
  unconfirmed: { en: "not confirmed", es: "sin confirmar" },
  card: {
    entry: { en: "Email", es: "Correo" },
    none: {
      en: sendsMail ? "none, so you can't reset a forgotten password" : "none",
      es: sendsMail ? "ninguno, por lo que no puede restablecer una contraseña olvidada" : "ninguno",
    },
    missingTitle: { en: "Add your email address", es: "Añada su correo electrónico" },
    changeTitle: { en: "Change your email address", es: "Cambie su correo electrónico" },
    changeWhy: {
      en: "We'll send a link to the new address. Your account keeps the current one until you open that link.",
      es: "Enviaremos un enlace a la dirección nueva. Su cuenta conserva la actual hasta que usted abra ese enlace.",
    },
    waiting: {
      en: (email: string) =>
        `Open the link that we sent to ${email}. Until then, your account keeps the current address.`,
      es: (email: string) =>
        `Abra el enlace que hemos enviado a ${email}. Hasta entonces, su cuenta conserva la dirección actual.`,
    },
    keep: { en: "Keep the current address", es: "Conservar la dirección actual" },
    keepPending: { en: "Keeping…", es: "Conservando…" },
    kept: { en: "Your address stays the same", es: "Su dirección sigue igual" },
    why: {
      en: "Once you confirm your address, you can email documents and reset a forgotten password.",
      es: "Cuando confirme su dirección, podrá enviar documentos por correo y restablecer una contraseña olvidada.",
    },
    whyUnsent: {
      en: "The people who run this site use it to reach you, for example if you forget your password.",
      es: "Quienes gestionan este sitio la usan para comunicarse con usted, por ejemplo si olvida su contraseña.",
    },
    sent: {
      en: (email: string) =>
        `To confirm ${email}, open the link in our email. No email? Check your spam folder, or ask for a new link.`,
      es: (email: string) =>
        `Para confirmar ${email}, abra el enlace de nuestro correo. ¿No lo tiene? Mire en el correo no deseado, o pida un enlace nuevo.`,
    },
    email: { en: "Email address", es: "Correo electrónico" },
    newEmail: { en: "New email address", es: "Correo electrónico nuevo" },
    submit: { en: "Save address", es: "Guardar la dirección" },
    pending: { en: "Saving…", es: "Guardando…" },
    failed: { en: "Couldn't save the address", es: "No se ha guardado la dirección" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Address saved", es: "Dirección guardada" },
  },
  request: {
    submit: { en: "Send a link", es: "Enviar un enlace" },
    pending: { en: "Sending…", es: "Enviando…" },
    done: { en: "Check your email", es: "Revise su correo" },
    known: { en: "Nothing to do", es: "No hay nada que hacer" },
    failed: { en: "Couldn't send the link", es: "No se ha enviado el enlace" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  notice: {
    text: {
      en: (email: string) =>
        `Please confirm your email address ${email} with the link in our email. Then you can email documents and reset a forgotten password.`,
      es: (email: string) =>
        `Confirme su correo electrónico ${email} con el enlace de nuestro correo. Así podrá enviar documentos por correo y restablecer una contraseña olvidada.`,
    },
    account: { en: "Wrong address?", es: "¿La dirección no es correcta?" },
  },
  dialog: {
    text: {
      en: (email: string) =>
        `Please confirm your own email address first, with the link in our email to ${email}. Recipients can then reply to you.`,
      es: (email: string) =>
        `Confirme primero su propio correo electrónico, con el enlace de nuestro correo a ${email}. Así los destinatarios podrán responderle.`,
    },
    missing: {
      en: "Please add your own email address first, and confirm it. Recipients can then reply to you.",
      es: "Añada primero su propio correo electrónico y confírmelo. Así los destinatarios podrán responderle.",
    },
    account: { en: "Go to your account", es: "Ir a su cuenta" },
  },
  page: {
    title: { en: "Confirm your email address", es: "Confirme su correo electrónico" },
    intro: {
      en: "Press the button to confirm that this address is yours.",
      es: "Pulse el botón para confirmar que esta dirección es suya.",
    },
    submit: { en: "Confirm this address", es: "Confirmar esta dirección" },
    pending: { en: "Confirming…", es: "Confirmando…" },
    failed: { en: "Couldn't confirm the address", es: "No se ha confirmado la dirección" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    doneTitle: { en: "Your address is confirmed", es: "Su dirección está confirmada" },
    done: {
      en: (email: string, username: string) => `${email} now belongs to the account “${username}”.`,
      es: (email: string, username: string) => `${email} pertenece ahora a la cuenta «${username}».`,
    },
    other: {
      en: (username: string) => `In this browser, you are logged in to another account, “${username}”.`,
      es: (username: string) => `En este navegador ha iniciado sesión en otra cuenta, «${username}».`,
    },
    home: { en: "Go to the home page", es: "Ir a la página de inicio" },
    account: { en: "Go to your account", es: "Ir a su cuenta" },
    incomplete: {
      en: "Part of this link is missing. Please click it in the email, or copy all of it.",
      es: "Falta una parte de este enlace. Haga clic en él en el correo, o cópielo entero.",
    },
  },
});

import { sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences of changing a password and resetting a forgotten one. */
export const passwordMessages = localize({
  forgot: {
    title: { en: "Forgot your password?", es: "¿Ha olvidado su contraseña?" },
    intro: {
      en: sendsMail
        ? "We'll email you a link to choose a new one."
        : "This site can't send email yet. We'll save a link for the people who run it, and you ask them for it.",
      es: sendsMail
        ? "Le enviaremos por correo un enlace para elegir una nueva."
        : "Este sitio aún no puede enviar correo. Guardaremos un enlace para quienes lo gestionan, y usted se lo pide.",
    },
    account: { en: "Username or email", es: "Nombre de usuario o correo electrónico" },
    submit: {
      en: sendsMail ? "Send link" : "Save a link",
      es: sendsMail ? "Enviar el enlace" : "Guardar un enlace",
    },
    pending: { en: sendsMail ? "Sending…" : "Saving…", es: sendsMail ? "Enviando…" : "Guardando…" },
    failed: {
      en: sendsMail ? "Couldn't send the link" : "Couldn't save a link",
      es: sendsMail ? "El enlace no se ha enviado" : "El enlace no se ha guardado",
    },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    mailedTitle: { en: "Check your email", es: "Revise su correo" },
    savedTitle: { en: "Ask for your link", es: "Pida su enlace" },
    mailedHint: {
      en: "The link works once, for one hour. No email? Check your spam folder. If your account has no email address, ask the people who run this site for help.",
      es: "El enlace funciona una vez, durante una hora. ¿No ha llegado? Mire en el correo no deseado. Si su cuenta no tiene correo electrónico, pida ayuda a quienes gestionan este sitio.",
    },
    login: { en: "Back to login", es: "Volver al inicio de sesión" },
    /** Where only identity providers sign in. */
    noPasswords: {
      en: (providers: string) => `This site has no passwords: you log in with ${providers}, who can help.`,
      es: (providers: string) =>
        `En este sitio no hay contraseñas: se inicia sesión con ${providers}, donde pueden ayudarle.`,
    },
  },
  reset: {
    title: { en: "Choose a new password", es: "Elija una contraseña nueva" },
    intro: {
      en: "Then log in with it. We'll log you out everywhere else and revoke your access tokens.",
      es: "Después inicie sesión con ella. Cerraremos su sesión en los demás lugares y revocaremos sus tokens de acceso.",
    },
    password: { en: "New password", es: "Contraseña nueva" },
    submit: { en: "Set new password", es: "Guardar la contraseña nueva" },
    pending: { en: "Setting…", es: "Guardando…" },
    failed: { en: "Couldn't set the password", es: "La contraseña no se ha guardado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    incomplete: {
      en: "Part of this link is missing. Please click it where you got it, or copy all of it.",
      es: "Falta una parte de este enlace. Haga clic en él donde lo recibió, o cópielo entero.",
    },
    askAgain: { en: "Ask for a new link", es: "Pedir un enlace nuevo" },
    doneTitle: { en: "Your password is set", es: "Su contraseña está guardada" },
    doneText: {
      en: (username: string) => `You can now log in. Your username is ${username}.`,
      es: (username: string) => `Ya puede iniciar sesión. Su nombre de usuario es ${username}.`,
    },
    login: { en: "Log In", es: "Iniciar sesión" },
  },
  account: {
    title: { en: "Your account", es: "Su cuenta" },
    username: { en: "Username", es: "Usuario" },
    password: { en: "Password", es: "Contraseña" },
    hidden: { en: "not shown", es: "no se muestra" },
    none: { en: "none", es: "ninguna" },
  },
  change: {
    title: { en: "Change your password", es: "Cambie su contraseña" },
    intro: {
      en: "You stay logged in here. We'll log you out everywhere else and revoke your access tokens.",
      es: "Aquí su sesión sigue abierta. La cerraremos en los demás lugares y revocaremos sus tokens de acceso.",
    },
    current: { en: "Current password", es: "Contraseña actual" },
    next: { en: "New password", es: "Contraseña nueva" },
    submit: { en: "Change password", es: "Cambiar contraseña" },
    pending: { en: "Changing…", es: "Cambiando…" },
    failed: { en: "Couldn't change the password", es: "La contraseña no se ha cambiado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Password changed", es: "Contraseña cambiada" },
    doneText: {
      en: "We logged you out everywhere else and revoked your access tokens.",
      es: "Hemos cerrado su sesión en los demás lugares y revocado sus tokens de acceso.",
    },
  },
});

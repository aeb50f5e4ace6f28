import { sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

export const password: Catalog["password"] = {
  forgot: {
    title: "¿Ha olvidado su contraseña?",
    intro: sendsMail
      ? "Le enviaremos por correo un enlace para elegir una nueva."
      : "Este sitio aún no puede enviar correo. Guardaremos un enlace para quienes lo gestionan, y usted se lo pide.",
    account: "Nombre de usuario o correo electrónico",
    submit: sendsMail ? "Enviar el enlace" : "Guardar un enlace",
    pending: sendsMail ? "Enviando…" : "Guardando…",
    failed: sendsMail ? "El enlace no se ha enviado" : "El enlace no se ha guardado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    mailedTitle: "Revise su correo",
    savedTitle: "Pida su enlace",
    mailedHint:
      "El enlace funciona una vez, durante una hora. ¿No ha llegado? Mire en el correo no deseado. Si su cuenta no tiene correo electrónico, pida ayuda a quienes gestionan este sitio.",
    login: "Volver al inicio de sesión",
  },
  reset: {
    title: "Elija una contraseña nueva",
    intro:
      "Después inicie sesión con ella. Cerraremos su sesión en los demás lugares y revocaremos sus tokens de acceso.",
    password: "Contraseña nueva",
    submit: "Guardar la contraseña nueva",
    pending: "Guardando…",
    failed: "La contraseña no se ha guardado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    incomplete: "Falta una parte de este enlace. Haga clic en él donde lo recibió, o cópielo entero.",
    askAgain: "Pedir un enlace nuevo",
    doneTitle: "Su contraseña está guardada",
    doneText: (username) => `Ya puede iniciar sesión. Su nombre de usuario es ${username}.`,
    login: "Iniciar sesión",
  },
  account: {
    title: "Su cuenta",
    username: "Usuario",
    password: "Contraseña",
    hidden: "no se muestra",
  },
  change: {
    title: "Cambie su contraseña",
    intro:
      "Aquí su sesión sigue abierta. La cerraremos en los demás lugares y revocaremos sus tokens de acceso.",
    current: "Contraseña actual",
    next: "Contraseña nueva",
    submit: "Cambiar contraseña",
    pending: "Cambiando…",
    failed: "La contraseña no se ha cambiado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Contraseña cambiada",
    doneText: "Hemos cerrado su sesión en los demás lugares y revocado sus tokens de acceso.",
  },
};

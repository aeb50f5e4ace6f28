import type { Catalogue } from "../catalogue.ts";

export const password: Catalogue["password"] = {
  forgot: {
    title: "¿Ha olvidado su contraseña?",
    intro: "Enviamos al correo electrónico de su cuenta un enlace que le permite elegir una nueva.",
    account: "Nombre de usuario o correo electrónico",
    submit: "Enviar el enlace",
    pending: "Enviando...",
    failed: "El enlace no se ha enviado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    mailedTitle: "Mire en su buzón",
    savedTitle: "Consulte al operador",
    mailedHint:
      "El enlace funciona una vez, durante una hora. ¿No ha llegado nada? Mire en el correo no deseado. A una cuenta sin correo electrónico no se puede llegar de este modo; en ese caso pueden ayudarle quienes gestionan este servidor.",
    login: "Volver al inicio de sesión",
  },
  reset: {
    title: "Elija una contraseña nueva",
    intro:
      "Después iniciará sesión con ella. En los demás lugares se cierra su sesión, y los tokens de acceso se revocan.",
    password: "Contraseña nueva",
    submit: "Guardar la contraseña nueva",
    pending: "Guardando...",
    failed: "La contraseña no se ha guardado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    incomplete: "Este enlace no está completo. Ábralo desde el correo tal como está allí.",
    askAgain: "Pedir un enlace nuevo",
    doneTitle: "Su contraseña está guardada",
    doneText: (username) => `Inicie sesión con ella. Su nombre de usuario es ${username}.`,
    login: "Iniciar sesión",
  },
  account: {
    title: "Su cuenta",
    name: "Nombre",
    username: "Usuario",
    email: "Correo",
    noEmail: "ninguno; una contraseña olvidada no se puede enviar a ninguna parte",
  },
  change: {
    title: "Cambie su contraseña",
    intro:
      "En este navegador su sesión sigue abierta; en todos los demás se cierra. Los tokens de acceso se revocan.",
    current: "Contraseña actual",
    next: "Contraseña nueva",
    submit: "Cambiar contraseña",
    pending: "Cambiando...",
    failed: "La contraseña no se ha cambiado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Contraseña cambiada",
    doneText: "Todas las demás sesiones se han cerrado y los tokens de acceso se han revocado.",
  },
};

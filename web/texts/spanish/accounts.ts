import { creditsPay, plans, productName, sendsMail } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

const freeDocuments = plans.trial.documentLimit;

export const accounts: Catalog["accounts"] = {
  checkingSession: `Abriendo ${productName}…`,
  noAnswer: "No podemos conectar con el servidor.",
  offlineVerifier: "Comprobar un archivo sin conexión",
  noAnswerHint: "Compruebe su conexión. Su trabajo está guardado.",
  tryAgain: "Reintentar",
  sessionEnded: "Inicie sesión de nuevo",
  sessionEndedHint: "Su sesión ha terminado.",
  otherAccount: "Hay otra cuenta con la sesión iniciada",
  otherAccountHint:
    "Alguien inició sesión con ella en otra pestaña de este navegador, así que hemos recargado esta página.",
  login: {
    title: "Iniciar sesión",
    intro: "Le damos de nuevo la bienvenida.",
    submit: "Iniciar sesión",
    forgot: "¿Ha olvidado su contraseña?",
    pending: "Iniciando sesión…",
    toggleQuestion: "¿Aún no tiene cuenta?",
    toggle: "Cree una cuenta",
    failed: "No se ha podido iniciar sesión",
    welcome: "¡Le damos la bienvenida!",
    welcomeText: (username) => `Sesión iniciada como ${username}`,
  },
  register: {
    title: "Cree su cuenta",
    intro: `${
      freeDocuments === null
        ? "Todos los documentos son gratuitos"
        : freeDocuments === 1
          ? "Su primer documento es gratuito"
          : `Sus ${freeDocuments} primeros documentos son gratuitos`
    }. Sin tarjeta de crédito.`,
    submit: "Crear cuenta",
    pending: "Creando la cuenta…",
    toggleQuestion: "¿Ya tiene una cuenta?",
    toggle: "Iniciar sesión",
    failed: "No se ha podido crear la cuenta",
    welcome: "¡Cuenta creada!",
    welcomeText: (username) => `Hola, ${username}. Ya ha iniciado sesión.`,
    closed: "El registro está cerrado en este sitio. Pida una cuenta a quienes lo gestionan.",
    nameHint: "Su nombre se imprime en sus certificados.",
    usernameHint: "De 3 a 50 caracteres; con él inicia sesión.",
    emailHint: sendsMail
      ? "Sin él, no podrá restablecer una contraseña olvidada."
      : "Con él pueden contactarle quienes gestionan este sitio, por ejemplo si olvida su contraseña.",
    passwordHint: "Al menos 6 caracteres, de cualquier tipo.",
  },
  fields: {
    username: "Nombre de usuario",
    password: "Contraseña",
    email: "Correo electrónico",
    firstName: "Nombre",
    lastName: "Apellidos",
    optional: "opcional",
    showPassword: "Mostrar la contraseña",
    hidePassword: "Ocultar la contraseña",
    capsLock: "El bloqueo de mayúsculas está activado.",
  },
  formLoading: "Cargando…",
  formFallback: "Vuelva a intentarlo dentro de un momento.",
  referral: {
    title: "¡Código de recomendación detectado!",
    text: (code) => `Regístrese para obtener sus 3 créditos gratuitos con el código: ${code}`,
    applied: (code) => `Código de recomendación ${code}`,
    use: creditsPay
      ? "En este sitio, un crédito gratuito paga un documento."
      : "En este sitio, los créditos gratuitos se muestran junto a su plan. No sirven para pagar documentos.",
  },
  logout: "Salir",
  loggingOut: "Saliendo…",
  logoutFailed: "No se ha podido cerrar la sesión",
};

import { creditsPay, plans, productName, sendsMail } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

const freeDocuments = plans.trial.documentLimit;

/** Texts of login, registration and referral. */
export const accountsTexts = {
  checkingSession: { en: `Opening ${productName}…`, es: `Abriendo ${productName}…` },
  noAnswer: { en: "We can't reach the server.", es: "No podemos conectar con el servidor." },
  offlineVerifier: { en: "Check a file without a connection", es: "Comprobar un archivo sin conexión" },
  noAnswerHint: {
    en: "Check your connection. Your work is saved.",
    es: "Compruebe su conexión. Su trabajo está guardado.",
  },
  tryAgain: { en: "Try again", es: "Reintentar" },
  sessionEnded: { en: "Please log in again", es: "Inicie sesión de nuevo" },
  sessionEndedHint: { en: "Your session has ended.", es: "Su sesión ha terminado." },
  otherAccount: { en: "Another account is active now", es: "Ahora está activa otra cuenta" },
  otherAccountHint: {
    en: "Someone logged in or switched offices in another tab of this browser, or you were removed from the office. So we reloaded this page.",
    es: "Alguien inició sesión o cambió de oficina en otra pestaña de este navegador, o le quitaron de la oficina. Por eso hemos recargado esta página.",
  },
  login: {
    title: { en: "Log in", es: "Iniciar sesión" },
    intro: { en: "Welcome back.", es: "Le damos de nuevo la bienvenida." },
    submit: { en: "Log In", es: "Iniciar sesión" },
    forgot: { en: "Forgot your password?", es: "¿Ha olvidado su contraseña?" },
    pending: { en: "Logging in…", es: "Iniciando sesión…" },
    toggleQuestion: { en: "No account yet?", es: "¿Aún no tiene cuenta?" },
    toggle: { en: "Create an account", es: "Cree una cuenta" },
    failed: { en: "Login failed", es: "No se ha podido iniciar sesión" },
    welcome: { en: "Welcome back!", es: "¡Le damos la bienvenida!" },
    welcomeText: {
      en: (username: string) => `Logged in as ${username}`,
      es: (username: string) => `Sesión iniciada como ${username}`,
    },
  },
  register: {
    title: { en: "Create your account", es: "Cree su cuenta" },
    intro: {
      en: `${
        freeDocuments === null
          ? "All documents are"
          : freeDocuments === 1
            ? "Your first document is"
            : `Your first ${freeDocuments} documents are`
      } free. No credit card.`,
      es: `${
        freeDocuments === null
          ? "Todos los documentos son gratuitos"
          : freeDocuments === 1
            ? "Su primer documento es gratuito"
            : `Sus ${freeDocuments} primeros documentos son gratuitos`
      }. Sin tarjeta de crédito.`,
    },
    submit: { en: "Create Account", es: "Crear cuenta" },
    pending: { en: "Creating account…", es: "Creando la cuenta…" },
    toggleQuestion: { en: "Already have an account?", es: "¿Ya tiene una cuenta?" },
    toggle: { en: "Log in", es: "Iniciar sesión" },
    failed: { en: "Registration failed", es: "No se ha podido crear la cuenta" },
    welcome: { en: "Account created!", es: "¡Cuenta creada!" },
    welcomeText: {
      en: (username: string) => `Welcome ${username}! You're now logged in.`,
      es: (username: string) => `Hola, ${username}. Ya ha iniciado sesión.`,
    },
    closed: {
      en: "Sign-up is closed on this site. Ask the people who run it for an account.",
      es: "El registro está cerrado en este sitio. Pida una cuenta a quienes lo gestionan.",
    },
    nameHint: {
      en: "Your name is printed on your certificates.",
      es: "Su nombre se imprime en sus certificados.",
    },
    usernameHint: {
      en: "3 to 50 characters. You'll use it to log in.",
      es: "De 3 a 50 caracteres; con él inicia sesión.",
    },
    emailHint: {
      en: sendsMail
        ? "Without it, you can't reset a forgotten password."
        : "The people who run this site use it to reach you, for example if you forget your password.",
      es: sendsMail
        ? "Sin él, no podrá restablecer una contraseña olvidada."
        : "Con él pueden contactarle quienes gestionan este sitio, por ejemplo si olvida su contraseña.",
    },
    passwordHint: {
      en: "At least 6 characters of any kind.",
      es: "Al menos 6 caracteres, de cualquier tipo.",
    },
  },
  fields: {
    username: { en: "Username", es: "Nombre de usuario" },
    password: { en: "Password", es: "Contraseña" },
    email: { en: "Email", es: "Correo electrónico" },
    firstName: { en: "First name", es: "Nombre" },
    lastName: { en: "Last name", es: "Apellidos" },
    optional: { en: "optional", es: "opcional" },
    showPassword: { en: "Show password", es: "Mostrar la contraseña" },
    hidePassword: { en: "Hide password", es: "Ocultar la contraseña" },
    capsLock: { en: "Caps Lock is on.", es: "El bloqueo de mayúsculas está activado." },
  },
  formLoading: { en: "Loading…", es: "Cargando…" },
  formFallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  referral: {
    title: { en: "Referral Code Detected!", es: "¡Código de recomendación detectado!" },
    text: {
      en: (code: string) => `Sign up to claim your 3 free credits with code: ${code}`,
      es: (code: string) => `Regístrese para obtener sus 3 créditos gratuitos con el código: ${code}`,
    },
    applied: {
      en: (code: string) => `Referral code ${code}`,
      es: (code: string) => `Código de recomendación ${code}`,
    },
    use: {
      en: creditsPay
        ? "On this site, one free credit pays for one document."
        : "On this site, free credits are shown with your plan. They can't pay for documents.",
      es: creditsPay
        ? "En este sitio, un crédito gratuito paga un documento."
        : "En este sitio, los créditos gratuitos se muestran junto a su plan. No sirven para pagar documentos.",
    },
  },
  logout: { en: "Log out", es: "Salir" },
  loggingOut: { en: "Logging out...", es: "Saliendo…" },
  logoutFailed: { en: "Couldn't log out", es: "No se ha podido cerrar la sesión" },
};

export const accountsMessages = localize(accountsTexts);

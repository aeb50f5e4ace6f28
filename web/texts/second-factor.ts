import { providersOnly } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

/** Texts of the second step of a login: the code that is asked for, and the card on the account page. */
export const secondFactorMessages = localizeWhole({
  step: {
    title: { en: "One more step", es: "Un paso más" },
    app: {
      en: "Enter the code that your authenticator app shows.",
      es: "Escriba el código que muestra su aplicación de autenticación.",
    },
    appField: { en: "Code from the app", es: "Código de la aplicación" },
    recovery: {
      en: "Enter one of the recovery codes that you saved. Each works once.",
      es: "Escriba uno de los códigos de recuperación que guardó. Cada uno sirve una vez.",
    },
    recoveryField: { en: "Recovery code", es: "Código de recuperación" },
    useRecovery: { en: "Use a recovery code", es: "Usar un código de recuperación" },
    useApp: { en: "Use the app", es: "Usar la aplicación" },
    submit: { en: "Log In", es: "Iniciar sesión" },
    pending: { en: "Logging in…", es: "Iniciando sesión…" },
    back: { en: "Back", es: "Volver" },
    lost: {
      en: "Lost both? The people who run this site can help.",
      es: "¿Ha perdido ambos? Los responsables de este sitio pueden ayudarle.",
    },
    askForHelp: { en: "Write to them", es: "Escríbales" },
  },
  first: {
    title: { en: "One more step for your account", es: "Un paso más para su cuenta" },
    intro: {
      en: providersOnly
        ? "This site asks for a second step at login, so that a stolen account of a provider is not enough. Set up an authenticator app; then go on."
        : "This site asks for a second step at login, so that a stolen password is not enough. Set up one of the two; then go on.",
      es: providersOnly
        ? "Este sitio pide un segundo paso al iniciar sesión, para que no baste una cuenta robada de un proveedor. Active una aplicación de autenticación y continúe."
        : "Este sitio pide un segundo paso al iniciar sesión, para que no baste una contraseña robada. Active uno de los dos y continúe.",
    },
    done: { en: "Continue", es: "Continuar" },
  },
  card: {
    title: { en: "Two-step login", es: "Inicio de sesión en dos pasos" },
    intro: {
      en: providersOnly
        ? "With an authenticator app, changes to your account also take a code from your phone."
        : "With an authenticator app, logging in with your password also takes a code from your phone. Someone who learns your password still can't get in.",
      es: providersOnly
        ? "Con una aplicación de autenticación, los cambios en su cuenta piden además un código de su teléfono."
        : "Con una aplicación de autenticación, iniciar sesión con su contraseña pide además un código de su teléfono. Quien averigüe su contraseña no podrá entrar.",
    },
    since: {
      en: (day: string) =>
        `On since ${day}. ${providersOnly ? "Changes to your account also take" : "Logging in with your password also takes"} a code from your app.`,
      es: (day: string) =>
        `Activado desde el ${day}. ${providersOnly ? "Los cambios en su cuenta piden" : "Iniciar sesión con su contraseña pide"} además un código de su aplicación.`,
    },
    left: {
      en: (codes: number) =>
        codes === 1
          ? "1 recovery code left."
          : codes === 0
            ? "No recovery codes left."
            : `${codes} recovery codes left.`,
      es: (codes: number) =>
        codes === 1
          ? "Queda 1 código de recuperación."
          : codes === 0
            ? "No quedan códigos de recuperación."
            : `Quedan ${codes} códigos de recuperación.`,
    },
    fewLeft: {
      en: "Make new ones, so that you can still log in if you lose your phone.",
      es: "Cree otros nuevos para poder iniciar sesión aunque pierda el teléfono.",
    },
    loading: { en: "Loading…", es: "Cargando…" },
    failed: { en: "Couldn't load this.", es: "No se ha podido cargar." },
    again: { en: "Try again", es: "Reintentar" },
    open: { en: "Set up two-step login", es: "Activar los dos pasos" },
    renew: { en: "Make new recovery codes", es: "Crear códigos de recuperación nuevos" },
    remove: { en: "Turn off two-step login", es: "Desactivar los dos pasos" },
    cancel: { en: "Cancel", es: "Cancelar" },
  },
  proof: {
    password: { en: "Your password", es: "Su contraseña" },
    code: {
      en: "Code from your authenticator app, or a recovery code",
      es: "Código de su aplicación, o un código de recuperación",
    },
    withPasskey: {
      en: "Your device asks for your finger, your face or a PIN.",
      es: "Su dispositivo le pide el dedo, la cara o un PIN.",
    },
    passkeyElsewhere: {
      en: "Your account has a passkey, which this browser can't use. Please continue in a browser that can.",
      es: "Su cuenta tiene una llave de acceso que este navegador no puede usar. Continúe en otro que pueda.",
    },
    usePasskey: { en: "Use a passkey instead", es: "Usar una llave de acceso" },
    useCode: { en: "Use a code from your app instead", es: "Usar un código de su aplicación" },
    askProvider: {
      en: "Please confirm that it's you. You then come back to this page and continue here.",
      es: "Confirme que es usted. Después vuelve a esta página y continúa aquí.",
    },
    confirmWith: {
      en: (provider: string) => `Confirm with ${provider}`,
      es: (provider: string) => `Confirmar con ${provider}`,
    },
    confirmed: {
      en: "Your provider has confirmed that it's you.",
      es: "Su proveedor ha confirmado que es usted.",
    },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    start: {
      title: { en: "Set up two-step login", es: "Activar los dos pasos" },
      intro: { en: "First confirm that it's you.", es: "Primero confirme que es usted." },
      submit: { en: "Continue", es: "Continuar" },
      pending: { en: "Checking…", es: "Comprobando…" },
      failed: { en: "Couldn't start", es: "No se ha podido empezar" },
    },
    renew: {
      title: { en: "Make new recovery codes", es: "Crear códigos de recuperación nuevos" },
      intro: { en: "The old ones stop working.", es: "Los anteriores dejarán de funcionar." },
      submit: { en: "Make new codes", es: "Crear códigos nuevos" },
      pending: { en: "Making…", es: "Creando…" },
      failed: { en: "Couldn't make new codes", es: "No se han podido crear los códigos" },
    },
    remove: {
      title: { en: "Turn off two-step login", es: "Desactivar los dos pasos" },
      intro: {
        en: "No code is asked for anymore. Your recovery codes stop working.",
        es: "Ya no se pedirá ningún código. Sus códigos de recuperación dejarán de funcionar.",
      },
      submit: { en: "Turn off", es: "Desactivar" },
      pending: { en: "Turning off…", es: "Desactivando…" },
      failed: { en: "Couldn't turn it off", es: "No se ha podido desactivar" },
    },
  },
  enroll: {
    title: { en: "Connect your app", es: "Conecte su aplicación" },
    scan: {
      en: "Open an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your password manager, and scan this code.",
      es: "Abra en su teléfono una aplicación de autenticación, como Aegis, Google Authenticator o la de su gestor de contraseñas, y escanee este código.",
    },
    picture: {
      en: "QR code for your authenticator app",
      es: "Código QR para su aplicación de autenticación",
    },
    openHere: {
      en: "Open an app on this device",
      es: "Abrir una aplicación de este dispositivo",
    },
    secret: {
      label: { en: "Or type this key into the app", es: "O escriba esta clave en la aplicación" },
      copy: { en: "Copy key", es: "Copiar la clave" },
      copied: { en: "Key copied", es: "Clave copiada" },
    },
    changing: {
      en: "The app then shows six digits that change every 30 seconds.",
      es: "La aplicación muestra entonces seis cifras que cambian cada 30 segundos.",
    },
    code: { en: "Code from the app", es: "Código de la aplicación" },
    submit: { en: "Turn on", es: "Activar" },
    pending: { en: "Checking…", es: "Comprobando…" },
    failed: { en: "Couldn't turn it on", es: "No se ha podido activar" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    done: { en: "Two-step login is on", es: "Los dos pasos están activados" },
    doneText: {
      en: "You are logged out everywhere else.",
      es: "Hemos cerrado su sesión en todos los demás lugares.",
    },
  },
  removed: { en: "Two-step login is off", es: "Los dos pasos están desactivados" },
  codes: {
    title: { en: "Save your recovery codes now", es: "Guarde ahora sus códigos de recuperación" },
    text: {
      en: "If you lose your phone, each of these lets you log in once. Keep them in a password manager or on paper. We can't show them again.",
      es: "Si pierde el teléfono, con cada uno podrá iniciar sesión una vez. Guárdelos en un gestor de contraseñas o en papel. No podemos volver a mostrarlos.",
    },
    field: {
      label: { en: "Recovery codes", es: "Códigos de recuperación" },
      copy: { en: "Copy codes", es: "Copiar los códigos" },
      copied: { en: "Codes copied", es: "Códigos copiados" },
    },
    done: { en: "I've saved them", es: "Los he guardado" },
  },
});

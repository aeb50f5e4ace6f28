import { localizeWhole } from "./localize.ts";

/** Texts of signing in with an identity provider. */
export const providersMessages = localizeWhole({
  buttons: {
    or: { en: "or", es: "o" },
    continueWith: {
      en: (name: string) => `Continue with ${name}`,
      es: (name: string) => `Continuar con ${name}`,
    },
    only: { en: "Here, you log in with:", es: "Aquí se inicia sesión con:" },
    failed: { en: "Couldn't open the provider's page", es: "No se ha podido abrir la página del proveedor" },
    fallback: { en: "We can't reach the server.", es: "No podemos conectar con el servidor." },
  },
  page: {
    title: { en: "Logging in", es: "Inicio de sesión" },
    pending: { en: "One moment…", es: "Un momento…" },
    failedTitle: { en: "That didn't work", es: "No ha funcionado" },
    fallback: {
      en: "We can't reach the server. Please reload this page.",
      es: "No podemos conectar con el servidor. Vuelva a cargar esta página.",
    },
    home: { en: "Back", es: "Volver" },
    welcome: { en: "Welcome back!", es: "¡Hola de nuevo!" },
    welcomeText: {
      en: (username: string) => `Logged in as ${username}`,
      es: (username: string) => `Ha iniciado sesión como ${username}`,
    },
    linked: {
      en: (provider: string) => `Your account is linked to ${provider}`,
      es: (provider: string) => `Su cuenta está vinculada con ${provider}`,
    },
    passwordSet: { en: "Password saved", es: "Contraseña guardada" },
    proven: { en: "It's you", es: "Es usted" },
    provenText: {
      en: "Now continue with what you wanted to change.",
      es: "Continúe ahora con lo que quería cambiar.",
    },
  },
  account: {
    title: { en: "Create your account", es: "Cree su cuenta" },
    intro: {
      en: (provider: string) => `${provider} has confirmed who you are. Some details are missing.`,
      es: (provider: string) => `${provider} ha confirmado quién es usted. Faltan algunos datos.`,
    },
    existing: {
      en: "If you have an account here already, don't create another one: log in to it first, then link it on the page Your account.",
      es: "Si ya tiene una cuenta aquí, no cree otra: inicie sesión en ella y vincúlela en la página Su cuenta.",
    },
    submit: { en: "Create Account", es: "Crear cuenta" },
    pending: { en: "Creating account…", es: "Creando la cuenta…" },
    failed: { en: "Registration failed", es: "No se ha podido crear la cuenta" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
    welcome: { en: "Account created!", es: "¡Cuenta creada!" },
    welcomeText: {
      en: (username: string) => `Welcome ${username}! You're now logged in.`,
      es: (username: string) => `¡Hola, ${username}! Ya ha iniciado sesión.`,
    },
    usernameHint: { en: "3 to 50 characters.", es: "De 3 a 50 caracteres." },
  },
  code: {
    title: { en: "Second step", es: "Segundo paso" },
    intro: {
      en: "Enter the code from your authenticator app, or a recovery code.",
      es: "Escriba el código de su aplicación de autenticación, o un código de recuperación.",
    },
    label: { en: "Code", es: "Código" },
    submit: { en: "Log In", es: "Iniciar sesión" },
    pending: { en: "Checking…", es: "Comprobando…" },
    failed: { en: "Login failed", es: "No se ha podido iniciar sesión" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  password: {
    title: { en: "Choose a password", es: "Elija una contraseña" },
    intro: {
      en: "You can then log in with it, too. It also confirms changes to your account.",
      es: "Con ella también podrá iniciar sesión. Además, confirma los cambios en su cuenta.",
    },
    label: { en: "New password", es: "Contraseña nueva" },
    submit: { en: "Save password", es: "Guardar contraseña" },
    pending: { en: "Saving…", es: "Guardando…" },
    failed: { en: "Couldn't save the password", es: "No se ha podido guardar la contraseña" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  card: {
    title: { en: "Log in with a provider", es: "Iniciar sesión con un proveedor" },
    intro: {
      en: "Link your account, so that you can log in with one of these.",
      es: "Vincule su cuenta para iniciar sesión con uno de estos.",
    },
    none: { en: "Your account isn't linked yet.", es: "Su cuenta aún no está vinculada." },
    since: { en: (day: string) => `Linked ${day}`, es: (day: string) => `Vinculada el ${day}` },
    link: { en: (name: string) => `Link to ${name}`, es: (name: string) => `Vincular con ${name}` },
    unlink: { en: "Remove", es: "Quitar" },
    unlinkNamed: {
      en: (name: string) => `Remove the link to ${name}`,
      es: (name: string) => `Quitar el vínculo con ${name}`,
    },
    unlinked: { en: "Link removed", es: "Vínculo quitado" },
    noPassword: {
      en: "Your account has no password. To confirm a change, you log in with your provider again.",
      es: "Su cuenta no tiene contraseña. Para confirmar un cambio, vuelve a iniciar sesión con su proveedor.",
    },
    choosePassword: {
      en: (name: string) => `Choose a password with ${name}`,
      es: (name: string) => `Elegir una contraseña con ${name}`,
    },
    loading: { en: "Loading…", es: "Cargando…" },
    failed: { en: "We can't load your links.", es: "No podemos cargar sus vínculos." },
    again: { en: "Try again", es: "Reintentar" },
  },
  choosing: {
    intro: {
      en: "Log in there again. Then choose the password here.",
      es: "Vuelva a iniciar sesión allí. Después, elija aquí la contraseña.",
    },
    submit: { en: "Continue", es: "Continuar" },
    pending: { en: "Opening…", es: "Abriendo…" },
    failed: { en: "Couldn't open the provider's page", es: "No se ha podido abrir la página del proveedor" },
  },
  linking: {
    title: { en: (name: string) => `Link to ${name}`, es: (name: string) => `Vincular con ${name}` },
    intro: {
      en: "First prove that it is you. Then log in there.",
      es: "Demuestre primero que es usted. Después, inicie sesión allí.",
    },
    submit: { en: "Continue", es: "Continuar" },
    pending: { en: "Opening…", es: "Abriendo…" },
    failed: { en: "Couldn't link your account", es: "No se ha podido vincular su cuenta" },
  },
  unlinking: {
    title: {
      en: (name: string) => `Remove the link to ${name}`,
      es: (name: string) => `Quitar el vínculo con ${name}`,
    },
    intro: {
      en: "You can't log in that way anymore, and you are logged out on all other devices.",
      es: "Ya no podrá iniciar sesión de esa forma, y se cierra su sesión en los demás dispositivos.",
    },
    submit: { en: "Remove link", es: "Quitar el vínculo" },
    pending: { en: "Removing…", es: "Quitando…" },
    failed: { en: "Couldn't remove the link", es: "No se ha podido quitar el vínculo" },
  },
});

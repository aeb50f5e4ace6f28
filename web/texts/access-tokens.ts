import { localizeWhole } from "./localize.ts";

/** Texts of the card with access tokens. */
export const accessTokensMessages = localizeWhole({
  title: { en: "Access tokens", es: "Tokens de acceso" },
  intro: {
    en: "A token lets your own program or script do what you choose here, without your password. It can't make payments, change your account or create tokens.",
    es: "Un token permite que un programa suyo, por ejemplo un script, haga lo que usted elija aquí, sin su contraseña. No puede hacer pagos, cambiar su cuenta ni crear tokens.",
  },
  docs: { en: "How to use it in a program", es: "Cómo usarlo en un programa" },
  form: {
    name: { en: "Name", es: "Nombre" },
    nameHint: {
      en: "What you'll use it for, such as “nightly scans”.",
      es: "Para qué lo usará, por ejemplo «escaneos nocturnos».",
    },
    may: { en: "What it can do", es: "Qué puede hacer" },
    expires: { en: "Valid for", es: "Válido durante" },
    submit: { en: "Create token", es: "Crear token" },
    pending: { en: "Creating…", es: "Creando…" },
    failed: { en: "Couldn't create the token", es: "El token no se ha creado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  resources: {
    documents: { en: "Documents", es: "Documentos" },
    collections: { en: "Collections", es: "Colecciones" },
    projects: { en: "Projects and their links", es: "Proyectos y sus enlaces" },
    webhooks: { en: "Webhooks", es: "Webhooks" },
    account: { en: "Plan and payments", es: "Plan y pagos" },
  },
  may: {
    "": { en: "Nothing", es: "Nada" },
    read: { en: "Read", es: "Leer" },
    write: { en: "Create, change and delete", es: "Crear, cambiar y eliminar" },
    both: { en: "Everything", es: "Todo" },
  },
  days: {
    "30": { en: "30 days", es: "30 días" },
    "90": { en: "90 days", es: "90 días" },
    "365": { en: "One year", es: "Un año" },
    "": { en: "Until I revoke it", es: "Hasta que yo lo revoque" },
  },
  made: {
    title: { en: "Copy your new token now", es: "Copie ahora su nuevo token" },
    text: {
      en: "It is shown only once. Treat it like a password.",
      es: "Solo se muestra esta vez. Trátelo como una contraseña.",
    },
    field: {
      label: { en: "Access token", es: "Token de acceso" },
      copy: { en: "Copy token", es: "Copiar token" },
      copied: { en: "Token copied!", es: "¡Token copiado!" },
    },
    done: { en: "I've copied it", es: "Ya lo he copiado" },
  },
  list: {
    title: { en: "Your tokens", es: "Sus tokens" },
    loading: { en: "Loading your tokens…", es: "Cargando sus tokens…" },
    failed: { en: "Couldn't load your tokens.", es: "No se han podido cargar sus tokens." },
    again: { en: "Try again", es: "Reintentar" },
    empty: { en: "You don't have any tokens yet.", es: "Todavía no tiene ninguno." },
    right: {
      en: (resource: string, right: string) => `${resource}: ${right.toLowerCase()}`,
      es: (resource: string, right: string) => `${resource}: ${right.toLowerCase()}`,
    },
    created: { en: (day: string) => `Created ${day}`, es: (day: string) => `Creado el ${day}` },
    neverUsed: { en: "never used", es: "sin usar" },
    used: { en: (when: string) => `last used ${when}`, es: (when: string) => `usado por última vez ${when}` },
    noEnd: { en: "never expires", es: "no caduca" },
    ends: { en: (day: string) => `expires ${day}`, es: (day: string) => `caduca el ${day}` },
    ended: { en: "Expired", es: "Caducado" },
    revoke: { en: "Revoke", es: "Revocar" },
    revokeNamed: { en: (name: string) => `Revoke ${name}`, es: (name: string) => `Revocar ${name}` },
  },
  dialog: {
    title: { en: "Revoke this token?", es: "¿Revocar este token?" },
    text: {
      en: (name: string) => `Programs that use “${name}” will stop working. You can't undo this.`,
      es: (name: string) =>
        `Los programas que usan «${name}» dejarán de funcionar. Esto no se puede deshacer.`,
    },
    cancel: { en: "Cancel", es: "Cancelar" },
    confirm: { en: "Revoke", es: "Revocar" },
    done: { en: "Token revoked", es: "Token revocado" },
    failed: { en: "Couldn't revoke the token", es: "El token no se ha revocado" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
  passwords: {
    en: "Changing your password revokes all tokens.",
    es: "Si cambia su contraseña, se revocan todos los tokens.",
  },
});

import { providersOnly } from "../environment/server-settings.ts";
import { localizeWhole } from "./localize.ts";

/** Texts of passkeys: the button of the login, and the card on the account page. */
export const passkeyMessages = localizeWhole({
  login: {
    submit: { en: "Use a passkey", es: "Usar una llave de acceso" },
    pending: { en: "Waiting for your device…", es: "Esperando a su dispositivo…" },
  },
  refusals: {
    unused: {
      en: "No passkey was used. Please try again, or use another way.",
      es: "No se ha usado ninguna llave de acceso. Vuelva a intentarlo, o use otra forma.",
    },
    unmade: {
      en: "No passkey was made. Please try again.",
      es: "No se ha creado ninguna llave de acceso. Vuelva a intentarlo.",
    },
    alreadyThere: {
      en: "This device already has a passkey for your account.",
      es: "Este dispositivo ya tiene una llave de acceso de su cuenta.",
    },
  },
  card: {
    title: { en: "Passkeys", es: "Llaves de acceso" },
    intro: {
      en: providersOnly
        ? "Confirm changes to your account with your fingerprint, your face or your device's PIN. You log in with your provider."
        : "Log in with your fingerprint, your face or your device's PIN, without a username or password. A passkey is also the second step.",
      es: providersOnly
        ? "Confirme los cambios en su cuenta con su huella, su cara o el PIN de su dispositivo. La sesión se inicia con su proveedor."
        : "Inicie sesión con su huella, su cara o el PIN de su dispositivo, sin nombre de usuario ni contraseña. Una llave de acceso es también el segundo paso.",
    },
    unsupported: {
      en: "This browser can't use passkeys here.",
      es: "Este navegador no puede usar llaves de acceso aquí.",
    },
    none: { en: "You don't have any passkeys yet.", es: "Aún no tiene ninguna llave de acceso." },
    added: { en: (day: string) => `Added ${day}`, es: (day: string) => `Añadida el ${day}` },
    used: { en: (when: string) => `last used ${when}`, es: (when: string) => `último uso ${when}` },
    add: { en: "Add a passkey", es: "Añadir una llave de acceso" },
    rename: { en: "Rename", es: "Cambiar el nombre" },
    renameNamed: {
      en: (name: string) => `Rename: ${name}`,
      es: (name: string) => `Cambiar el nombre: ${name}`,
    },
    remove: { en: "Remove", es: "Quitar" },
    removeNamed: { en: (name: string) => `Remove: ${name}`, es: (name: string) => `Quitar: ${name}` },
    numbered: {
      en: (number: number) => `Passkey ${number}`,
      es: (number: number) => `Llave de acceso ${number}`,
    },
    done: { en: "Passkey added", es: "Llave de acceso añadida" },
    removed: { en: "Passkey removed", es: "Llave de acceso quitada" },
    renamed: { en: "Name saved", es: "Nombre guardado" },
  },
  adding: {
    title: { en: "Add a passkey", es: "Añadir una llave de acceso" },
    intro: {
      en: "First prove that it is you. Your browser then asks for your finger, your face or a PIN.",
      es: "Primero demuestre que es usted. Su navegador le pedirá entonces su huella, su cara o un PIN.",
    },
    submit: { en: "Continue", es: "Continuar" },
    pending: { en: "Waiting for your device…", es: "Esperando a su dispositivo…" },
    failed: { en: "Couldn't add the passkey", es: "No se ha podido añadir la llave de acceso" },
  },
  removing: {
    title: { en: (name: string) => `Remove “${name}”`, es: (name: string) => `Quitar «${name}»` },
    intro: {
      en: "It can't log in anymore, and you are logged out on all other devices. You can delete it on your device as well.",
      es: "Ya no servirá para iniciar sesión, y se cierra su sesión en los demás dispositivos. También puede borrarla en su dispositivo.",
    },
    submit: { en: "Remove passkey", es: "Quitar la llave de acceso" },
    pending: { en: "Removing…", es: "Quitando…" },
    failed: { en: "Couldn't remove the passkey", es: "No se ha podido quitar la llave de acceso" },
  },
  renaming: {
    title: { en: "Name your passkey", es: "Nombre de su llave de acceso" },
    label: { en: "Name", es: "Nombre" },
    hint: {
      en: "Such as the device or the password manager that keeps it.",
      es: "Por ejemplo, el dispositivo o el gestor de contraseñas que la guarda.",
    },
    submit: { en: "Save name", es: "Guardar el nombre" },
    pending: { en: "Saving…", es: "Guardando…" },
    failed: { en: "Couldn't save the name", es: "No se ha podido guardar el nombre" },
    fallback: { en: "Please try again in a moment.", es: "Vuelva a intentarlo dentro de un momento." },
  },
});

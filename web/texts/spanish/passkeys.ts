import type { passkeys as english } from "../english/passkeys.ts";

export const passkeys: typeof english = {
  login: {
    submit: "Usar una llave de acceso",
    pending: "Esperando a su dispositivo…",
    unused: "No se ha usado ninguna llave de acceso. Vuelva a intentarlo, o inicie sesión con su contraseña.",
  },
  card: {
    title: "Llaves de acceso",
    intro:
      "Inicie sesión con su huella, su cara o el PIN de su dispositivo, sin nombre de usuario ni contraseña. Una llave de acceso es también el segundo paso.",
    unsupported: "Este navegador no puede usar llaves de acceso aquí.",
    none: "Aún no tiene ninguna llave de acceso.",
    added: (day) => `Añadida el ${day}`,
    used: (when) => `último uso ${when}`,
    add: "Añadir una llave de acceso",
    rename: "Cambiar el nombre",
    renameNamed: (name) => `Cambiar el nombre: ${name}`,
    remove: "Quitar",
    removeNamed: (name) => `Quitar: ${name}`,
    numbered: (number) => `Llave de acceso ${number}`,
    done: "Llave de acceso añadida",
    removed: "Llave de acceso quitada",
    renamed: "Nombre guardado",
  },
  adding: {
    title: "Añadir una llave de acceso",
    intro: "Primero demuestre que es usted. Su navegador le pedirá entonces su huella, su cara o un PIN.",
    submit: "Continuar",
    pending: "Esperando a su dispositivo…",
    failed: "No se ha podido añadir la llave de acceso",
  },
  removing: {
    title: (name) => `Quitar ${name}`,
    intro:
      "Ya no servirá para iniciar sesión, y se cierra su sesión en los demás dispositivos. También puede borrarla en su dispositivo.",
    submit: "Quitar la llave de acceso",
    pending: "Quitando…",
    failed: "No se ha podido quitar la llave de acceso",
  },
  renaming: {
    title: "Nombre de su llave de acceso",
    label: "Nombre",
    hint: "Por ejemplo, el dispositivo o el gestor de contraseñas que la guarda.",
    submit: "Guardar el nombre",
    pending: "Guardando…",
    failed: "No se ha podido guardar el nombre",
    fallback: "Vuelva a intentarlo dentro de un momento.",
  },
};

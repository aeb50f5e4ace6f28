import type { Catalogue } from "../catalogue.ts";

export const accessTokens: Catalogue["accessTokens"] = {
  title: "Tokens de acceso",
  intro:
    "Con un token, un programa suyo, por ejemplo un script, trabaja con sus documentos sin su contraseña. No puede hacer nada más: ni pagos ni cambios en su cuenta.",
  docs: "Cómo lo usan los programas",
  form: {
    name: "Nombre",
    nameHint: "Para qué sirve, de modo que usted lo reconozca.",
    may: "Qué puede hacer",
    expires: "Válido durante",
    submit: "Crear token",
    pending: "Creando...",
    failed: "El token no se ha creado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
  },
  may: {
    read: "Leer documentos",
    write: "Añadir, sellar, enviar y eliminar documentos",
    both: "Ambas cosas",
  },
  days: { "30": "30 días", "90": "90 días", "365": "Un año", "": "Hasta que yo lo revoque" },
  made: {
    title: "Copie ahora su nuevo token",
    text: "Solo se muestra esta vez. Trátelo como una contraseña.",
    field: { label: "Token de acceso", copy: "Copiar token", copied: "¡Token copiado!" },
    done: "Ya lo he copiado",
  },
  list: {
    title: "Sus tokens",
    loading: "Cargando sus tokens...",
    failed: "No se han podido cargar sus tokens.",
    again: "Reintentar",
    empty: "Todavía no tiene ninguno.",
    created: (day) => `Creado el ${day}`,
    neverUsed: "sin usar",
    used: (when) => `usado por última vez ${when}`,
    noEnd: "sin caducidad",
    ends: (day) => `caduca el ${day}`,
    ended: "Caducado",
    revoke: "Revocar",
    revokeNamed: (name) => `Revocar ${name}`,
  },
  dialog: {
    title: "¿Revocar este token?",
    text: (name) =>
      `Los programas que usan «${name}» serán rechazados desde ese momento. Esto no se puede deshacer.`,
    cancel: "Cancelar",
    confirm: "Revocar",
    done: "Token revocado",
    failed: "El token no se ha revocado",
    fallback: "Vuelva a intentarlo dentro de un momento.",
  },
  passwords: "Una contraseña nueva los revoca todos.",
};

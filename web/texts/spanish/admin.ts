import type { Catalog } from "../catalog.ts";

export const admin: Catalog["admin"] = {
  title: "Portal de administración",
  intro: "Cada cambio que usted hace y cada archivo que abre aquí queda anotado en el registro de auditoría.",
  firstSteps: {
    title: "Primeros pasos",
    unlimited: "Cada cuenta sella tantos documentos como quiera. Los pagos no están configurados.",
    limited: (documents) =>
      `Cada cuenta, también la suya, sella ${documents === 1 ? "1 documento" : `${documents} documentos`} y ahí se detiene: los pagos no están configurados.`,
    change:
      "Si solo tienen cuenta personas de su organización, configure `TRIAL_DOCUMENTS=unlimited` y reinicie el servidor. Si no, configure Stripe.",
    parts: {
      address: "Dirección",
      anchors: "Hora independiente",
      mail: "Correo",
      backups: "Copias",
      payments: "Pagos",
    },
  },
  anchors: {
    title: "Quién confirma las horas",
    intro:
      "Cada hora en que el registro público ha crecido, el hash de su cabecera se envía a estas direcciones. No dice nada de ningún documento.",
    unused: "Aún no se ha enviado nada.",
    anchored: (time) => `Última confirmación: ${time}.`,
    promised: (time) =>
      `Aún sin anclar: los calendarios han prometido incluir la última cabecera en Bitcoin, lo que tarda unas horas. Última confirmación: ${time}.`,
    missing: (time) =>
      `Aún sin anclar: nadie ha confirmado la última cabecera. Última confirmación: ${time}.`,
    never: "nunca",
    kinds: {
      authority: "Autoridad de sellado de tiempo",
      calendar: "Calendario de OpenTimestamps",
      witness: "Testigo",
      explorer: "Explorador de bloques de Bitcoin",
    },
    answered: (time) => `Última respuesta: ${time}`,
    failing: (time) => `Sin respuesta válida desde ${time}:`,
    watched: {
      title: "Registros que vigila este servidor",
      intro: "Cada hora, este servidor comprueba que los registros públicos de estos servidores solo crecen.",
      looked: (time) => `Última comprobación: ${time}.`,
      entries: (count) => `${count} entradas.`,
      alarms: {
        fork: "Dos historias",
        rewind: "Faltan entradas",
        "wrong-key": "Otra clave",
        "no-anchor": "Aún sin anclar",
        silent: "Sin respuesta",
      },
    },
  },
  tabsLabel: "Partes del portal de administración",
  tabs: {
    documents: "Búsqueda de documentos",
    users: "Usuarios",
    tickets: "Consultas de soporte",
    credits: "Atención al cliente",
  },
  denied: {
    title: "Acceso denegado",
    text: "Usted no tiene permisos de administración para acceder a esta página.",
    home: "Volver al inicio",
  },
  password: {
    title: "Necesita una contraseña más larga",
    text: "Los administradores necesitan una contraseña de al menos 12 caracteres. Si la suya ya lo es, cierre la sesión e iníciela de nuevo; si no, elija una nueva.",
    account: "Elegir una contraseña nueva",
  },
  loading: "Cargando…",
  failed: "No se ha podido cargar esta lista.",
  again: "Reintentar",
  reload: "Recargar",
  more: "Mostrar más",
  search: "Buscar",
  cancel: "Cancelar",
  none: "–",
};

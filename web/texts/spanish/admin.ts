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
      "Si solo tienen cuenta personas de su organización, configure esto y reinicie el servidor, o configure Stripe:",
    parts: {
      address: "Dirección",
      anchors: "Hora independiente",
      mail: "Correo",
      backups: "Copias",
      payments: "Pagos",
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

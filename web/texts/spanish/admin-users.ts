import type { Catalogue } from "../catalogue.ts";

const statuses = { none: "", active: "", incomplete: ", pago pendiente", canceled: ", cancelado" };

export const adminUsers: Catalogue["adminUsers"] = {
  count: (count) => (count === 1 ? "1 usuario" : `${count} usuarios`),
  newest: (count) => `Los ${count} usuarios más recientes`,
  none: "No se han encontrado usuarios",
  search: "Buscar usuario, nombre o correo",
  columns: {
    username: "Nombre de usuario",
    firstName: "Nombre",
    lastName: "Apellidos",
    email: "Correo electrónico",
    admin: "Administración",
    created: "Registro",
    lastLogin: "Último acceso",
    plan: "Plan",
    credits: "Créditos gratuitos",
    actions: "Acciones",
  },
  plan: ({ subscriptionPlan, subscriptionStatus }) => `${subscriptionPlan}${statuses[subscriptionStatus]}`,
  yes: "Administración",
  no: "No",
  never: "Nunca",
  delete: "Eliminar",
  deleteLabel: (username) => `Eliminar ${username}`,
  adminKept: "Las cuentas de administración no se pueden eliminar.",
  dialog: {
    title: "¿Eliminar este usuario?",
    text: (username) =>
      `Se cierra de inmediato la sesión de ${username}, se eliminan los nombres y la dirección de correo, se anonimizan los documentos y se quita la dirección de las consultas respondidas. Los certificados se pueden seguir verificando, sin nombre. Esto no se puede deshacer.`,
    typed: (username) => `Escriba ${username} para confirmar`,
    confirm: "Eliminar usuario",
  },
  deleted: "Usuario eliminado",
  deletedText: (username) => `${username} se ha eliminado y sus documentos se han anonimizado.`,
  failed: "No se ha podido eliminar",
  fallback: "No se ha podido eliminar el usuario",
};

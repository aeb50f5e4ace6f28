import { productName } from "../../environment/server-settings.ts";
import type { Catalog } from "../catalog.ts";

export const shell: Catalog["shell"] = {
  skip: "Saltar al contenido",
  home: `${productName}, inicio`,
  toasts: "Notificaciones",
  closeToast: "Cerrar la notificación",
  offline:
    "No tiene conexión. Esta página puede estar desactualizada, y no puede enviar nada hasta que vuelva la conexión.",
  pages: "Páginas",
  homePage: "Inicio",
  aboutUs: "Nosotros",
  contactUs: "Contacto",
  logIn: "Entrar",
  createAccount: "Crear cuenta",
  faq: "Preguntas",
  contact: "Contacto",
  support: "Soporte",
  myTickets: "Mis consultas",
  admin: "Administración",
  welcome: (username) => `Hola, ${username}`,
  account: "Su cuenta",
  clock: "Hora central de Estados Unidos",
  settings: {
    open: "Idioma y tema",
    language: "Idioma",
    theme: "Tema",
    themes: { system: "Como el dispositivo", light: "Claro", dark: "Oscuro" },
  },
  footer: {
    line: "Una copia sellada, un certificado y una página donde cualquiera puede comprobar ambos.",
    privacy: "Política de privacidad",
    terms: "Condiciones del servicio",
    support: "Soporte",
    notCopyright: `${productName} valida sus declaraciones en un momento determinado. No es un registro de derechos de autor.`,
  },
  check: {
    title: "Compruebe un documento",
    again: "Compruebe otro número de serie",
    label: "Número de serie, o la dirección que figura en el certificado",
    example: "AT-XXXXX-XXXXX-XXXXX-XXXXX",
    submit: "Comprobar",
  },
  legal: { failed: "Este texto no se ha podido cargar.", again: "Reintentar" },
  notFound: {
    title: "404 Página no encontrada",
    text: "En esta dirección no hay ninguna página.",
    home: "Ir a la página de inicio",
  },
  failed: {
    title: "Esta página no se ha podido mostrar",
    text: "Vuelva a cargarla.",
    reload: "Recargar",
  },
  loading: "Cargando…",
};

import { productName } from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

/** Sentences of the header and footer of every page, and of pages that could not be shown. */
export const shellMessages = localize({
  skip: { en: "Skip to content", es: "Saltar al contenido" },
  home: { en: `${productName}, home`, es: `${productName}, inicio` },
  toasts: { en: "Notifications", es: "Notificaciones" },
  noToasts: { en: "No notifications", es: "No hay notificaciones" },
  closeToast: { en: "Close notification", es: "Cerrar la notificación" },
  offline: {
    en: "You're offline. This page may be out of date, and you can't send anything until you're back online.",
    es: "No tiene conexión. Esta página puede estar desactualizada, y no puede enviar nada hasta que vuelva la conexión.",
  },
  pages: { en: "Pages", es: "Páginas" },
  help: { en: "Help", es: "Ayuda" },
  menu: { en: "Menu", es: "Menú" },
  homePage: { en: "Home", es: "Inicio" },
  documents: { en: "Documents", es: "Documentos" },
  projects: { en: "Projects", es: "Proyectos" },
  plans: { en: "Plans", es: "Planes" },
  aboutUs: { en: "About Us", es: "Nosotros" },
  contactUs: { en: "Contact Us", es: "Contacto" },
  logIn: { en: "Log In", es: "Iniciar sesión" },
  createAccount: { en: "Create Account", es: "Crear cuenta" },
  faq: { en: "FAQ", es: "Preguntas" },
  contact: { en: "Contact", es: "Contacto" },
  support: { en: "Support", es: "Soporte" },
  myTickets: { en: "My Tickets", es: "Mis consultas" },
  admin: { en: "Admin", es: "Administración" },
  workingFor: { en: "Working for", es: "Trabaja para" },
  welcome: {
    en: (username: string) => `Welcome, ${username}`,
    es: (username: string) => `Hola, ${username}`,
  },
  account: { en: "Your account", es: "Su cuenta" },
  offices: { en: "Offices", es: "Oficinas" },
  clock: { en: "US Central time", es: "Hora central de Estados Unidos" },
  settings: {
    open: { en: "Language and theme", es: "Idioma y tema" },
    language: { en: "Language", es: "Idioma" },
    theme: { en: "Theme", es: "Tema" },
    themes: {
      system: { en: "Same as device", es: "Como el dispositivo" },
      light: { en: "Light", es: "Claro" },
      dark: { en: "Dark", es: "Oscuro" },
    },
  },
  footer: {
    line: {
      en: "A stamped copy, a certificate, and a page where anyone can check both.",
      es: "Una copia sellada, un certificado y una página donde cualquiera puede comprobar ambos.",
    },
    privacy: { en: "Privacy Policy", es: "Política de privacidad" },
    terms: { en: "Terms of Service", es: "Condiciones del servicio" },
    support: { en: "Support", es: "Soporte" },
    notCopyright: {
      en: `${productName} validates your claims at a point in time. It is not a copyright registration.`,
      es: `${productName} valida sus declaraciones en un momento determinado. No es un registro de derechos de autor.`,
    },
  },
  check: {
    title: { en: "Check a document", es: "Compruebe un documento" },
    again: { en: "Check another serial number", es: "Compruebe otro número de serie" },
    label: {
      en: "Serial number, or the address on the certificate",
      es: "Número de serie, o la dirección que figura en el certificado",
    },
    example: { en: "AT-XXXXX-XXXXX-XXXXX-XXXXX", es: "AT-XXXXX-XXXXX-XXXXX-XXXXX" },
    missing: {
      en: "Please enter the serial number, or paste the address from the certificate.",
      es: "Escriba el número de serie, o pegue la dirección que figura en el certificado.",
    },
    submit: { en: "Check", es: "Comprobar" },
  },
  legal: {
    failed: { en: "Couldn't load this text.", es: "Este texto no se ha podido cargar." },
    again: { en: "Try again", es: "Reintentar" },
  },
  notFound: {
    title: { en: "404 Page Not Found", es: "404 Página no encontrada" },
    text: {
      en: "Did you forget to add the page to the router?",
      es: "En esta dirección no hay ninguna página.",
    },
    home: { en: "Go to the home page", es: "Ir a la página de inicio" },
  },
  failed: {
    title: { en: "Couldn't show this page", es: "Esta página no se ha podido mostrar" },
    text: { en: "Please reload it.", es: "Vuelva a cargarla." },
    reload: { en: "Reload", es: "Recargar" },
  },
  loading: { en: "Loading…", es: "Cargando…" },
});

import type { Catalogue } from "../catalogue.ts";

export const yourAccount: Catalogue["yourAccount"] = {
  developers: "Para programadores",
  developersIntro: "Para sus propios programas y scripts. La mayoría de las personas no lo necesita nunca.",
  name: {
    title: "Cambie su nombre",
    intro:
      "Los sellos y certificados nuevos muestran este nombre. Los documentos ya sellados conservan el anterior.",
    first: "Nombre",
    last: "Apellido",
    submit: "Guardar el nombre",
    pending: "Guardando...",
    failed: "No se ha guardado el nombre",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Nombre guardado",
  },
  sessions: {
    title: "Dónde tiene la sesión abierta",
    intro: "¿No reconoce alguna? Ciérrela y cambie después su contraseña.",
    loading: "Cargando sus sesiones...",
    failed: "No se han podido cargar sus sesiones.",
    again: "Reintentar",
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: "Dispositivo desconocido",
    current: "Este dispositivo",
    since: (day) => `Abierta el ${day}`,
    used: (when) => `usada por última vez ${when}`,
    end: "Cerrar",
    endNamed: (device, day) => `Cerrar ${device}, abierta el ${day}`,
    ended: "Sesión cerrada en ese dispositivo",
    endFailed: "No se ha cerrado la sesión",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    endOthers: "Cerrar las demás sesiones",
    othersEnded: "Demás sesiones cerradas",
  },
};

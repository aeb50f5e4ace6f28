import type { officeDomains as english } from "../english/office-domains.ts";

export const officeDomains: typeof english = {
  title: "Dominios",
  intro:
    "Demuestre que un dominio es de su oficina y los certificados lo dirán: «Dominio example.com, verificado con un registro DNS», junto al nombre de la oficina, que solo se declara.",
  none: "Su oficina aún no tiene ningún dominio.",
  add: {
    label: "Dominio",
    hint: "Por ejemplo, example.com. Necesita acceso a su configuración DNS.",
    submit: "Añadir",
    pending: "Añadiendo…",
  },
  states: {
    pending: "Aún sin verificar",
    verified: "Verificado",
    failing: "Verificado, pero no se ha encontrado su registro",
    lost: "Ya no está verificado",
  },
  seen: (when: string) => `Su registro se vio por última vez el ${when}.`,
  checked: (when: string) => `Última consulta, el ${when}:`,
  outcomes: {
    found: "se encontró el registro.",
    missing: "no se encontró el registro. Un registro nuevo puede tardar horas en aparecer.",
    wildcard:
      "un registro comodín responde por todos los nombres del dominio, y eso no demuestra nada. Publique el registro exactamente con este nombre.",
    unreachable: "los servidores de nombres no respondieron, y eso no dice nada del registro.",
  },
  failing: "Si no se encuentra durante tres días, el dominio dejará de estar verificado.",
  steps: "Publique este registro en la configuración DNS del dominio y déjelo ahí: lo buscamos cada día.",
  type: "Tipo: TXT",
  recordName: { label: "Nombre", copy: "Copiar", copied: "Copiado" },
  recordNameHint: (zone: string) =>
    `Muchos proveedores añaden «.${zone}» por su cuenta; en ese caso escriba solo lo que va delante.`,
  recordValue: { label: "Valor", copy: "Copiar", copied: "Copiado" },
  showRecord: (name: string) => `El registro DNS de ${name}`,
  check: "Comprobar ahora",
  checkNamed: (name: string) => `Comprobar ahora: ${name}`,
  found: "Se ha encontrado el registro",
  notFound: "No se ha encontrado el registro",
  shown: "En los certificados nuevos",
  show: "Poner en los certificados",
  showNamed: (name: string) => `Poner en los certificados: ${name}`,
  hide: "Quitar de los certificados",
  hideNamed: (name: string) => `Quitar de los certificados: ${name}`,
  remove: "Eliminar",
  removeNamed: (name: string) => `Eliminar ${name}`,
  removeTitle: "¿Eliminar este dominio?",
  removeText: (name: string) =>
    `${name} ya no aparecerá en los certificados nuevos. Los existentes lo conservan. Para añadirlo otra vez hará falta un registro nuevo.`,
};

import type { DomainOutcome } from "../../db/columns/offices.ts";
import { type InEachLanguage, localizeWhole } from "./localize.ts";

/** Texts of the domains of an office. */
export const domainMessages = localizeWhole({
  title: { en: "Domains", es: "Dominios" },
  intro: {
    en: "Prove that a domain belongs to your office, and certificates say so: “Domain example.com, verified by a DNS record”, next to the name of the office, which is only stated.",
    es: "Demuestre que un dominio es de su oficina y los certificados lo dirán: «Dominio example.com, verificado con un registro DNS», junto al nombre de la oficina, que solo se declara.",
  },
  none: { en: "Your office has no domain yet.", es: "Su oficina aún no tiene ningún dominio." },
  add: {
    label: { en: "Domain", es: "Dominio" },
    hint: {
      en: "For example, example.com. You need access to its DNS settings.",
      es: "Por ejemplo, example.com. Necesita acceso a su configuración DNS.",
    },
    submit: { en: "Add", es: "Añadir" },
    pending: { en: "Adding…", es: "Añadiendo…" },
  },
  states: {
    pending: { en: "Not verified yet", es: "Aún sin verificar" },
    verified: { en: "Verified", es: "Verificado" },
    failing: {
      en: "Verified, but its record was not found",
      es: "Verificado, pero no se ha encontrado su registro",
    },
    lost: { en: "No longer verified", es: "Ya no está verificado" },
  },
  seen: {
    en: (when: string) => `Its record was last seen on ${when}.`,
    es: (when: string) => `Su registro se vio por última vez el ${when}.`,
  },
  checked: {
    en: (when: string) => `Last looked up on ${when}:`,
    es: (when: string) => `Última consulta, el ${when}:`,
  },
  outcomes: {
    found: { en: "the record was found.", es: "se encontró el registro." },
    missing: {
      en: "the record was not found. A new record can take hours to appear.",
      es: "no se encontró el registro. Un registro nuevo puede tardar horas en aparecer.",
    },
    wildcard: {
      en: "a wildcard record answers for every name of the domain, which proves nothing. Please publish the record at exactly this name.",
      es: "un registro comodín responde por todos los nombres del dominio, y eso no demuestra nada. Publique el registro exactamente con este nombre.",
    },
    unreachable: {
      en: "the name servers did not answer, which says nothing about the record.",
      es: "los servidores de nombres no respondieron, y eso no dice nada del registro.",
    },
  } satisfies Record<DomainOutcome, InEachLanguage<string>>,
  failing: {
    en: "If it is not found for three days, the domain is no longer verified.",
    es: "Si no se encuentra durante tres días, el dominio dejará de estar verificado.",
  },
  steps: {
    en: "Publish this record in the DNS settings of the domain, and leave it there: we look for it every day.",
    es: "Publique este registro en la configuración DNS del dominio y déjelo ahí: lo buscamos cada día.",
  },
  type: { en: "Type: TXT", es: "Tipo: TXT" },
  recordName: {
    label: { en: "Name", es: "Nombre" },
    copy: { en: "Copy", es: "Copiar" },
    copied: { en: "Copied", es: "Copiado" },
  },
  recordNameHint: {
    en: (zone: string) => `Many providers add “.${zone}” themselves; enter only what stands before it there.`,
    es: (zone: string) =>
      `Muchos proveedores añaden «.${zone}» por su cuenta; en ese caso escriba solo lo que va delante.`,
  },
  recordValue: {
    label: { en: "Value", es: "Valor" },
    copy: { en: "Copy", es: "Copiar" },
    copied: { en: "Copied", es: "Copiado" },
  },
  showRecord: {
    en: (name: string) => `The DNS record of ${name}`,
    es: (name: string) => `El registro DNS de ${name}`,
  },
  check: { en: "Check now", es: "Comprobar ahora" },
  checkNamed: {
    en: (name: string) => `Check now: ${name}`,
    es: (name: string) => `Comprobar ahora: ${name}`,
  },
  found: { en: "The record was found", es: "Se ha encontrado el registro" },
  notFound: { en: "The record was not found", es: "No se ha encontrado el registro" },
  shown: { en: "On new certificates", es: "En los certificados nuevos" },
  show: { en: "Put on certificates", es: "Poner en los certificados" },
  showNamed: {
    en: (name: string) => `Put on certificates: ${name}`,
    es: (name: string) => `Poner en los certificados: ${name}`,
  },
  hide: { en: "Remove from certificates", es: "Quitar de los certificados" },
  hideNamed: {
    en: (name: string) => `Remove from certificates: ${name}`,
    es: (name: string) => `Quitar de los certificados: ${name}`,
  },
  remove: { en: "Remove", es: "Eliminar" },
  removeNamed: { en: (name: string) => `Remove ${name}`, es: (name: string) => `Eliminar ${name}` },
  removeTitle: { en: "Remove this domain?", es: "¿Eliminar este dominio?" },
  removeText: {
    en: (name: string) =>
      `${name} no longer stands on new certificates. Existing ones keep it. To add it again, you need a new record.`,
    es: (name: string) =>
      `${name} ya no aparecerá en los certificados nuevos. Los existentes lo conservan. Para añadirlo otra vez hará falta un registro nuevo.`,
  },
});

import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";

/** What owners are told: their office is to be closed, is kept or is closed; a person is or is no longer an owner. */
export type OwnerEvent = "closing" | "kept" | "closed" | "added" | "demoted" | "removed";

type News = { event: OwnerEvent; productName: string; office: string; person: string; at: Date };

export const ownerSubject = (productName: string) => `${productName}: a change in your office`;

/** The email to an owner of an office, or to a person who is no longer one. `at` is when it closes. */
export function ownerLetter(
  language: Language | null,
  { event, productName, office, person, at }: News,
): MailLetter {
  const time = `${writeUtcMinute(at)} UTC`;
  const en: Record<OwnerEvent, string> = {
    closing: `An owner asked us to close the office “${office}”. We'll close it on ${time}. Until then, any owner can keep it.`,
    kept: `The office “${office}” is kept. We won't close it.`,
    closed: `The office “${office}” is closed, as one of its owners asked. Its documents can still be verified by their serial numbers.`,
    added: `“${person}” is now an owner of the office “${office}”.`,
    demoted: `“${person}” is no longer an owner of the office “${office}”, and has another role there.`,
    removed: `“${person}” is no longer an owner or a member of the office “${office}”.`,
  };
  const es: Record<OwnerEvent, string> = {
    closing: `Uno de sus propietarios nos ha pedido que cerremos la oficina «${office}». La cerraremos el ${time}. Hasta entonces, cualquier propietario puede conservarla.`,
    kept: `La oficina «${office}» se conserva. No la cerraremos.`,
    closed: `La oficina «${office}» se ha cerrado, como pidió uno de sus propietarios. Sus documentos aún se pueden comprobar con sus números de serie.`,
    added: `«${person}» tiene ahora la propiedad de la oficina «${office}».`,
    demoted: `«${person}» ya no tiene la propiedad de la oficina «${office}», sino otra función.`,
    removed: `«${person}» ya no tiene la propiedad de la oficina «${office}» ni pertenece a ella.`,
  };
  return pickLetter(language, {
    en: {
      paragraphs: [en[event], "If you didn't expect this, please look at the office now, or write to us."],
      links: [{ label: "Go to the office", path: "/office" }],
    },
    es: {
      subject: `${productName}: un cambio en su oficina`,
      paragraphs: [es[event], "Si no lo esperaba, mire ahora la oficina o escríbanos."],
      links: [{ label: "Ir a la oficina", path: "/office" }],
    },
  });
}

import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";

/**
 * What owners are told: their office is to be closed, is kept or is closed; a person is or is no longer an owner, or an
 * owner's account is to be deleted or is kept; what a member who has gone left behind.
 */
export type OwnerEvent =
  | "closing"
  | "kept"
  | "closed"
  | "added"
  | "demoted"
  | "removed"
  | "leaving"
  | "staying"
  | "leftBehind";

type News = {
  event: OwnerEvent;
  productName: string;
  office: string;
  person: string;
  at: Date;
  links: number;
  webhooks: number;
};

export const ownerSubject = (productName: string) => `${productName}: a change in your office`;

/** The email to an owner of an office, or to a person who is no longer one. `at` is when it closes. */
export function ownerLetter(
  language: Language | null,
  { event, productName, office, person, at, links, webhooks }: News,
): MailLetter {
  const time = `${writeUtcMinute(at)} UTC`;
  const en: Record<OwnerEvent, string> = {
    closing: `An owner asked us to close the office “${office}”. We'll close it on ${time}. Until then, any owner can keep it.`,
    kept: `The office “${office}” is kept. We won't close it.`,
    closed: `The office “${office}” is closed, as one of its owners asked. Its documents can still be verified by their serial numbers.`,
    added: `“${person}” is now an owner of the office “${office}”.`,
    demoted: `“${person}” is no longer an owner of the office “${office}”, and has another role there.`,
    removed: `“${person}” is no longer an owner or a member of the office “${office}”.`,
    leaving: `“${person}” asked us to delete their account on ${time}. From then on, they are no longer an owner of the office “${office}”.`,
    staying: `“${person}” keeps their account, and stays an owner of the office “${office}”.`,
    leftBehind: `“${person}” no longer belongs to the office “${office}”. Their access tokens have ended. Links to shared projects that they made and that still open: ${links}. Webhooks that they set up and that we disabled: ${webhooks}. On the page of the office you can end the links. Before you enable a webhook again, please check its address and make a new secret.`,
  };
  const es: Record<OwnerEvent, string> = {
    closing: `Uno de sus propietarios nos ha pedido que cerremos la oficina «${office}». La cerraremos el ${time}. Hasta entonces, cualquier propietario puede conservarla.`,
    kept: `La oficina «${office}» se conserva. No la cerraremos.`,
    closed: `La oficina «${office}» se ha cerrado, como pidió uno de sus propietarios. Sus documentos aún se pueden comprobar con sus números de serie.`,
    added: `«${person}» tiene ahora la propiedad de la oficina «${office}».`,
    demoted: `«${person}» ya no tiene la propiedad de la oficina «${office}», sino otra función.`,
    removed: `«${person}» ya no tiene la propiedad de la oficina «${office}» ni pertenece a ella.`,
    leaving: `«${person}» nos ha pedido que eliminemos su cuenta el ${time}. Desde entonces ya no tendrá la propiedad de la oficina «${office}».`,
    staying: `«${person}» conserva su cuenta y la propiedad de la oficina «${office}».`,
    leftBehind: `«${person}» ya no pertenece a la oficina «${office}». Sus tokens de acceso han terminado. Enlaces a proyectos compartidos que creó y que aún se abren: ${links}. Webhooks que configuró y que hemos desactivado: ${webhooks}. En la página de la oficina puede terminar los enlaces. Antes de volver a activar un webhook, compruebe su dirección y cree un secreto nuevo.`,
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

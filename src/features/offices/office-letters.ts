import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";

/**
 * What people of an office are told: their office is to be closed, is kept or is closed; a person is or is no longer an
 * owner, or an owner's account is to be deleted or is kept; what a member who has gone left behind; a domain of the
 * office is verified, or no longer.
 */
export type OfficeEvent =
  | "closing"
  | "kept"
  | "closed"
  | "added"
  | "demoted"
  | "removed"
  | "leaving"
  | "staying"
  | "leftBehind"
  | "domainVerified"
  | "domainLost";

type News = {
  event: OfficeEvent;
  productName: string;
  office: string;
  person: string;
  domain: string;
  at: Date;
  links: number;
  webhooks: number;
};

export const officeSubject = (productName: string) => `${productName}: a change in your office`;

/** The email to a person of an office, or of one before. `at`: when it closes, or the person's account is deleted. */
export function officeLetter(
  language: Language | null,
  { event, productName, office, person, domain, at, links, webhooks }: News,
): MailLetter {
  const time = `${writeUtcMinute(at)} UTC`;
  const en: Record<OfficeEvent, string> = {
    closing: `An owner asked us to close the office “${office}”. We'll close it on ${time}. Until then, any owner can keep it. When it is closed, its members can no longer open its documents: please switch to it and download what you need before then. What it stamped can still be verified. Stamped copies, certificates and lists of collections that are not deleted before stay on our server with the names in them; only our administrators can open them.`,
    kept: `The office “${office}” is kept. We won't close it. Please look at its plan: one that renews may have been canceled, and then ends when the period that is paid for is over.`,
    closed: `The office “${office}” is closed. Its members can no longer open its documents, which can still be verified by their serial numbers. Stamped copies, certificates and lists of collections that were not deleted before stay on our server with the names in them; only our administrators can open them.`,
    added: `“${person}” is now an owner of the office “${office}”.`,
    demoted: `“${person}” is no longer an owner of the office “${office}”, and has another role there.`,
    removed: `“${person}” is no longer an owner or a member of the office “${office}”.`,
    leaving: `“${person}” asked us to delete their account on ${time}. From then on, they are no longer an owner of the office “${office}”.`,
    staying: `“${person}” keeps their account, and stays an owner of the office “${office}”.`,
    leftBehind: `“${person}” no longer belongs to the office “${office}”. Their access tokens have ended. Links to shared projects that they made and that still open: ${links}. Webhooks that they set up and that we disabled: ${webhooks}. On the page of the office you can end the links. Before you enable a webhook again, please check its address and make a new secret.`,
    domainVerified: `We found the DNS record of the domain ${domain}, which now counts as verified for the office “${office}”. On the page of the office you can see whether it stands on new certificates. Please leave the record in place: we look for it every day.`,
    domainLost: `We have not seen the valid DNS record of the domain ${domain} for days. The domain no longer counts as verified for the office “${office}”, and no longer appears on new certificates. Existing certificates stay as they are. Once the record is there again, it counts again.`,
  };
  const es: Record<OfficeEvent, string> = {
    closing: `Un propietario nos ha pedido que cerremos la oficina «${office}». La cerraremos el ${time}. Hasta entonces, cualquier propietario puede conservarla. Cuando se cierre, sus miembros ya no podrán abrir los documentos de la oficina: cambie a ella y descargue antes los que necesite. Lo que la oficina selló aún se podrá comprobar. Las copias selladas, los certificados y las listas de colecciones que no se eliminen antes quedan en nuestro servidor con los nombres que contienen; solo nuestros administradores pueden abrirlos.`,
    kept: `La oficina «${office}» se conserva. No la cerraremos. Mire su plan: si se renovaba, puede que se haya cancelado, y entonces termina con el periodo pagado.`,
    closed: `La oficina «${office}» se ha cerrado. Sus miembros ya no pueden abrir los documentos de la oficina, que aún se pueden comprobar con sus números de serie. Las copias selladas, los certificados y las listas de colecciones que no se eliminaron antes quedan en nuestro servidor con los nombres que contienen; solo nuestros administradores pueden abrirlos.`,
    added: `«${person}» tiene ahora la propiedad de la oficina «${office}».`,
    demoted: `«${person}» ya no tiene la propiedad de la oficina «${office}», sino otra función.`,
    removed: `«${person}» ya no tiene la propiedad de la oficina «${office}» ni pertenece a ella.`,
    leaving: `«${person}» nos ha pedido que eliminemos su cuenta el ${time}. Desde entonces ya no tendrá la propiedad de la oficina «${office}».`,
    staying: `«${person}» conserva su cuenta y la propiedad de la oficina «${office}».`,
    leftBehind: `«${person}» ya no pertenece a la oficina «${office}». Sus tokens de acceso han terminado. Enlaces a proyectos compartidos que creó y que aún se abren: ${links}. Webhooks que configuró y que hemos desactivado: ${webhooks}. En la página de la oficina puede terminar los enlaces. Antes de volver a activar un webhook, compruebe su dirección y cree un secreto nuevo.`,
    domainVerified: `Hemos encontrado el registro DNS del dominio ${domain}, que ahora consta como verificado para la oficina «${office}». En la página de la oficina puede ver si aparece en los certificados nuevos. Deje el registro en su sitio: lo buscamos cada día.`,
    domainLost: `Desde hace días no hemos visto un registro DNS válido del dominio ${domain}. El dominio ya no consta como verificado para la oficina «${office}» y no aparece en los certificados nuevos. Los certificados existentes no cambian. Cuando el registro vuelva a estar, volverá a contar.`,
  };
  const isGone = event === "closed";
  const path = isGone ? "/documents" : "/office";
  return pickLetter(language, {
    en: {
      paragraphs: [
        en[event],
        isGone
          ? "Your own account stays as it is. If you didn't expect this, please write to us."
          : "If you didn't expect this, please look at the office now, ask its owners, or write to us.",
      ],
      links: [{ label: isGone ? "Go to your documents" : "Go to the office", path }],
    },
    es: {
      subject: `${productName}: un cambio en su oficina`,
      paragraphs: [
        es[event],
        isGone
          ? "Su propia cuenta no cambia. Si no lo esperaba, escríbanos."
          : "Si no lo esperaba, mire ahora la oficina, pregunte a sus propietarios o escríbanos.",
      ],
      links: [{ label: isGone ? "Ir a sus documentos" : "Ir a la oficina", path }],
    },
  });
}

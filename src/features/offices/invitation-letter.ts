import type { MailLetter, MailLink } from "../../../db/columns/mail.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";

type Secret = Pick<Extract<MailLink, { secret: unknown }>, "path" | "secret">;

/**
 * The email to someone who may have no account here, in the language of the member who invites. The names in it are
 * shortened, and no link can be in them.
 */
export function invitationLetter(
  language: Language | null | undefined,
  { sender, office, productName }: { sender: string; office: string; productName: string },
  link: Secret,
): MailLetter {
  return pickLetter(language ?? null, {
    en: {
      paragraphs: [
        `${sender} invites you to work together as “${office}” at ${productName}, which timestamps documents.`,
        "You need an account here with this email address, confirmed. The invitation is for this address only and works for 7 days.",
        "If you don't know the sender, you don't need to do anything.",
      ],
      links: [{ label: "Open the invitation", ...link }],
    },
    es: {
      subject: `${productName}: una invitación a una oficina`,
      paragraphs: [
        `${sender} le invita a trabajar en equipo como «${office}» en ${productName}, que sella documentos con la fecha y la hora.`,
        "Necesita una cuenta aquí con esta dirección de correo confirmada. La invitación es solo para esta dirección y vale 7 días.",
        "Si no conoce al remitente, no tiene que hacer nada.",
      ],
      links: [{ label: "Abrir la invitación", ...link }],
    },
  });
}

import type { MailLetter } from "../../../db/columns/mail.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";

export const removalSubject = (productName: string) => `${productName}: you no longer belong to an office`;

/** The email to a person whom someone else removed from an office. */
export function removalLetter(
  language: Language | null,
  { office, productName }: { office: string; productName: string },
): MailLetter {
  return pickLetter(language, {
    en: {
      paragraphs: [
        `You no longer belong to the office “${office}”. What you made there stays with the office. Your access tokens and open invitations for it have ended, and webhooks that you set up are disabled.`,
        "Your own account stays as it is. If you didn't expect this, please ask the people of the office.",
      ],
      links: [{ label: "Go to your documents", path: "/documents" }],
    },
    es: {
      subject: `${productName}: ya no pertenece a una oficina`,
      paragraphs: [
        `Ya no pertenece a la oficina «${office}». Lo que creó allí se queda en la oficina. Sus tokens de acceso y sus invitaciones abiertas para ella han terminado, y los webhooks que configuró se han desactivado.`,
        "Su propia cuenta no cambia. Si no lo esperaba, pregunte a las personas de la oficina.",
      ],
      links: [{ label: "Ir a sus documentos", path: "/documents" }],
    },
  });
}

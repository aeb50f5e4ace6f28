import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { nameAccount } from "../accounts/email-letters.ts";
import { pickLetter } from "../mail/mail.ts";

type Owner = Parameters<typeof nameAccount>[0];

/** "2026-11-30 07:50 UTC". */
const writeTime = (at: Date) => `${writeUtcMinute(at)} UTC`;

export function deletionRequestedLetter(owner: Owner, productName: string, at: Date): MailLetter {
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `You asked us to delete ${nameAccount(owner)}. We'll delete it on ${writeTime(at)}.`,
        "To keep it, log in before then and press “Keep my account” on your account page: logging in alone does not keep it. Please download everything you need before that day.",
        "If it wasn't you, log in, press “Keep my account”, and choose a new password.",
      ],
      links: [{ label: "Keep your account", path: "/account" }],
    },
    es: {
      subject: `${productName}: su cuenta se eliminará`,
      paragraphs: [
        `Nos ha pedido que eliminemos ${nameAccount(owner)}. La eliminaremos el ${writeTime(at)}.`,
        "Para conservarla, inicie sesión antes y pulse «Conservar mi cuenta» en la página de su cuenta: con iniciar sesión no basta. Descargue antes de ese día todo lo que necesite.",
        "Si no ha sido usted, inicie sesión, pulse «Conservar mi cuenta» y elija una nueva contraseña.",
      ],
      links: [{ label: "Conservar su cuenta", path: "/account" }],
    },
  });
}

export function accountKeptLetter(owner: Owner, productName: string): MailLetter {
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `You decided to keep ${nameAccount(owner)}. We won't delete it.`,
        "If you had a renewing plan, it was canceled and ends when the period you paid for is over. You can choose a plan again.",
      ],
      links: [{ label: "Go to your account", path: "/account" }],
    },
    es: {
      subject: `${productName}: su cuenta se conserva`,
      paragraphs: [
        `Ha decidido conservar ${nameAccount(owner)}. No la eliminaremos.`,
        "Si tenía un plan que se renueva, se ha cancelado y termina con el período que ha pagado. Puede volver a elegir un plan.",
      ],
      links: [{ label: "Ir a su cuenta", path: "/account" }],
    },
  });
}

export function accountDeletedLetter(language: Language | null, productName: string): MailLetter {
  return pickLetter(language, {
    en: {
      paragraphs: [
        "Your account is deleted, as you asked. We removed your name, your email address and the names of your files from our database. Stamped copies, certificates and lists of collections that you didn't delete before stay on our server with the names in them; only our administrators can open them.",
        "Anyone who has a certificate can still check its serial number. The public record of your own documents shows no name. If you chose to be named on a document of an office, the office keeps that record as it is.",
      ],
    },
    es: {
      subject: `${productName}: su cuenta se ha eliminado`,
      paragraphs: [
        "Su cuenta se ha eliminado, como pidió. Hemos borrado de nuestra base de datos su nombre, su correo electrónico y los nombres de sus archivos. Las copias selladas, los certificados y las listas de colecciones que no eliminó antes quedan en nuestro servidor con los nombres que contienen; solo nuestros administradores pueden abrirlos.",
        "Quien tenga un certificado aún puede comprobar su número de serie. El registro público de sus propios documentos no muestra ningún nombre. Si eligió aparecer en un documento de una oficina, la oficina conserva ese registro como está.",
      ],
    },
  });
}

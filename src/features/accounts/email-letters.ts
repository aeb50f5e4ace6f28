import type { MailLetter } from "../../../db/columns/mail.ts";
import type { Language } from "../../formats/languages.ts";
import { defang } from "../mail/defang.ts";
import { pickLetter } from "../mail/mail.ts";
import { remedyIn } from "./not-you-letters.ts";

/** The kind of the job after an address was confirmed, for an account whose referral waits for that. */
export const emailConfirmedJob = "account.email_confirmed";

const day = 86_400_000;
const confirmationDays = 3;

export type Owner = {
  id: string;
  username: string;
  emailConfirmedAt: Date | null;
  language: Language | null;
};

const yourAccount: Record<Language, string> = { en: "your account", es: "su cuenta" };

/**
 * How an email names an account. The person who opened the account chose its username, so emails to an unconfirmed
 * address omit it: they may go to a stranger.
 */
export function nameAccount({ username, emailConfirmedAt, language }: Omit<Owner, "id">): string {
  const account = yourAccount[language ?? "en"];
  return emailConfirmedAt === null ? account : `${account} ${defang(username)}`;
}

/** The email with the link that confirms an address. It contains no text from the person who entered the address. */
export function confirmationLetter(
  { id, language }: Pick<Owner, "id" | "language">,
  productName: string,
): MailLetter {
  const link = {
    /** Browsers do not send the fragment, so the token reaches no server, proxy or other page. */
    path: "/confirm-email#",
    secret: { purpose: "confirm-email", subject: id, lifetimeMs: confirmationDays * day },
  } as const;
  return pickLetter(language, {
    en: {
      paragraphs: [
        "Someone, probably you, entered this email address for an account on this site.",
        `The link confirms that the address is yours. It works for ${confirmationDays} days.`,
        "If it wasn't you, you don't need to do anything. Without your confirmation, we won't send anything in your name.",
      ],
      links: [{ label: "Confirm this address", ...link }],
    },
    es: {
      subject: `${productName}: confirme su correo electrónico`,
      paragraphs: [
        "Alguien, probablemente usted, ha indicado este correo electrónico para una cuenta aquí.",
        `El enlace confirma que la dirección es suya. Funciona durante ${confirmationDays} días.`,
        "Si no ha sido usted, no tiene que hacer nada. Sin su confirmación no enviaremos nada en su nombre.",
      ],
      links: [{ label: "Confirmar esta dirección", ...link }],
    },
  });
}

/**
 * The email to a new address that is to replace a confirmed one. Like `confirmationLetter`, it contains no text from a
 * user.
 */
export function changeLetter(
  { id, language }: Pick<Owner, "id" | "language">,
  productName: string,
): MailLetter {
  const link = {
    path: "/confirm-email#",
    secret: { purpose: "change-email", subject: id, lifetimeMs: confirmationDays * day },
  } as const;
  return pickLetter(language, {
    en: {
      paragraphs: [
        "Someone, probably you, wants to use this email address for an account on this site instead of another one.",
        `The link confirms that the address is yours. It works for ${confirmationDays} days.`,
        "If it wasn't you, you don't need to do anything. Nothing changes without your confirmation.",
      ],
      links: [{ label: "Use this address", ...link }],
    },
    es: {
      subject: `${productName}: confirme su nuevo correo electrónico`,
      paragraphs: [
        "Alguien, probablemente usted, quiere usar este correo electrónico para una cuenta aquí en lugar de otro.",
        `El enlace confirma que la dirección es suya. Funciona durante ${confirmationDays} días.`,
        "Si no ha sido usted, no tiene que hacer nada. Sin su confirmación no cambia nada.",
      ],
      links: [{ label: "Usar esta dirección", ...link }],
    },
  });
}

/** The email to an account's confirmed address when another address has been entered. */
export function changeRequestedLetter(
  owner: Owner,
  { productName, hasPassword }: { productName: string; hasPassword: boolean },
): MailLetter {
  const [en, es] = [remedyIn("en", hasPassword), remedyIn("es", hasPassword)];
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `Someone entered another email address for ${nameAccount(owner)}. ${hasPassword ? "If it wasn't you, someone knows your password: please choose a new one right away, which also cancels the change." : en.sentence}`,
        "Otherwise, the new address will replace this one when the link that we sent there is opened.",
      ],
      links: [en.link],
    },
    es: {
      subject: `${productName}: se ha indicado otro correo electrónico`,
      paragraphs: [
        `Alguien ha indicado otro correo electrónico para ${nameAccount(owner)}. ${hasPassword ? "Si no ha sido usted, alguien conoce su contraseña: elija una nueva ahora mismo; así también se cancela el cambio." : es.sentence}`,
        "De lo contrario, la nueva dirección sustituirá a esta cuando se abra el enlace que hemos enviado allí.",
      ],
      links: [es.link],
    },
  });
}

/** The email to a confirmed address after another one has replaced it. */
export function changedAddressLetter(owner: Owner, productName: string): MailLetter {
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `${sentence(nameAccount(owner))} now uses another email address. If it wasn't you, please write to us.`,
        "We won't write to this address anymore.",
      ],
      links: [{ label: "Contact us", path: "/contact" }],
    },
    es: {
      subject: `${productName}: su correo electrónico ha cambiado`,
      paragraphs: [
        `${sentence(nameAccount(owner))} usa ahora otro correo electrónico. Si no ha sido usted, escríbanos.`,
        "Ya no escribiremos a esta dirección.",
      ],
      links: [{ label: "Contacto", path: "/contact" }],
    },
  });
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The email to an address that was replaced. */
export function replacedLetter({ language }: Pick<Owner, "language">, productName: string): MailLetter {
  return pickLetter(language, {
    en: {
      paragraphs: [
        "Someone replaced the email address of your account with another one. If it wasn't you, please write to us.",
        "This address was never confirmed.",
      ],
      links: [{ label: "Contact us", path: "/contact" }],
    },
    es: {
      subject: `${productName}: su correo electrónico se ha sustituido`,
      paragraphs: [
        "Alguien ha sustituido el correo electrónico de su cuenta por otro. Si no ha sido usted, escríbanos.",
        "Esta dirección nunca se había confirmado.",
      ],
      links: [{ label: "Contacto", path: "/contact" }],
    },
  });
}

import { z } from "zod";
import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import { defang } from "../mail/defang.ts";
import { pickLetter } from "../mail/mail.ts";
import { nameAccount, type Owner } from "./email-letters.ts";
import { remedyIn } from "./not-you-letters.ts";

/** The kind of the job that looks up a forgotten account; its subject is a `ResetRequest`. */
export const passwordResetJob = "password.reset";

const resetRequestSchema = z.object({
  /** The name or address as typed. */
  account: z.string(),
  /** Identifies the requester in the limits. */
  requester: z.string(),
});
export type ResetRequest = z.infer<typeof resetRequestSchema>;

export const writeResetRequest = (request: ResetRequest): string => JSON.stringify(request);

/** Jobs of earlier versions contain only the account. */
export function readResetRequest(subject: string): ResetRequest {
  try {
    return resetRequestSchema.parse(JSON.parse(subject));
  } catch {
    return { account: subject, requester: "" };
  }
}

const hour = 3_600_000;

/** Browsers do not send the fragment, so the token reaches no server, proxy or other page. */
export const resetPath = "/reset-password#";

/**
 * The email with a link for each account of the mailbox. Each link sets a new password once, within an hour. A mailbox
 * gets a single email, no matter how many accounts it has.
 */
export function resetLetter(owners: [Owner, ...Owner[]], productName: string): MailLetter {
  const [first, ...others] = owners;
  const isOne = others.length === 0;
  const linksWith = (label: string, of: string): Pick<MailLetter, "links" | "button"> => ({
    links: owners.map(({ id, username }) => ({
      label: isOne ? label : `${label} ${of} ${defang(username)}`,
      path: resetPath,
      secret: { purpose: "password-reset", subject: id, lifetimeMs: hour },
    })),
    ...(!isOne && { button: false }),
  });
  return pickLetter(first.language, {
    en: {
      paragraphs: [
        `We got a request to reset your password for ${isOne ? nameAccount(first) : "your accounts"}.`,
        isOne
          ? "The link works once, within one hour."
          : "Each link below sets a password for one account. It works once, within one hour.",
        "If it wasn't you, you don't need to do anything. Your password stays the same.",
      ],
      ...linksWith("Choose a new password", "for"),
    },
    es: {
      subject: `${productName}: elija una nueva contraseña`,
      paragraphs: [
        `Hemos recibido una solicitud para cambiar la contraseña de ${isOne ? nameAccount(first) : "sus cuentas"}.`,
        isOne
          ? "El enlace funciona una vez, durante una hora."
          : "Cada enlace de abajo cambia la contraseña de una cuenta. Funciona una vez, durante una hora.",
        "Si no ha sido usted, no tiene que hacer nada. Su contraseña sigue siendo la misma.",
      ],
      ...linksWith("Elegir una nueva contraseña", "para"),
    },
  });
}

/**
 * The email about a changed password. `at`: ms since 1970 UTC. With `isAgain`, it covers all changes since the previous
 * email, and `at` is the last one.
 */
export function changedLetter(
  owner: Owner,
  productName: string,
  at: number,
  { isAgain = false } = {},
): MailLetter {
  const when = writeUtcMinute(new Date(at));
  const how = isAgain ? "was changed again, most recently on" : "was changed on";
  const howInSpanish = isAgain ? "ha vuelto a cambiar, la última vez el" : "cambió el";
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `The password of ${nameAccount(owner)} ${how} ${when} UTC. If it wasn't you, please choose a new one right away.`,
        "We logged you out everywhere else and revoked your access tokens.",
      ],
      links: [remedyIn("en", true).link],
    },
    es: {
      subject: `${productName}: su contraseña ha cambiado`,
      paragraphs: [
        `La contraseña de ${nameAccount(owner)} ${howInSpanish} ${when} UTC. Si no ha sido usted, elija una nueva ahora mismo.`,
        "Hemos cerrado su sesión en todos los demás lugares y revocado sus tokens de acceso.",
      ],
      links: [remedyIn("es", true).link],
    },
  });
}

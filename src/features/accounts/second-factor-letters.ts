import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { pickLetter } from "../mail/mail.ts";
import { nameAccount, type Owner } from "./email-letters.ts";
import { remedyIn } from "./not-you-letters.ts";

/** What happened to the second step of an account. */
export type FactorEvent =
  | "app-added"
  | "app-removed"
  | "codes-made"
  | "passkey-added"
  | "passkey-removed"
  | "provider-linked"
  | "provider-unlinked"
  | "password-set"
  | "operator-reset";

const events: Record<Language, Record<FactorEvent, (account: string, hasPassword: boolean) => string>> = {
  en: {
    "app-added": (account, hasPassword) =>
      `An authenticator app was added to ${account}. From now on, ${hasPassword ? "logging in with the password also takes" : "changes to the account also take"} a code.`,
    "app-removed": (account, hasPassword) =>
      `The authenticator app of ${account} was removed. ${hasPassword ? "Logging in takes only the password now." : "Changes to the account no longer take a code."}`,
    "codes-made": (account) => `New recovery codes were made for ${account}. Earlier ones no longer work.`,
    "passkey-added": (account, hasPassword) =>
      `A passkey was added to ${account}.${hasPassword ? " It can log in without the password." : ""}`,
    "passkey-removed": (account) => `A passkey of ${account} was removed.`,
    "provider-linked": (account) =>
      `${account} was linked to an identity provider. Who signs in there can log in to it.`,
    "provider-unlinked": (account) => `${account} is no longer linked to an identity provider.`,
    "password-set": (account) => `A first password was chosen for ${account}.`,
    "operator-reset": (account, hasPassword) =>
      `The people who run this site removed the second step and the passkeys of ${account} and logged it out everywhere.${hasPassword ? " Logging in takes only the password now." : ""}`,
  },
  es: {
    "app-added": (account, hasPassword) =>
      `Se ha añadido una aplicación de autenticación a ${account}. Desde ahora, para ${hasPassword ? "iniciar sesión con la contraseña" : "hacer cambios en la cuenta"} hace falta también un código.`,
    "app-removed": (account, hasPassword) =>
      `Se ha quitado la aplicación de autenticación de ${account}. ${hasPassword ? "Ahora basta la contraseña para iniciar sesión." : "Los cambios en la cuenta ya no piden un código."}`,
    "codes-made": (account) =>
      `Se han creado códigos de recuperación nuevos para ${account}. Los anteriores ya no funcionan.`,
    "passkey-added": (account, hasPassword) =>
      `Se ha añadido una llave de acceso a ${account}.${hasPassword ? " Con ella se puede iniciar sesión sin la contraseña." : ""}`,
    "passkey-removed": (account) => `Se ha quitado una llave de acceso de ${account}.`,
    "provider-linked": (account) =>
      `Se ha vinculado ${account} con un proveedor de identidad. Quien inicia sesión allí puede entrar.`,
    "provider-unlinked": (account) => `${account} ya no está vinculada con un proveedor de identidad.`,
    "password-set": (account) => `Se ha elegido una primera contraseña para ${account}.`,
    "operator-reset": (account, hasPassword) =>
      `Los responsables de este sitio han quitado el segundo paso y las llaves de acceso de ${account} y han cerrado todas sus sesiones.${hasPassword ? " Ahora basta la contraseña para iniciar sesión." : ""}`,
  },
};

const subjects: Record<Language, string> = {
  en: "the way you log in was changed",
  es: "ha cambiado su forma de iniciar sesión",
};

/** The subject of the operator's copy, in English as all of them. */
export const factorSubject = (productName: string): string => `${productName}: ${subjects.en}`;

type Facts = { productName: string; hasPassword: boolean; at: number };

/** The email about a change. `hasPassword`: one signs in to the account; `at`: ms since 1970 UTC. */
export function factorLetter(
  owner: Owner,
  event: FactorEvent,
  { productName, hasPassword, at }: Facts,
): MailLetter {
  const when = writeUtcMinute(new Date(at));
  const [en, es] = [remedyIn("en", hasPassword), remedyIn("es", hasPassword)];
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        events.en[event](nameAccount(owner), hasPassword),
        `This was on ${when} UTC. ${en.sentence}`,
      ],
      links: [en.link],
    },
    es: {
      subject: `${productName}: ${subjects.es}`,
      paragraphs: [events.es[event](nameAccount(owner), hasPassword), `Fue el ${when} UTC. ${es.sentence}`],
      links: [es.link],
    },
  });
}

/** The email about a sign-in with a recovery code. `left`: how many there still are. */
export function recoveryCodeLetter(
  owner: Owner,
  left: number,
  { productName, hasPassword, at }: Facts,
): MailLetter {
  const when = writeUtcMinute(new Date(at));
  const [en, es] = [remedyIn("en", hasPassword), remedyIn("es", hasPassword)];
  return pickLetter(owner.language, {
    en: {
      paragraphs: [
        `Someone, probably you, logged in to ${nameAccount(owner)} with a recovery code on ${when} UTC.`,
        `Recovery codes left: ${left}. Your account page makes new ones.`,
        `${en.sentence} Make new recovery codes there, too.`,
      ],
      links: [en.link],
    },
    es: {
      subject: `${productName}: se ha usado un código de recuperación`,
      paragraphs: [
        `Alguien, probablemente usted, ha iniciado sesión en ${nameAccount(owner)} con un código de recuperación el ${when} UTC.`,
        `Códigos de recuperación restantes: ${left}. En la página de su cuenta puede crear otros nuevos.`,
        `${es.sentence} Cree allí también códigos de recuperación nuevos.`,
      ],
      links: [es.link],
    },
  });
}

import type { MailLetter } from "../../../db/columns/mail.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import type { Language } from "../../formats/languages.ts";
import { defang } from "../mail/defang.ts";
import { pickLetter } from "../mail/mail.ts";
import { nameAccount, type Owner } from "./email-letters.ts";
import { remedyIn } from "./not-you-letters.ts";

/** What a person is told, with the names that an email says. */
export type News =
  | { kind: "document-failed"; documentId: string; name: string; isCollection: boolean }
  | { kind: "plan-used-up" }
  | { kind: "seats-changed"; before: number; after: number; price: number }
  | { kind: "project-acknowledged"; shareId: string; projectId: string; project: string; by: string }
  | { kind: "new-sign-in"; browser: string | null; system: string | null; address: string };

type Words = { subject: string; paragraphs: string[]; label: string };
/** `hasPassword`: whether the person logs in with one; otherwise only with a provider or a passkey. */
type About = { owner: Owner; hasPassword: boolean; at: string; office: string | null };

/** ": Firefox on Windows", as far as known. */
function nameDevice(
  { browser, system }: Pick<Extract<News, { kind: "new-sign-in" }>, "browser" | "system">,
  on: string,
) {
  const names = [browser, system].filter((name) => name !== null);
  return names.length === 0 ? "" : `: ${names.join(on)}`;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const membersEn = (count: number) => `${count} ${count === 1 ? "member" : "members"}`;
const membersEs = (count: number) =>
  count === 1 ? "un miembro que puede sellar" : `${count} miembros que pueden sellar`;

/** Subjects are kept longer than emails, so they contain no names. */
const words: Record<Language, (news: News, about: About) => Words> = {
  en(news, { owner, hasPassword, at, office }) {
    const where = office === null ? "" : ` in ${office}`;
    switch (news.kind) {
      case "document-failed":
        return {
          subject: "a document could not be stamped",
          paragraphs: [
            `“${defang(news.name)}”${where} could not be stamped. Its page says why, and what you can do.`,
            "It has used no document of your plan.",
          ],
          label: "Open the document",
        };
      case "plan-used-up":
        return {
          subject: "the documents of your plan are used up",
          paragraphs: [
            `The last document of your plan${where} was used on ${at} UTC. To stamp more, please choose a plan.`,
          ],
          label: "See the plans",
        };
      case "seats-changed":
        return {
          subject: "your office pays for a different number of members",
          paragraphs: [
            `The plan${where} is now for ${membersEn(news.after)} who may stamp; before, it was for ${news.before}. Each costs ${dollars(news.price)} a month, plus any taxes.`,
            `${news.after > news.before ? "The next invoice has the rest of this month for those who joined." : "The lower number holds from the next invoice on; nothing is credited for this month."} The log of the office says who joined, left or got another role.`,
          ],
          label: "Go to the office",
        };
      case "project-acknowledged":
        return {
          subject: "a shared project was acknowledged",
          paragraphs: [
            `${defang(news.by)} acknowledged the project “${defang(news.project)}”${where} on ${at} UTC.`,
          ],
          label: "Open the project",
        };
      case "new-sign-in":
        return {
          subject: "a new sign-in to your account",
          paragraphs: [
            `Someone, probably you, logged in to ${nameAccount(owner)} with a browser that was not used for it before${nameDevice(news, " on ")}. This was on ${at} UTC.`,
            hasPassword
              ? "If it wasn't you, please choose a new password right away: that logs everyone else out. Then look at your account page."
              : "If it wasn't you, please end that login on your account page right away. Then secure what you log in with: your account at the provider, or your passkey.",
          ],
          label: remedyIn("en", hasPassword).link.label,
        };
    }
  },
  es(news, { owner, hasPassword, at, office }) {
    const where = office === null ? "" : ` de ${office}`;
    switch (news.kind) {
      case "document-failed":
        return {
          subject: "no se ha podido sellar un documento",
          paragraphs: [
            `No se ha podido sellar «${defang(news.name)}»${where}. Su página dice el motivo y qué puede hacer.`,
            "No ha gastado ningún documento de su plan.",
          ],
          label: "Abrir el documento",
        };
      case "plan-used-up":
        return {
          subject: "se han agotado los documentos de su plan",
          paragraphs: [
            `El último documento del plan${where} se usó el ${at} UTC. Para sellar más, elija un plan.`,
          ],
          label: "Ver los planes",
        };
      case "seats-changed":
        return {
          subject: "su oficina paga por otro número de miembros",
          paragraphs: [
            `El plan${where} es ahora para ${membersEs(news.after)}; antes era para ${news.before}. Cada uno cuesta ${dollars(news.price)} al mes, más los impuestos que correspondan.`,
            `${news.after > news.before ? "La próxima factura incluye el resto de este mes de quienes se han unido." : "El número menor vale desde la próxima factura; no se abona nada por este mes."} El registro de la oficina dice quién se ha unido, se ha ido o tiene otra función.`,
          ],
          label: "Ir a la oficina",
        };
      case "project-acknowledged":
        return {
          subject: "se ha confirmado la lectura de un proyecto compartido",
          paragraphs: [
            `${defang(news.by)} confirmó el ${at} UTC que ha visto el proyecto «${defang(news.project)}»${where}.`,
          ],
          label: "Abrir el proyecto",
        };
      case "new-sign-in":
        return {
          subject: "un nuevo inicio de sesión en su cuenta",
          paragraphs: [
            `Alguien, probablemente usted, ha iniciado sesión en ${nameAccount(owner)} con un navegador que no se había usado antes para ello${nameDevice(news, " en ")}. Fue el ${at} UTC.`,
            hasPassword
              ? "Si no ha sido usted, elija una contraseña nueva ahora mismo: así se cierran todas las demás sesiones. Después revise la página de su cuenta."
              : "Si no ha sido usted, cierre esa sesión ahora mismo en la página de su cuenta. Después proteja aquello con lo que inicia sesión: su cuenta del proveedor o su llave de acceso.",
          ],
          label: remedyIn("es", hasPassword).link.label,
        };
    }
  },
};

/** Where the button of the email leads. */
function pathOf(news: News, { hasPassword }: About): string {
  switch (news.kind) {
    case "document-failed":
      return news.isCollection ? `/collections/${news.documentId}` : `/?document=${news.documentId}`;
    case "plan-used-up":
      return "/subscription";
    case "seats-changed":
      return "/office";
    case "project-acknowledged":
      return `/projects/${news.projectId}`;
    case "new-sign-in":
      return remedyIn("en", hasPassword).link.path;
  }
}

/** The email about a notice. `at`: ms since 1970 UTC; `office`: the name of the office in which it happened. */
export function noticeMail(
  owner: Owner,
  news: News,
  facts: Pick<About, "hasPassword" | "office"> & { productName: string; at: number },
): { subject: string; letter: MailLetter } {
  const { productName, hasPassword } = facts;
  const office = facts.office === null ? null : defang(facts.office);
  const about = { owner, hasPassword, at: writeUtcMinute(new Date(facts.at)), office };
  const [en, es] = [words.en(news, about), words.es(news, about)];
  const subject = `${productName}: ${en.subject}`;
  const links = ({ label }: Words) => [{ label, path: pathOf(news, about) }];
  const letter = pickLetter(owner.language, {
    en: { paragraphs: en.paragraphs, links: links(en) },
    es: { subject: `${productName}: ${es.subject}`, paragraphs: es.paragraphs, links: links(es) },
  });
  return { subject, letter };
}

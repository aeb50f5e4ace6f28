import type { Language } from "../../src/formats/languages.ts";
import type { CodeVerdict } from "../features/verification/verify-code.ts";

type RecordWords = {
  checkingTime: string;
  /** Above what the QR code that led to the page states. `name` is the name of the service. */
  code: Record<CodeVerdict["kind"], (name: string) => string>;
  serial: string;
  name: string;
  client: string;
  office: string;
  domain: string;
  domainOn: (domain: string, day: string) => string;
  email: string;
  emailOn: (address: string, day: string) => string;
  time: string;
};

/** What the script of a published record says besides its page and the verifier. */
export const recordWords: Record<Language, RecordWords> = {
  en: {
    checkingTime: "Checking who confirms the time…",
    code: {
      matches: (name) => `Genuine: ${name} signed the QR code or link that brought you here. It says:`,
      alone: (name) => `${name} signed the QR code or link that brought you here. It says:`,
      notOnRecord: (name) => `${name} signed the QR code or link that brought you here. It says:`,
      differs: (name) =>
        `Failed: ${name} signed this QR code, but for another document. Someone may be trying to deceive you. It says:`,
      forged: (name) =>
        `Failed: the QR code or link is forged or damaged: ${name} did not sign it. Don't trust the paper it is on.`,
      beforeKey: () =>
        "Failed: the QR code is dated before the key was made that signed it. Don't trust the paper it is on.",
      endedKey: () =>
        "Can't tell: the QR code is signed with a key that is no longer used, so someone else may have signed it.",
      unknownKey: () => "Can't tell: we don't know the key that signed this QR code. Check the file itself.",
    },
    serial: "Serial number",
    name: "Document name",
    client: "Client name",
    office: "Office for which the client acts",
    domain: "Domain of the office",
    domainOn: (domain, day) => `${domain}, verified with a DNS record that was last seen on ${day}`,
    email: "Email address of the client",
    emailOn: (address, day) => `${address}, confirmed with a link in an email on ${day}`,
    time: "Processing date",
  },
  es: {
    checkingTime: "Comprobando quién confirma la hora…",
    code: {
      matches: (name) => `Auténtico: ${name} firmó el código QR o el enlace con el que usted llegó. Dice:`,
      alone: (name) => `${name} firmó el código QR o el enlace con el que usted llegó. Dice:`,
      notOnRecord: (name) => `${name} firmó el código QR o el enlace con el que usted llegó. Dice:`,
      differs: (name) =>
        `Verificación no superada: ${name} firmó este código QR, pero para otro documento. Es posible que alguien quiera engañarle. Dice:`,
      forged: (name) =>
        `Verificación no superada: el código QR o el enlace está falsificado o dañado: ${name} no lo firmó. No se fíe del papel en el que está.`,
      beforeKey: () =>
        "Verificación no superada: el código QR lleva una fecha anterior a la creación de la clave que lo firmó. No se fíe del papel en el que está.",
      endedKey: () =>
        "No se puede saber: el código QR está firmado con una clave que ya no se usa, por lo que puede haberlo firmado otra persona.",
      unknownKey: () =>
        "No se puede saber: no conocemos la clave que firmó este código QR. Compruebe el propio archivo.",
    },
    serial: "Número de serie",
    name: "Nombre del documento",
    client: "Nombre del cliente",
    office: "Oficina para la que actúa el cliente",
    domain: "Dominio de la oficina",
    domainOn: (domain, day) => `${domain}, verificado con un registro DNS visto por última vez el ${day}`,
    email: "Correo electrónico del cliente",
    emailOn: (address, day) => `${address}, confirmado con un enlace en un correo el ${day}`,
    time: "Fecha de procesamiento",
  },
};

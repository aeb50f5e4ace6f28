import type { PlanId } from "../../db/columns/billing.ts";
import type { ShownTerms } from "../../src/server/http/page-renderer.ts";
import {
  acceptsWord,
  creditsPay,
  extraTypes,
  maxUploadMb,
  paymentsOpen,
  productName,
  retentionHours,
  signupOpen,
} from "../environment/server-settings.ts";
import { localize } from "./localize.ts";

type PaidPlan = Exclude<PlanId, "trial">;
type Plans = Record<PlanId, ShownTerms>;

/** The types that the home screen accepts in addition to the common ones. */
const moreTypes = [
  ...(acceptsWord ? ["DOC"] : []),
  ...(acceptsWord && extraTypes ? ["ODT", "RTF", "TXT"] : []),
  "TIFF",
  ...(extraTypes ? ["HEIC", "WebP", "AVIF", "GIF", "BMP"] : []),
];

// en-GB puts no comma before the last one, as in the other lists of types.
const moreTypesEn = () => new Intl.ListFormat("en-GB").format(moreTypes);

const moreTypesEs = () => new Intl.ListFormat("es").format(moreTypes);

const othersEn = extraTypes
  ? ` Other pictures become one of these two${acceptsWord ? ", and other texts become a PDF" : ""}.`
  : "";

const othersEs = extraTypes
  ? ` Las demás imágenes se convierten en una de estas dos${acceptsWord ? ", y los demás textos, en un PDF" : ""}.`
  : "";

const fontsEn = acceptsWord
  ? " If a Word document uses a font that we don't have, we replace it with a similar one, which can move lines. If every line has to stay where it is, save the document as a PDF yourself and upload that."
  : "";

const fontsEs = acceptsWord
  ? " En un documento de Word, los tipos de letra que el servidor no tiene se sustituyen por otros parecidos, lo que puede mover líneas. Si cada línea debe quedarse donde está, guarde usted mismo el documento como PDF y súbalo así."
  : "";

/** What is sold in addition to the free documents, and the prices. */
function listPricesEn({ smallbundle, bundle, unlimited }: Plans, price: Record<PlanId, string>): string {
  const sold: Record<PaidPlan, string | false> = {
    payper: `Pay Per Document, ${price.payper} for one document`,
    smallbundle:
      smallbundle.offered && `Small Bundle, ${price.smallbundle} for ${countDocumentsEn(smallbundle)}`,
    bundle: bundle.offered && `Bundle, ${price.bundle} for ${countDocumentsEn(bundle)}`,
    unlimited:
      unlimited.offered &&
      `Unlimited Monthly, ${price.unlimited} a month without a limit${unlimited.perMember ? ", in an office for each member who may stamp" : ""}`,
  };
  return Object.values(sold)
    .filter((plan) => plan !== false)
    .join("; ");
}

function listPricesEs({ smallbundle, bundle, unlimited }: Plans, price: Record<PlanId, string>): string {
  const sold: Record<PaidPlan, string | false> = {
    payper: `Pago por documento, ${price.payper} por un documento`,
    smallbundle:
      smallbundle.offered && `Paquete pequeño, ${price.smallbundle} por ${countDocumentsEs(smallbundle)}`,
    bundle: bundle.offered && `Paquete, ${price.bundle} por ${countDocumentsEs(bundle)}`,
    unlimited:
      unlimited.offered &&
      `Mensual ilimitado, ${price.unlimited} al mes sin límite${unlimited.perMember ? ", en una oficina por cada miembro que puede sellar" : ""}`,
  };
  return Object.values(sold)
    .filter((plan) => plan !== false)
    .join("; ");
}

const countDocumentsEn = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 document" : `${documentLimit} documents`;

const countDocumentsEs = ({ documentLimit }: ShownTerms) =>
  documentLimit === 1 ? "1 documento" : `${documentLimit} documentos`;

function describeFreeEn({ documentLimit }: ShownTerms): string {
  if (documentLimit === null) return "Every document is free here, with its certificate.";
  const documents =
    documentLimit === 1
      ? "1 free document, with its certificate,"
      : `${documentLimit} free documents, each with its certificate,`;
  return `Every new account gets ${documents} and needs no credit card.`;
}

function describeFreeEs({ documentLimit }: ShownTerms): string {
  if (documentLimit === null) return "Aquí todos los documentos son gratuitos, con su certificado.";
  const documents =
    documentLimit === 1
      ? "1 documento gratuito, con su certificado,"
      : `${documentLimit} documentos gratuitos, cada uno con su certificado,`;
  return `Cada cuenta nueva tiene ${documents} sin tarjeta de crédito.`;
}

/**
 * Questions and answers in display order, with this server's plans and prices. Answers must stay true of
 * the product.
 */
export const faqQuestions = (plans: Plans, price: Record<PlanId, string>) =>
  localize({
    general: {
      product: {
        question: { en: `What does ${productName} do?`, es: `¿Qué hace ${productName}?` },
        answer: {
          en: "You upload a document and confirm that it is yours. You get back a stamped copy, with the date, the time, your name and a serial number on every page, and a Certificate of Attestation. Its QR code opens a page where anyone can check both.",
          es: "Usted sube un documento y confirma que es suyo. Recibe una copia sellada, en la que cada página lleva la fecha, la hora, su nombre y un número de serie, y un certificado de atestación cuyo código QR abre una página donde cualquiera puede comprobar ambos.",
        },
      },
      proof: {
        question: {
          en: "What does the certificate prove, and what doesn't it prove?",
          es: "¿Qué prueba el certificado, y qué no prueba?",
        },
        answer: {
          en: `It is our signed statement that an account in the client's name gave ${productName} a file with exactly this fingerprint (SHA-256) at the stated time. Its public page says whose clock that time is from, and who else confirms it. It does not prove who wrote or owns the document, that the client's name is right, or that the document is true: we don't check that. It supports a timeline. It is not a copyright registration, does not replace one, and is not notarized.`,
          es: `Es nuestra declaración firmada de que un archivo con exactamente esta huella (SHA-256) se entregó a ${productName} en el momento que indica, desde una cuenta a nombre del cliente. Su página pública dice de qué reloj es esa hora y quién más la confirma. No prueba quién escribió el documento ni a quién pertenece, ni que el nombre del cliente sea correcto, ni que lo que dice el documento sea cierto: eso no lo examinamos. Respalda una cronología. No es un registro de derechos de autor ni lo sustituye, y no es un acta notarial.`,
        },
      },
      accepted: {
        question: {
          en: "Will a school or court accept this?",
          es: "¿Lo aceptará una escuela o un tribunal?",
        },
        answer: {
          en: `We can't promise that. Each school, office or court decides what it accepts, so ask before you rely on it. What ${productName} gives you is evidence that anyone can check: exactly this file existed at this time, by the clock that its public page names. It doesn't prove who wrote it or that it is true.`,
          es: `No podemos prometerlo. Cada escuela, oficina o tribunal decide qué acepta, así que pregunte antes de confiar en ello. Lo que ${productName} le da es una prueba que cualquiera puede comprobar: exactamente este archivo existía en este momento, según el reloj que indica su página pública. No prueba quién lo escribió ni que sea cierto.`,
        },
      },
      notarization: {
        question: { en: "Is this notarization?", es: "¿Es esto un acta notarial?" },
        answer: {
          en: "No. A notary checks who you are and watches you sign. We do neither. “Affidavit certificate” and “Certificate of Attestation” are two names for the same PDF: a statement signed by us that says which file we received, when, and from which account. If someone asks for a notarized document, you need a notary.",
          es: "No. Un notario comprueba quién es usted y presencia su firma. Nosotros no hacemos ninguna de las dos cosas. El «certificado de atestación» es un PDF con una declaración firmada por nosotros que dice qué archivo recibimos, cuándo y de qué cuenta. Si le piden un documento notarial, necesita un notario.",
        },
      },
      original: {
        question: { en: "What happens to my original?", es: "¿Qué ocurre con mi original?" },
        answer: {
          en: `We delete it ${retentionHours} hours after the upload. We keep its name, its size and its fingerprint, so anyone who has the file can still prove that it is the same. Please note that a stamped PDF contains the original pages, and often the original file itself. We keep the stamped copy until you delete the document.`,
          es: `Se elimina ${retentionHours} horas después de la subida. Su nombre, su tamaño y su huella quedan registrados, de modo que quien tenga el archivo pueda seguir probando que es el mismo. Tenga en cuenta que un PDF sellado contiene las páginas originales, y a menudo el propio archivo original: la copia sellada se conserva hasta que usted elimine el documento.`,
        },
      },
      privacy: {
        question: { en: "Who can see my documents?", es: "¿Quién puede ver mis documentos?" },
        answer: {
          en: "You. The public page shows the serial number, the processing date, the file name, your name and the fingerprints, but never the document. Administrators of this site can open a client's files to help, and we log each time they do. So choose a file name that you don't mind others seeing.",
          es: "Usted. La página pública de un número de serie muestra el número de serie, la fecha de procesamiento, el nombre del archivo, el nombre de usted y las huellas, nunca el documento. Quienes administran este servidor pueden abrir los archivos de un cliente para ayudarle, y cada vez que lo hacen queda anotado en un registro. Elija por ello un nombre de archivo que no le importe que se lea.",
        },
      },
      deletion: {
        question: {
          en: "What happens when I delete a document?",
          es: "¿Qué ocurre cuando elimino un documento?",
        },
        answer: {
          en: "We permanently delete the stamped copy and the certificate, and no longer show any name. The public page of its serial number stays, with the date and the fingerprints, and says that a certificate was issued and when you withdrew the document. The stamp still counts toward your plan.",
          es: "La copia sellada y el certificado se eliminan definitivamente, y ya no se muestra ningún nombre. La página pública de su número de serie se queda, con la fecha y las huellas, y dice que se emitió un certificado y cuándo retiró usted el documento. El sello sigue contando en su plan.",
        },
      },
      referrals: {
        question: {
          en: "How does the referral program work?",
          es: "¿Cómo funciona el programa de recomendación?",
        },
        answer: {
          en: `Your referral link is on the Plans page. To open it, choose “See plans” on the home page. ${creditsPay ? "Someone who signs up with your link gets 3 free credits at once, and you get 3 when they have stamped a first document or bought something. If other people on their network were referred before, you both get them then, and they also need a confirmed email address or a purchase." : "When someone signs up with your link, they get 3 free credits and you get 3, at once."} There is no limit. You can't refer yourself, and an account can use only one code, once.`,
          es: `Su enlace de recomendación está en la página de planes, que se abre con «Ver planes» en la página de inicio. ${creditsPay ? "Quien abre una cuenta con su enlace recibe 3 créditos gratuitos al momento, y usted recibe otros 3 cuando haya sellado un primer documento o comprado algo. Si de su red ya vinieron otras personas recomendadas, ambos los reciben entonces, y hace falta además un correo electrónico confirmado o una compra." : "Cuando alguien abre una cuenta con su enlace, ambos reciben 3 créditos gratuitos al momento."} No hay límite. Nadie puede recomendarse a sí mismo, y una cuenta puede usar un solo código, una vez.`,
        },
      },
    },
    technical: {
      files: {
        question: {
          en: "Which files can I upload, and how should I name them?",
          es: "¿Qué archivos puedo subir, y qué nombre conviene darles?",
        },
        answer: {
          en: `PDF${acceptsWord ? ", docx" : ""}, PNG, JPG and JPEG; on the home screen also ${moreTypesEn()}.${acceptsWord ? "" : " This server doesn't convert Word documents: save yours as a PDF and upload that."} Each file can be up to ${maxUploadMb} MB. You can choose several at once; each becomes a separate document. A file name of at most 8 words looks best on the certificate. It is in the QR code, too.`,
          es: `PDF${acceptsWord ? ", docx" : ""}, PNG, JPG y JPEG; en la página de inicio, también ${moreTypesEs()}.${acceptsWord ? "" : " Este servidor no convierte documentos de Word: guarde el suyo como PDF y súbalo así."} Cada archivo puede tener hasta ${maxUploadMb} MB. Puede elegir varios a la vez: cada uno será un documento propio. Un nombre de archivo de 8 palabras como máximo queda mejor en el certificado. También figura en el código QR.`,
        },
      },
      duration: {
        question: { en: "How long does it take?", es: "¿Cuánto tarda?" },
        answer: {
          en: "Small documents are ready in seconds. Allow 30-60 seconds for a typical one when many people are waiting, and up to 2-3 minutes for a large file. You can close the page; we'll keep working.",
          es: "Los documentos pequeños están listos en segundos. Cuente con 30 a 60 segundos para uno corriente cuando esperan muchas personas, y con hasta 2 o 3 minutos para un archivo grande. Puede cerrar la página: el trabajo continúa.",
        },
      },
      stamp: {
        question: {
          en: "What does the stamp say, and where is it?",
          es: "¿Qué dice el sello, y dónde está?",
        },
        answer: {
          en: "The product's name, the date and time (in the time zone of your account), your name, the serial number, one sentence with the time in UTC, and where to check it. It is on every page, with a QR code where there is room for it. When you set up the document, you choose its language, whether it has the code, and its place: along the right edge, or in one of the four corners.",
          es: "El nombre del producto, la fecha y la hora (en la zona horaria de su cuenta), el nombre de usted, el número de serie, una frase con la hora en UTC y la dirección donde se puede comprobar. Está en todas las páginas, con un código QR donde cabe. Al configurar el documento, usted elige el idioma, si lleva el código y el lugar: el borde derecho, en vertical, o una de las cuatro esquinas.",
        },
      },
      conversion: {
        question: {
          en: acceptsWord ? "What happens to a Word document or a TIFF?" : "What happens to a TIFF?",
          es: acceptsWord
            ? "¿Qué ocurre con un documento de Word, o con un TIFF?"
            : "¿Qué ocurre con un TIFF?",
        },
        answer: {
          en: `You get it back as a PDF; PNG and JPEG pictures stay PNG and JPEG.${othersEn}${fontsEn}`,
          es: `${acceptsWord ? "Ambos se convierten" : "Se convierte"} en un PDF, que es lo que usted descarga; las imágenes PNG y JPEG siguen siendo lo que son.${othersEs}${fontsEs}`,
        },
      },
      signed: {
        question: {
          en: "My PDF is already signed. Does the signature survive?",
          es: "Mi PDF ya está firmado. ¿Se conserva la firma?",
        },
        answer: {
          en: "Yes. We add the stamp as a later layer and don't touch the signed part, so the signature stays valid. Some PDF readers show that something was added after signing; that is the stamp.",
          es: "Sí. El sello se añade al archivo como una capa posterior y la parte firmada no se toca, de modo que la firma sigue siendo válida para lo que se firmó. Algunos lectores indican que se añadió algo después de la firma; eso es el sello.",
        },
      },
      password: {
        question: {
          en: "My PDF has a password. What can I do?",
          es: "Mi PDF tiene contraseña. ¿Qué puedo hacer?",
        },
        answer: {
          en: "If a document can't be opened without a password, we can't stamp it, and we tell you when you upload or process it. Save a copy without the password and upload that. The failed one doesn't count toward your plan. If a PDF opens without a password and only restricts what you can do with it, we stamp it unless it forbids all changes. The stamped copy is not encrypted.",
          es: "Un documento que no se puede abrir sin contraseña no se puede sellar, y se lo decimos cuando lo sube o lo procesa. Guarde una copia sin contraseña y súbala. No cuenta en su plan. Un PDF que se abre sin contraseña y solo restringe su uso se sella, salvo que sus permisos prohíban todo cambio; su copia sellada no está cifrada.",
        },
      },
      code: {
        question: { en: "What is in the QR code?", es: "¿Qué contiene el código QR?" },
        answer: {
          en: "The address of your document's public page, followed by a statement with our digital signature: the serial number, the time, the file name, your name as it is on the certificate, and the fingerprints of the original and the stamped copy. The signature ties the code, the time and the document together, so we can tell if a code is forged or belongs to another document.",
          es: "La dirección de la página pública de su número de serie y, detrás, una declaración con nuestra firma digital: número de serie, hora, nombre del archivo, su nombre tal como figura en el certificado y las huellas del original y de la copia sellada. La firma une código, hora y documento: un código falsificado, o que pertenece a otro documento, se reconoce.",
        },
      },
      checking: {
        question: {
          en: "How do other people check my document?",
          es: "¿Cómo comprueba alguien mi documento?",
        },
        answer: {
          en: "They scan the QR code or open the address on the certificate, and drop the file on that page. Their own browser compares the file; it is not uploaded. The page says whether it is the original, the stamped copy, the certificate, or none of them. If even a single character was changed, the page says so, or that this is not the right file.",
          es: "Escanea el código QR o abre la dirección que figura en el certificado, y suelta el archivo en esa página. El archivo se compara en su propio navegador y no se sube. La página dice si es el original, la copia sellada, el certificado o ninguno de ellos. Si cambió un solo carácter, la página lo dice, o dice que no es el archivo correcto.",
        },
      },
      afterUs: {
        question: { en: `What if ${productName} shuts down?`, es: `¿Y si ${productName} cierra?` },
        answer: {
          en: "Your files still work, so keep your own copies of the stamped document, the certificate and the evidence pack (under “More”). With the evidence pack, anyone can check the document without us. The signed statement in the QR code can be checked, too: our public keys are at /.well-known/jwks.json on this site. Keep a copy of that small file with your certificate, and any program that supports Ed25519 signatures (RFC 8037) can check it.",
          es: "Sus archivos siguen valiendo: guarde sus propias copias del documento sellado, del certificado y del paquete de pruebas (en «Más»). Con el paquete de pruebas, cualquiera puede comprobar el documento sin nosotros. También se puede comprobar la declaración firmada del código QR: nuestras claves públicas están en /.well-known/jwks.json en este sitio: guarde una copia de ese pequeño archivo junto con su certificado, y cualquier programa que conozca las firmas Ed25519 (RFC 8037) podrá comprobarla.",
        },
      },
    },
    billing: {
      prices: {
        question: {
          en: "What is free, and what does it cost after that?",
          es: "¿Qué es gratuito, y cuánto cuesta después?",
        },
        answer: {
          en: `${describeFreeEn(plans.trial)} ${
            plans.trial.documentLimit === null
              ? ""
              : paymentsOpen
                ? `After that: ${listPricesEn(plans, price)}. If a plan says “+ applicable taxes”, we add taxes. `
                : "After that, ask this site's administrator: the site doesn't take payments. "
          }Checking documents is always free and needs no account.`,
          es: `${describeFreeEs(plans.trial)} ${
            plans.trial.documentLimit === null
              ? ""
              : paymentsOpen
                ? `Después: ${listPricesEs(plans, price)}. Donde un plan dice «+ impuestos aplicables», se añaden los impuestos. `
                : "Después, consulte a la administración de este sitio, que no acepta pagos. "
          }Comprobar documentos es gratuito para todos y no requiere cuenta.`,
        },
      },
      payment: {
        question: { en: "How can I pay?", es: "¿Cómo puedo pagar?" },
        answer: {
          en: "With a credit card, a debit card or Cash App Pay, if this site takes payments. Stripe handles the payment: your card number goes from your browser to Stripe and never to us.",
          es: "Con tarjeta de crédito, tarjeta de débito o Cash App Pay, si este servidor tiene activados los pagos. El pago se hace con Stripe: el número de su tarjeta va de su navegador a Stripe y nunca a nosotros.",
        },
      },
      counting: {
        question: {
          en: "What counts as a document? Does a failed one count?",
          es: "¿Qué cuenta como un documento? ¿Cuenta uno que falló?",
        },
        answer: {
          en: "Each stamp counts. A failed document doesn't: its stamp goes back to your plan, and Recent Documents says why it failed. Uploading, downloading and checking are free. Deleting a document doesn't give its stamp back.",
          es: "Cuenta un sello que se hizo. Un documento que falló no cuenta: su sello vuelve a su plan, y su fila en Documentos recientes dice por qué falló. Subir, descargar y comprobar tampoco cuentan. Eliminar un documento no devuelve ningún sello.",
        },
      },
      credits: {
        question: { en: "What are free credits good for?", es: "¿Para qué sirven los créditos gratuitos?" },
        answer: {
          en: `You get them from ${signupOpen ? "referrals or from " : ""}our support team, and they are shown with your plan. They don't raise your plan's limit, and we never use them automatically. ${creditsPay ? "On this site, you can use one to pay for a document." : "On this site, we only show them."}`,
          es: `Provienen de ${signupOpen ? "las recomendaciones o de " : ""}nuestro soporte, y se muestran junto a su plan. No aumentan el límite de su plan y nunca se gastan solos. ${creditsPay ? "En este sitio, el diálogo de pago ofrece usar uno de ellos para un documento." : "En este sitio solo se muestran."}`,
        },
      },
      refunds: {
        question: { en: "Can I get a refund?", es: "¿Puedo obtener un reembolso?" },
        answer: {
          en: "There are no automatic refunds: a person decides, and we answer within 12 hours. Choose Billing & Plans on the Support page and tell us the serial number or the day of the payment. If you paid for a document and it failed, it stays paid: process it again at no charge.",
          es: "No hay reembolso automático: lo decide una persona, y respondemos en un plazo de 12 horas. Elija Facturación y planes en la página de soporte e indíquenos el número de serie o el día del pago. Un documento que se pagó y después falló sigue pagado: procéselo de nuevo y no se le cobra nada más.",
        },
      },
    },
  });

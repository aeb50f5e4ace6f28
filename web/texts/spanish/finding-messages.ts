import { proofOfTimeInSpanish } from "../../../src/formats/text/proof-of-time.ts";
import type { Messages } from "../messages.ts";

/** The verifier's texts (src/evidence/verifier/sentences.ts), by code. */
export const findingMessages: Messages = {
  "explanation-log":
    "El registro público es una lista que cualquiera puede copiar y comprobar. Solo se le añaden entradas; si se quitara o cambiara una, se notaría.",
  "explanation-unchanged":
    "Comparamos la huella del archivo: un código corto que se calcula a partir del archivo entero (SHA-256) y que cambia por completo si cambia un solo carácter.",
  "explanation-when":
    "Un sello de tiempo es una nota firmada que dice que un archivo con esta huella existía en ese momento.",
  "explanation-who":
    "Solo quien tiene las claves secretas de un servicio puede poner su sello electrónico y firmar sus declaraciones.",
  "file-kind-certificate": "El certificado",
  "file-kind-container": "Un contenedor con sello de tiempo (ASiC-S)",
  "file-kind-member": "Un archivo de una colección",
  "file-kind-original": "El documento original",
  "file-kind-pack": "Un paquete de pruebas",
  "file-kind-part": "Un archivo de un paquete de pruebas",
  "file-kind-headers": "Cabeceras de bloques de Bitcoin",
  "file-kind-proof": "Una prueba de OpenTimestamps",
  "file-kind-record": "Un registro de evidencia",
  "file-kind-receipt": "Un recibo del registro público",
  "file-kind-stamped": "La copia sellada",
  "file-kind-statement": "Una declaración firmada",
  "file-kind-token": "Un sello de tiempo",
  "file-kind-unknown": "Un archivo que no reconocemos",
  "finding-log-included": "Sí. Figura en el registro público {name}, que mantiene {service}.",
  "finding-log-no-key": "Hay un recibo, pero no tenemos la clave del registro público para comprobarlo.",
  "finding-log-no-statement": "Hay un recibo, pero no la declaración firmada a la que pertenece.",
  "finding-log-nothing": "No podemos saberlo sin el recibo, que está en el paquete de pruebas.",
  "finding-log-other-file": "Hay un recibo, pero de otro archivo.",
  "finding-log-wrong": "No. El recibo que venía con él no prueba que esté en el registro público.",
  "finding-log-wrong-witness":
    "Figura en el registro público {name}, pero una prueba de un testigo que venía con él está dañada o trata de otra cosa.",
  "finding-not-used-damaged": "Uno de los otros archivos, {name}, está dañado o falsificado; no se usó.",
  "finding-not-used-several-damaged":
    "{count} de los otros archivos, como {name}, están dañados o falsificados; no se usaron.",
  "finding-not-used-late":
    "Uno de los otros archivos, {name}, se renovó solo después de que caducara un certificado de él; no se usó.",
  "finding-not-used-several-late":
    "{count} de los otros archivos, como {name}, se renovaron solo después de que caducara un certificado de ellos; no se usaron.",
  "finding-not-used-several-unknown":
    "{count} de los otros archivos, como {name}, están firmados con claves que no conocemos; no se usaron.",
  "finding-not-used-unknown":
    "Uno de los otros archivos, {name}, está firmado con una clave que no conocemos; no se usó.",
  "finding-unchanged-added": "No. A este PDF se le añadió algo después de ponérsele el sello electrónico.",
  "finding-unchanged-altered":
    "No cambió nada de lo que lleva el sello electrónico, pero no podemos saber si su sello de tiempo es todavía exactamente el que se emitió.",
  "finding-unchanged-extended":
    "Sí. Lo amplió {authority} el {time}, según su propio reloj, y todo lo anterior está sin cambios.",
  "finding-unchanged-extended-by-stranger":
    "Sí. Lo amplió alguien que se hace llamar «{authority}» (no comprobado) el {time}, según su propio reloj, y todo lo anterior está sin cambios.",
  "finding-unchanged-extended-by-data":
    "Sí. Alguien añadió datos para comprobar sus firmas, y todo lo anterior está sin cambios.",
  "finding-unchanged-cut":
    "No. Se cortó el final de este archivo: falta el sello de tiempo que se emitió con su sello electrónico.",
  "finding-unchanged-broken-container": "No. Se modificó el contenedor o el archivo que contiene.",
  "finding-unchanged-broken-proof": "No. Esta prueba de OpenTimestamps está dañada.",
  "finding-unchanged-broken-record": "No. Este registro de evidencia está dañado.",
  "finding-unchanged-broken-token": "No. Este sello de tiempo está dañado.",
  "finding-unchanged-certificate": "Sí. Es exactamente el certificado que se emitió.",
  "finding-unchanged-changed": "No. Este archivo se modificó después de ponérsele el sello electrónico.",
  "finding-unchanged-collection-pack":
    "Sí. Los archivos de este paquete son exactamente los que se emitieron. Añada archivos de la colección para comprobarlos también. La hora es la de la colección.",
  "finding-unchanged-container":
    "Sí. El archivo que contiene es exactamente aquel al que se puso el sello de tiempo.",
  "finding-unchanged-damaged-pack": "No. El paquete está dañado, o se modificaron archivos que contiene.",
  "finding-unchanged-ended-key":
    "No podemos saber si este archivo está sin cambios: la clave que firmó la declaración sobre él ya no se usa. Añada el paquete de pruebas, que contiene el recibo de la declaración del registro público.",
  "finding-unchanged-headers-alone":
    "Son cabeceras de bloques de Bitcoin. Añada la prueba de OpenTimestamps con la que venían, su recibo y el archivo del que trata el recibo.",
  "finding-unchanged-member": "Sí. Es exactamente un archivo de esta colección ({files} en total).",
  "finding-unchanged-member-at": "Sí. Es exactamente el archivo {number} de {files} de esta colección.",
  "finding-unchanged-no-list":
    "No conocemos los archivos de esta colección. Añada su paquete de pruebas o el registro de evidencia de este archivo.",
  "finding-unchanged-none":
    "No. No es ni el original ni la copia sellada de {serial}. Es otro archivo, o fue modificado.",
  "finding-unchanged-not-member":
    "No. Este archivo no está en la colección {serial}. Es otro archivo, o se modificó.",
  "finding-unchanged-no-keys":
    "No podemos saber si este archivo está sin cambios: hay pruebas con las que compararlo, pero no conocemos las claves del servicio que las firmó.",
  "finding-unchanged-nothing":
    "No tenemos nada con lo que comparar este archivo. Añada su paquete de pruebas.",
  "finding-unchanged-odd-names":
    "No. No lo hemos abierto: un archivo que contiene está oculto, o tiene un nombre que podría sobrescribir otro archivo o salir de su carpeta.",
  "finding-unchanged-original": "Sí. Es exactamente el documento original que se selló.",
  "finding-unchanged-other-evidence":
    "Las pruebas de {serial} que acompañan a este archivo se refieren a otros archivos. Compruebe este archivo con sus propias pruebas.",
  "finding-unchanged-other-document":
    "Este archivo está sin cambios, pero pertenece a otro documento, {serial}, no a aquel por el que usted pregunta.",
  "finding-unchanged-other-record":
    "El registro de evidencia que venía con él es de otro archivo, o este archivo se modificó. Añada el registro de este archivo o el paquete de pruebas de su colección.",
  "finding-unchanged-other-sealed":
    "Nada de este archivo ha cambiado desde que se le puso el sello electrónico, pero no es ni el original ni la copia sellada de {serial}.",
  "finding-unchanged-other-serial":
    "Nada de este archivo ha cambiado desde que se le puso el sello electrónico, pero indica otro número de serie, {carried}, no {serial}. Compruébelo en la página de ese número.",
  "finding-unchanged-pack":
    "Sí. Los archivos de este paquete son exactamente los que se emitieron. La hora es la de su documento.",
  "finding-unchanged-pack-part": "No. Un archivo de este paquete no es el que se emitió.",
  "finding-unchanged-pack-stolen-key":
    "Podemos comprobar el documento de este paquete, pero no sus demás archivos: la lista de ellos está firmada con una clave que quizá fue robada. Descargue el paquete de nuevo.",
  "finding-unchanged-pack-unknown-key":
    "No podemos saber si este paquete está sin cambios: no conocemos las claves del servicio que lo firmó.",
  "finding-unchanged-pack-unknown-manifest":
    "Podemos comprobar el documento de este paquete, pero no sus demás archivos: no sabemos quién firmó su lista.",
  "finding-unchanged-pack-without-manifest":
    "El documento de este paquete está como se emitió, pero no podemos comprobar {names}: el paquete no tiene una lista firmada de sus archivos. Los primeros paquetes no la tienen, o alguien la quitó.",
  "finding-unchanged-part": "Sí. Es exactamente un archivo del paquete de pruebas de {serial}.",
  "finding-unchanged-proof-alone":
    "Es una prueba de OpenTimestamps. Añada el recibo con el que vino, y el archivo del que trata el recibo.",
  "finding-unchanged-receipt-alone":
    "Es un recibo del registro público sin su archivo. Añada el archivo del que trata.",
  "finding-unchanged-record-alone":
    "Es un registro de evidencia sin su archivo. Añada el archivo al que pertenece.",
  "finding-unchanged-repacked":
    "Los archivos que encontramos en este paquete son exactamente los que se emitieron, pero el paquete mismo fue modificado, y otro programa puede extraer de él otros archivos. Pida el paquete tal como se descargó.",
  "finding-unchanged-repacked-container":
    "El archivo que encontramos dentro es exactamente aquel al que se puso el sello de tiempo, pero el contenedor mismo fue modificado, y otro programa puede extraer de él otro archivo.",
  "finding-unchanged-revoked":
    "Su sello electrónico fue revocado y nada de lo que tenemos muestra que sea anterior, por lo que no podemos saber si el archivo está sin cambios.",
  "finding-unchanged-sealed":
    "Sí. Nada de este archivo ha cambiado desde que se le puso el sello electrónico.",
  "finding-unchanged-sealed-certificate":
    "Sí. Nada de este certificado ha cambiado desde que se le puso el sello electrónico.",
  "finding-unchanged-stamped": "Sí. Es exactamente la copia sellada que se emitió.",
  "finding-unchanged-statement-alone":
    "Es una declaración firmada sin su archivo. Añada el archivo del que trata.",
  "finding-unchanged-time-stamped": "Sí. Es exactamente el archivo al que se puso el sello de tiempo.",
  "finding-unchanged-token-alone": "Es un sello de tiempo sin su archivo. Añada el archivo al que pertenece.",
  "finding-unchanged-too-large":
    "Este archivo es demasiado grande para abrirlo, y no tenemos nada con que comparar su huella.",
  "finding-unchanged-too-much":
    "No lo hemos abierto: descomprimido, sería mucho más grande que cualquier prueba.",
  "finding-unchanged-undecided":
    "Tiene un sello electrónico, pero las listas de revocación disponibles no bastan para comprobarlo.",
  "finding-when-before-key":
    "La declaración que venía con él lleva la fecha {time}, pero la clave que la firmó se creó el {made}.",
  "finding-when-future": "Su fecha es {time}, que está en el futuro. Compruebe el reloj de este equipo.",
  "finding-when-known-since":
    "{name} le da la fecha {time}, pero nadie fuera de {name} lo vio antes del {known}.",
  "finding-when-later-by-authority":
    "Existía el {time}, según el reloj de {authority}. Un sello de tiempo lo confirma. Ningún sello de tiempo confirma la hora anterior que figura en el sello, {stated}.",
  "finding-when-later-by-named":
    "Existía el {time}, según el reloj de {authority}. Solo {service} dice que esta autoridad es independiente, y nada confirma la hora anterior que figura en el sello, {stated}.",
  "finding-when-later-by-service":
    "Existía el {time}, según el reloj propio de {service}. Nada confirma la hora anterior que figura en el sello, {stated}.",
  "finding-when-logged":
    "{name} firmó una declaración de que se selló el {time}, y su registro público contiene esa declaración. Solo el propio {name} responde de esa hora.",
  "finding-when-nothing": "No tiene ningún sello de tiempo que podamos comprobar.",
  "finding-when-only-before-by-authority":
    "La parte hasta el sello electrónico existía el {time}, según el reloj de {authority}. No sabemos cuándo se añadió el resto.",
  "finding-when-only-before-by-service":
    "La parte hasta el sello electrónico existía el {time}, según el reloj propio de {service}. No sabemos cuándo se añadió el resto.",
  "finding-when-other-time":
    "Sus horas firmadas se contradicen: un sello de tiempo es anterior a la hora que figura en el sello.",
  "finding-when-recorded":
    "El registro del servicio dice {time}, pero aquí no hay ninguna firma que lo confirme.",
  "finding-when-confirmed-by-authority":
    "Existía el {time}. Un sello de tiempo según el reloj de {authority} lo confirma al minuto.",
  "finding-when-part":
    "Nada dice cuándo se hizo este archivo. Las fechas del paquete son las de su documento.",
  "finding-when-revoked":
    "La clave que hizo su sello de tiempo fue revocada, y nada de lo que tenemos muestra que el sello de tiempo sea anterior.",
  "finding-when-seen-before":
    "Lleva la fecha {time}, pero {witness} vio antes la declaración firmada sobre él, a más tardar el {seen}.",
  "finding-when-stamped-by-authority":
    "Existía el {time}, según el reloj de {authority}. Un sello de tiempo lo confirma.",
  "finding-when-stamped-by-named":
    "Existía el {time}, según el reloj de {authority}. Solo {service} dice que esta autoridad es independiente.",
  "finding-when-stamped-by-named-and-seen":
    "Existía el {time}, según el reloj de {authority}. {witness} confirma que existía a más tardar el {seen}.",
  "finding-when-stamped-by-service":
    "Existía el {time}, según el reloj propio de {service}. Solo el propio {service} responde de esa hora.",
  "finding-when-stamped-by-service-and-seen":
    "Existía el {time}, según el reloj propio de {service}. {witness} confirma que existía a más tardar el {seen}.",
  "finding-when-stated":
    "{name} firmó una declaración de que se selló el {time}. Solo el propio {name} responde de esa hora, y ningún sello de tiempo la respalda.",
  "finding-when-stated-and-seen":
    "{name} firmó una declaración de que se selló el {time}. {witness} confirma que existía a más tardar el {seen}.",
  "finding-when-stranger": "Tiene un sello de tiempo, pero de una autoridad que no conocemos.",
  "finding-when-undecided":
    "Tiene un sello de tiempo, pero no tenemos información suficiente para comprobarlo.",
  "finding-when-wrong": "Un sello de tiempo que venía con él no es válido para este archivo.",
  "finding-who-broken-seal": "Su sello electrónico no corresponde a este archivo.",
  "finding-who-contradiction": "El registro del servicio y su declaración firmada se contradicen.",
  "finding-who-ended-key":
    "La declaración que venía con él está firmada con una clave que ya no se usa. Solo un recibo del registro público, que está en el paquete de pruebas, muestra que la firmó el propio servicio.",
  "finding-who-fingerprint": "{name} recibió su huella y firmó una declaración sobre ella.",
  "finding-who-fingerprint-from":
    '{name} recibió su huella de una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar) y firmó una declaración sobre ella.',
  "finding-who-forged":
    "Una declaración firmada que venía con él está falsificada o dañada: el servicio no la firmó así.",
  "finding-who-issued": "{name} lo emitió y firmó una declaración sobre él.",
  "finding-who-issued-for":
    '{name} lo emitió y firmó una declaración sobre él, para una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar).',
  "finding-who-listed": "{name} firmó una lista de los archivos del paquete, y este es uno de ellos.",
  "finding-who-no-keys": "Está firmado, pero no tenemos las claves del servicio para comprobar por quién.",
  "finding-who-nothing": "Nada en este archivo ni junto a él dice quién lo emitió.",
  "finding-who-only-time-stamped":
    "No lo sabemos. {name} le puso un sello de tiempo sin ver su contenido, así que conocemos su hora pero no de dónde viene.",
  "finding-who-received": "{name} lo recibió y firmó una declaración sobre él.",
  "finding-who-received-from":
    '{name} lo recibió de una cuenta que se hace llamar "{client}" (según declara la cuenta, sin comprobar) y firmó una declaración sobre él.',
  "finding-who-recorded":
    "El registro del servicio incluye este archivo, pero aquí no hay ninguna firma que lo confirme.",
  "finding-who-revoked": "Su sello electrónico fue revocado.",
  "finding-who-revoked-token": "La clave que lo firmó fue revocada.",
  "finding-who-sealed": "{name} le puso su sello electrónico.",
  "finding-who-sealed-part":
    "{name} selló la parte hasta el sello electrónico. Nadie firmó lo que se añadió después.",
  "finding-who-signed-twice":
    "Hay dos declaraciones firmadas con el mismo número de serie que se contradicen.",
  "finding-who-two-signatures":
    "Las dos firmas que venían con él se contradicen: solo una de ellas es del servicio.",
  "finding-who-stolen-key":
    "La declaración que venía con él está firmada con una clave que quizá fue robada. Solo un recibo del registro público, que está en el paquete de pruebas, muestra que la firmó el propio servicio.",
  "finding-who-stranger": "Lo firmó otra persona, a quien no conocemos.",
  "finding-who-time-stamped": "{name} le puso un sello de tiempo.",
  "finding-who-unknown-key": "La declaración que venía con él está firmada con una clave que no conocemos.",
  "finding-who-unknown-to-service": "El servicio no tiene ningún registro con este número de serie.",
  "finding-witness-cosignature-absent": "Nadie más ha firmado este estado del registro público.",
  "finding-witness-cosignature-absent-by": "{name} no ha firmado este estado del registro público.",
  "finding-witness-cosignature-confirmed":
    "{name} firmó el {time} que no vio ninguna otra historia del registro público.",
  "finding-witness-cosignature-stranger": "Alguien lo firmó como {name}, con una clave que no conocemos.",
  "finding-witness-cosignature-untimed":
    "{name} firmó que no vio ninguna otra historia del registro público.",
  "finding-witness-cosignature-wrong": "La firma como {name} no es de ese testigo.",
  "finding-witness-open-timestamps-absent":
    "No hay ninguna prueba de que Bitcoin contenga este estado del registro público.",
  "finding-witness-open-timestamps-confirmed":
    "El bloque {block} de Bitcoin, hecho como mucho dos horas antes o después del {time}, contiene la huella de este estado del registro público.",
  "finding-witness-open-timestamps-name": "El bloque {block} de Bitcoin",
  "finding-witness-open-timestamps-pending": "Se envió a Bitcoin, lo que tarda unas horas.",
  "finding-witness-open-timestamps-unverified":
    "Su prueba remite al bloque {block} de Bitcoin, pero lo que venía con ella no basta para confirmar ese bloque. Cualquier explorador de bloques muestra si tiene la raíz de Merkle de abajo.",
  "finding-witness-open-timestamps-wrong": "La prueba que venía con él está dañada, o trata de otra cosa.",
  "finding-witness-time-stamp-absent":
    "No hay ningún sello de tiempo de una autoridad externa para este estado del registro público.",
  "finding-witness-time-stamp-confirmed":
    "{name} puso un sello de tiempo a este estado del registro público el {time}.",
  "finding-witness-time-stamp-unverified":
    "El sello de tiempo de este estado del registro público es de una autoridad que no conocemos.",
  "finding-witness-time-stamp-wrong": "El sello de tiempo que venía con él está dañado, o es de otra cosa.",
  "label-accuracy": "Precisión",
  "label-qualified": "Cualificado",
  "label-added": "Añadido después",
  "label-authority": "Autoridad",
  "label-block": "Bloque de Bitcoin",
  "label-calendar": "Calendario",
  "label-acknowledgement": "Acuse «Lo he visto» dado por un enlace, SHA-256 de su última línea",
  "label-timeline": "Cronología, SHA-256 de su última línea",
  "label-client": "Cliente, según declara la cuenta, sin comprobar",
  "label-office": "Oficina para la que actúa el cliente, según declara la cuenta, sin comprobar",
  "label-domain": "Dominio de la oficina",
  "label-email": "Correo electrónico del cliente",
  "label-compared-with": "Comparado con",
  "label-cosigner": "Clave del cofirmante",
  "label-covered": "Parte sellada",
  "label-distrusted-since": "Su clave puede estar en otras manos desde",
  "label-ended": "Certificado que ha terminado",
  "label-extended": "Ampliado",
  "label-outdated": "Algoritmo por el que preguntar",
  "label-document-name": "Nombre del documento, según declara la cuenta, sin comprobar",
  "label-entry": "Entrada",
  "label-fingerprint": "Huella (SHA-256)",
  "label-head": "Hash raíz",
  "label-key": "Clave que firmó la declaración",
  "label-log": "Registro",
  "label-log-size": "Número de entradas",
  "label-lookalikes": "Partes que solo parecen firmas",
  "label-many": "Firmas",
  "label-merkle-root": "Raíz de Merkle de ese bloque",
  "label-other-signature": "Otra firma",
  "label-part": "En el paquete: {name}",
  "label-reason": "Motivo",
  "label-root": "Certificado raíz",
  "label-seal": "Sello electrónico",
  "label-serial": "Número de serie",
  "label-size": "Tamaño",
  "label-stated-time": "Hora del sello",
  "label-time": "Sello de tiempo",
  "label-renewed": "Renovado",
  "finding-renewed":
    "Sus pruebas se renovaron el {time}, cuando los certificados en que se apoyan aún eran válidos.",
  "finding-renewed-several":
    "Sus pruebas se renovaron {count} veces, la última el {time}, siempre cuando los certificados en que se apoyan aún eran válidos.",
  "finding-when-renewed-late":
    "No podemos saberlo. Las pruebas se renovaron cuando el certificado en que se apoyan ya había caducado, así que la renovación no demuestra nada.",
  "question-log": "¿Está en el registro público?",
  "question-unchanged": "¿Está sin cambios?",
  "question-when": "¿Cuándo existía?",
  "question-who": "¿Quién lo emitió?",
  "reason-forged": "su contenido no es lo que se firmó",
  "reason-malformed": "está dañado",
  "reason-moved": "no está donde lo puso el servicio, o el archivo indica un segundo lugar para él",
  "reason-no-certificate": "falta su certificado",
  "reason-outside-validity": "su certificado no era válido en ese momento",
  "reason-refused": "la autoridad lo rechazó",
  "reason-revocation-unknown": "las listas de revocación que tenemos no abarcan su momento",
  "reason-renewed-late":
    "se renovó cuando el certificado en que se apoya ya había caducado, y eso no demuestra nada",
  "reason-revoked": "su certificado fue revocado, y nada de lo que tenemos muestra que sea anterior",
  "reason-time-stamp": "el sello de tiempo que contiene no es válido",
  "reason-unsupported": "usa un método que no aceptamos",
  "reason-untrusted": "no es de una autoridad conocida",
  "reason-wrong-content": "el archivo se modificó",
  "reason-wrong-imprint": "es de otro archivo, o el archivo se modificó",
  "reason-wrong-nonce": "responde a otra solicitud",
  "reason-wrong-purpose": "su certificado es para otro fin",
  "signed-by-invalid":
    'de alguien que se hace llamar "{name}" (sin comprobar): no corresponde a lo que abarca',
  "signed-by-unknown": 'de alguien que se hace llamar "{name}" (sin comprobar): no se pudo comprobar',
  "signed-by-valid": 'de alguien que se hace llamar "{name}" (sin comprobar): corresponde a lo que abarca',
  "signed-nameless-invalid": "sin nombre: no corresponde a lo que abarca",
  "signed-nameless-unknown": "sin nombre: no se pudo comprobar",
  "signed-nameless-valid": "sin nombre: corresponde a lo que abarca",
  "summary-certificate": "Este es el certificado",
  "summary-confirmed": "Confirmado",
  "summary-container": "Este original con sello de tiempo está sin cambios",
  "proof-of-time-external": proofOfTimeInSpanish.external,
  "proof-of-time-qualified": proofOfTimeInSpanish.qualified,
  "proof-of-time-own-clock": proofOfTimeInSpanish["own-clock"],
  "proof-of-time-seen-later": proofOfTimeInSpanish["seen-later"],
  "proof-of-time-stated": proofOfTimeInSpanish.stated,
  "summary-extended": "Lo que se emitió está sin cambios",
  "summary-failed": "No se fíe de este archivo",
  "summary-member": "Este archivo pertenece a la colección",
  "summary-original": "Este es el documento original",
  "summary-pack": "Este paquete de pruebas está sin cambios",
  "summary-part": "Este archivo pertenece al paquete de pruebas",
  "summary-sealed": "Este archivo está sin cambios",
  "summary-stamped": "Esta es la copia sellada",
  "summary-indeterminate": "No podemos saberlo",
  "summary-wrong-file": "Este no es el archivo correcto",
  "summary-claimed": "{title}, pero nadie independiente confirma su hora",
  "trust-file-not-json":
    "{file} no se puede usar como archivo de confianza: no es un objeto JSON, o tiene dos veces el mismo nombre.",
  "trust-file-part": "No podemos leer {part} en el archivo de confianza {file}.",
  "trust-file-version": '{file} no es un archivo de confianza de la versión 1 ("attestampTrust": 1).',
  "value-accuracy": "con un margen de {seconds} s",
  "value-qualified": "sí: {service} figura en la lista de confianza de {territory}, versión {sequence}",
  "value-qualified-unchecked":
    "su certificado lo dice; solo lo comprobamos con una lista de confianza en su archivo de confianza",
  "value-qualified-not-claimed": "sin confirmar: su certificado no lo dice",
  "value-qualified-other-policy": "sin confirmar: se hizo con una política distinta de la europea",
  "value-qualified-not-listed":
    "sin confirmar: su certificado lo dice, pero ninguna lista de confianza de su archivo tiene a la autoridad",
  "value-qualified-not-granted":
    "no: según la lista de confianza, la autoridad no era cualificada en ese momento",
  "value-qualified-outdated":
    "sin confirmar: la lista de confianza de su archivo está caducada; consiga la actual",
  "value-bytes": "{count} bytes",
  "value-cannot-tell": "nada con que compararlo",
  "value-contradictory": "no coincide con lo que se firmó",
  "value-ended":
    "{name} ({algorithm}), el {time}. Pregunte a su titular si la clave ha seguido siendo secreta desde entonces.",
  "value-outdated":
    "{algorithm}, que el NIST permite para firmas nuevas hasta {year}. Pregunte a un experto si hoy se pueden falsificar esas firmas. Si es así, pida un sello de tiempo posterior sobre este archivo, anterior a ese momento.",
  "value-fitting": "como se emitió",
  "value-renewed-by":
    "por {authority} el {time}, antes de que caducara el certificado en que se apoyan las pruebas",
  "value-renewed-by-stranger":
    "por alguien que se hace llamar «{authority}» (no comprobado) el {time}, según su propio reloj",
  "value-extended-by":
    "por {authority} el {time}, según su propio reloj, y todo lo anterior está sin cambios",
  "value-extended-by-stranger":
    "por alguien que se hace llamar «{authority}» (no comprobado) el {time}, según su propio reloj, y todo lo anterior está sin cambios",
  "value-list-of-files": "la lista de sus archivos",
  "value-listed": "enumera correctamente los otros {count} archivos, y está firmada",
  "value-manifest": "la lista firmada de los archivos del paquete de pruebas",
  "value-missing": "falta",
  "value-named-root": "{root}, nombrada por el operador de {service}, no la hemos comprobado",
  "value-named-root-since":
    "{root}, nombrada por el operador de {service}, no la hemos comprobado; aceptada el {accepted}",
  "value-not-fitting": "no es el archivo que se emitió",
  "value-not-signed": "no es lo que firmó el servicio",
  "value-own-root": "{root}, del propio {service}",
  "value-public-root": "{root}, en la lista de autoridades públicas",
  "value-received": "como se recibió",
  "value-record": "el registro del servicio",
  "value-signed-statement": "la declaración firmada del servicio",
  "value-time": "{time}",
  "value-domain": "{domain}, verificado por el servicio con un registro DNS visto por última vez el {day}",
  "value-email": "{address}, confirmado al servicio con un enlace en un correo el {day}",
  "value-too-many": "más de las que comprobamos",
  "value-unknown-signer": "firmado con una clave que no conocemos",
  "value-unreadable": "dañado o ilegible",
  "value-second-signature": "firmado por segunda vez, con la clave poscuántica {key} (ML-DSA-65)",
  "value-second-unknown":
    "una segunda firma con una clave que no conocemos y que aquí no podemos comprobar; solo cuenta la primera",
  "value-second-stolen": "una segunda firma con una clave que quizá fue robada; solo cuenta la primera",
  "value-stolen-signer": "firmado con una clave que quizá fue robada",
  "verdict-failed": "No superado",
  "verdict-passed": "Confirmado",
  "verdict-indeterminate": "No se puede saber",
  "verdict-claimed": "Solo declarado",
  "witness-cosignature": "Cofirmante",
  "witness-open-timestamps": "Bitcoin (OpenTimestamps)",
  "witness-state-absent": "Ausente",
  "witness-state-confirmed": "Confirmado",
  "witness-state-named": "Lo nombra el operador, no lo hemos comprobado",
  "witness-state-pending": "Pendiente",
  "witness-state-unverified": "Sin verificar",
  "witness-time-stamp": "Sello de tiempo externo",
};

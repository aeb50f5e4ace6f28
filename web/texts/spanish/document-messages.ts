import type { Messages } from "../messages.ts";

/** The server's messages about documents: uploads, files that cannot be stamped, verification. */
export const documentMessages: Messages = {
  "display-name-too-long": "Nombre: use 255 caracteres como máximo",
  "document-link-invalid": "Este enlace ya no es válido. Pida uno nuevo a quien se lo envió.",
  "document-not-found": "Este documento no existe.",
  "document-not-in-log": "Este documento no está en el registro público.",
  "no-picture": "No hay ninguna imagen de este documento.",
  "document-has-no-timestamp": "No hay ningún sello de tiempo sobre la copia sellada de este documento.",
  "record-has-no-receipt": "No hay ningún comprobante para este número de serie.",
  "document-not-processed": "Este documento aún no se ha procesado.",
  "document-not-processed-damaged":
    "Este documento no se ha podido procesar. Puede estar dañado o ser demasiado grande para abrirlo.",
  "document-withdrawn": "El dueño de este documento lo retiró, así que sus archivos ya no existen.",
  "document-unverifiable":
    "No se puede verificar este documento. El número de serie puede no ser válido, o el documento puede no existir en nuestros registros.",
  "evidence-damaged": "Las pruebas de este documento están dañadas en el servidor. Contacte con el soporte.",
  "external-tsa-unavailable": "Ninguna autoridad externa de sellado de tiempo ha respondido.",
  "file-too-large": "El archivo supera el límite de {megabytes} MB",
  "jpeg-2000":
    "Esta imagen es un archivo JPEG 2000, no un JPEG corriente. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "jpeg-components":
    "Este JPEG tiene un número de colores poco común, que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "jpeg-height-missing":
    "Este JPEG indica su altura solo detrás de la imagen, lo que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "jpeg-hierarchical":
    "Esta imagen es un JPEG jerárquico, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "jpeg-lossless":
    "Esta imagen es un JPEG sin pérdida, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "jpeg-ls":
    "Esta imagen es un archivo JPEG-LS, no un JPEG corriente. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "jpeg-sampling":
    "Este JPEG guarda sus colores en tamaños poco comunes, que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "jpeg-twelve-bits":
    "Esta imagen es un JPEG de 12 bits por color, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "mail-note-too-long": "Use 200 caracteres como máximo",
  "nothing-for-zip": "Ninguno de estos documentos está completado todavía.",
  "free-storage-used-up-minutes":
    "Hoy se ha subido mucho desde su red con cuentas sin plan. Vuelva a intentarlo dentro de {minutes} minutos, o elija un plan.",
  "free-storage-used-up-seconds":
    "Hoy se ha subido mucho desde su red con cuentas sin plan. Vuelva a intentarlo dentro de {seconds} segundos, o elija un plan.",
  "note-too-long": "Nota: use 500 caracteres como máximo",
  "original-date-too-long": "La fecha de creación original es demasiado larga",
  "original-deleted": "El original se eliminó, según lo prometido. Suba el documento de nuevo.",
  "original-deleted-on":
    "El original se eliminó el {time} UTC, según lo prometido. Suba el documento de nuevo.",
  "original-limit-reached":
    "Su cuenta conserva tantos originales como puede. Elimine documentos, o espere: cada original se elimina {hours} horas después de subirlo.",
  "other-parties-too-long": "Otras partes: use como máximo 2000 caracteres",
  "ownership-not-confirmed": "Confirme la declaración de propiedad antes de subir el documento.",
  "pdf-certified":
    "Este PDF está certificado por su firmante, que no permite añadidos; un sello rompería la firma. Imprímalo en PDF y suba el archivo nuevo, o atestigüe este sin subirlo.",
  "pdf-changes-forbidden":
    "Los permisos de este PDF prohíben cambios y comentarios, por lo que no se puede sellar. Imprímalo en PDF y suba el archivo nuevo, o atestigüe este sin subirlo.",
  "pdf-damaged": "Este PDF está dañado o incompleto y no se puede leer.",
  "pdf-dynamic-xfa":
    "Este PDF es un formulario XFA dinámico: algunos programas muestran su contenido y otros solo lo que hay en sus páginas. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-encrypted-for-recipients":
    "Este PDF está cifrado para los certificados de sus destinatarios. Guarde una copia sin cifrar y súbala.",
  "pdf-encryption-unknown":
    "Este PDF está cifrado de una forma que no se admite. Guarde una copia sin cifrar y súbala.",
  "pdf-fields-too-full":
    "Los campos de formulario de este PDF contienen más texto del que se puede dibujar. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-grows-too-large": "Este PDF crecería demasiado al sellarlo.",
  "pdf-hides-stamp":
    "Este PDF define sus colores de una forma que hace invisible el sello en algunos programas. Imprímalo en un PDF nuevo y súbalo.",
  "pdf-nested-too-deeply": "Este PDF tiene demasiados niveles anidados para comprobar si contiene scripts.",
  "pdf-no-object-numbers-left":
    "Este PDF no deja números libres para objetos nuevos. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-page-damaged":
    "La página {page} de las {total} páginas de este PDF falta o está dañada. Suba una copia completa.",
  "pdf-pages-ambiguous":
    "Cada programa mostraría páginas distintas de este PDF. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-pages-damaged":
    "Las páginas {pages} de las {total} páginas de este PDF faltan o están dañadas. Suba una copia completa.",
  "pdf-pages-missing":
    "Solo se pueden leer {found} de las {total} páginas de este PDF. Suba una copia completa.",
  "pdf-password-protected": "Este PDF está protegido con contraseña. Quítela y súbalo de nuevo.",
  "pdf-signed-damaged":
    "Este PDF firmado está dañado, y repararlo rompería su firma. Suba una copia en buen estado, o imprímalo en PDF y súbalo.",
  "pdf-signed-encrypted":
    "Este PDF firmado está cifrado, y descifrarlo rompería su firma. Suba una copia sin cifrar, o imprímalo en PDF y súbalo.",
  "pdf-signed-no-room":
    "Los campos de formulario de este PDF firmado no dejan sitio para el sello en una de sus páginas. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-signed-pages-ambiguous":
    "La lista de páginas de este PDF firmado se puede leer de más de una manera, y repararla rompería la firma. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-signed-takes-external-parts":
    "Este PDF firmado toma partes de sus páginas de otros archivos, y suprimirlas rompería la firma. Imprímalo en PDF y suba el archivo nuevo.",
  "pdf-too-many-pages": "Este PDF tiene más de {pages} páginas. Divídalo y suba las partes.",
  "pdf-unpacks-too-large": "Este PDF ocupa, al descomprimirse, mucho más de lo que permite su tamaño.",
  "picture-damaged": "Esta imagen está dañada o incompleta. Guárdela de nuevo y suba el archivo nuevo.",
  "picture-too-large":
    "Esta imagen es demasiado grande: se pueden sellar como máximo {megapixels} megapíxeles y 30,000 píxeles por lado.",
  "processing-failed": "Algo ha ido mal al procesar este documento. Vuelva a intentarlo.",
  "processing-interrupted":
    "El servidor se interrumpió mientras procesaba este documento. Vuelva a intentarlo.",
  "processing-too-slow": "El proceso tardó demasiado. Pruebe con algo más pequeño o más sencillo.",
  "search-too-long": "Búsqueda: use 200 caracteres como máximo",
  "revocation-list-not-found": "Este servidor no tiene ninguna lista de revocación en esta dirección.",
  "server-certificate-expired":
    "El certificado del servidor para sellos electrónicos y sellos de tiempo ha caducado, por lo que en este momento no se puede sellar nada. Vuelva a intentarlo más tarde.",
  "server-clock-wrong":
    "El reloj del servidor no es correcto en este momento, por lo que no se puede poner ningún sello de tiempo. Vuelva a intentarlo más tarde.",
  "server-stopping": "El servidor se está deteniendo. Vuelva a intentarlo dentro de un momento.",
  "stamping-took-too-long":
    "El sellado ha tardado tanto que la hora del sello ya no sería correcta. Vuelva a intentarlo.",
  "tiff-compression-unknown":
    "Este TIFF usa una compresión que no se puede leer. Guárdelo con compresión LZW o ZIP, o como PDF, y súbalo de nuevo.",
  "tiff-endless-pages":
    "Este TIFF está dañado: su lista de páginas no termina nunca. Guárdelo de nuevo y suba el archivo nuevo.",
  "tiff-rare-format":
    "Este TIFF guarda su imagen de una forma que pocos programas leen. Guárdelo con 8 bits por color, o como PDF, y súbalo.",
  "tiff-too-many-pages": "Este TIFF tiene demasiadas páginas: se pueden sellar {pages} como máximo.",
  "too-many-slow-documents-minutes":
    "Demasiados documentos suyos han tardado demasiado. Vuelva a intentarlo dentro de {minutes} minutos.",
  "too-many-slow-documents-seconds":
    "Demasiados documentos suyos han tardado demasiado. Vuelva a intentarlo dentro de {seconds} segundos.",
  "too-many-chosen": "Elija como máximo 100 documentos a la vez.",
  "too-many-for-email": "Elija como máximo 20 documentos para un correo.",
  "too-many-for-zip":
    "Un archivo ZIP admite como máximo {documents} documentos. Acote la búsqueda, por ejemplo por fecha.",
  "bitmap-rare-format":
    "Este BMP es de un tipo que pocos programas leen. Ábralo en un programa de imágenes, guárdelo como PNG y súbalo.",
  "email-not-shown":
    "En un certificado solo puede aparecer una dirección que haya confirmado con un enlace en un correo, y nunca la de un administrador.",
  "document-needs-libreoffice":
    "Este servidor no puede convertir ahora este tipo de documento, porque para eso necesita LibreOffice. Guarde el documento como PDF y súbalo así.",
  "document-password-protected": "Este documento está protegido con contraseña. Quítela y súbalo de nuevo.",
  "heif-rare-format":
    "Esta imagen está guardada de una forma que pocos programas leen. Ábrala en un programa de imágenes, guárdela como JPEG o PNG y súbala.",
  "text-too-long":
    "Este texto es demasiado largo: se pueden sellar {lines} líneas como máximo. Divídalo y suba las partes.",
  "text-unreadable":
    "No se ha podido leer este texto. Guárdelo como PDF, o como texto sin formato en UTF-8, y súbalo.",
  "picture-heic":
    "Esta foto está en el formato de Apple, HEIC, que no se puede sellar. Guárdela como JPEG y suba ese archivo. En un iPhone, elija Ajustes → Cámara → Formatos → Más compatible para hacer las fotos en JPEG.",
  "picture-other-format":
    "Esta imagen está en el formato {format}, que no se puede sellar. Ábrala en un programa de imágenes, guárdela como JPEG o PNG y suba ese archivo.",
  "unsupported-file-type": "Tipo de archivo no admitido. Suba archivos PDF, DOCX o imágenes.",
  "file-empty": "Tipo de archivo no admitido. Suba archivos PDF, DOCX o imágenes. Este archivo está vacío.",
  "file-not-as-named":
    "Tipo de archivo no admitido. Suba archivos PDF, DOCX o imágenes. El nombre de este archivo dice {format}, pero su contenido es otra cosa.",
  "word-other-format":
    "El contenido de este archivo es {format}, aunque su nombre es el de un documento de Word. Ábralo en Word, guárdelo como .docx y suba ese archivo.",
  "word-conversion-too-slow":
    "El procesamiento ha tardado demasiado. Guarde el documento como PDF y súbalo así.",
  "word-converter-installing":
    "Los documentos de Word se admitirán dentro de unos minutos: se está instalando LibreOffice en este servidor.",
  "word-converter-missing":
    "Todavía no se admiten documentos de Word: el operador de este servidor tiene que instalar LibreOffice ({command}). Guarde el documento como PDF y súbalo así.",
  "word-converter-not-found":
    "No se admiten documentos de Word: el operador de este servidor fijó CONVERTER en {path}, y LibreOffice Writer no está allí. Guarde el documento como PDF y súbalo así.",
  "word-converter-starting":
    "Los documentos de Word se admitirán dentro de un momento: se está buscando LibreOffice en este servidor.",
  "word-damaged": "Este documento está dañado. Ábralo, guárdelo de nuevo y suba el archivo nuevo.",
  "word-nested-too-deeply":
    "Este documento tiene tablas u otras partes con demasiados niveles anidados para abrirlo. Guárdelo como PDF y súbalo así.",
  "word-not-convertible":
    "Este documento no se ha podido convertir en PDF. Guarde el documento como PDF y súbalo así.",
  "word-password-protected":
    "Este documento de Word está protegido con contraseña. Quítela y súbalo de nuevo.",
  "word-pdf-too-large":
    "Este documento da un PDF demasiado grande. Guarde el documento como PDF y súbalo así.",
  "word-too-many-pages": "Este documento tiene más de {pages} páginas. Divídalo y suba las partes.",
  "word-turned-off": "Este servidor no admite documentos de Word. Guarde el documento como PDF y súbalo así.",
  "word-unpacks-too-large":
    "Este documento ocupa, al descomprimirse, mucho más de lo debido, por lo que no se ha abierto.",
  "word-unsafe":
    "Este documento contiene partes que no es seguro abrir. Guárdelo de nuevo y suba el archivo nuevo.",
  "zip-too-large":
    "Estos archivos son demasiado grandes para un archivo ZIP, que admite 4 GB. Elija menos documentos.",
};

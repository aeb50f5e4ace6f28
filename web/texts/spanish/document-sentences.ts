import type { Sentences } from "../sentences.ts";

/** What the server says of documents: uploads, files that cannot be stamped, mails, verification. */
export const documentSentences: Sentences = {
  "Please confirm ownership validation before uploading.":
    "Confirme la declaración de propiedad antes de subir el documento.",
  "File size exceeds {megabytes}MB limit": "El archivo supera el límite de {megabytes} MB",
  "Unsupported file type. Please upload PDF, DOCX, or image files.":
    "Tipo de archivo no admitido. Suba archivos PDF, DOCX o imágenes.",
  "Original creation date is too long": "La fecha de creación original es demasiado larga",
  "Other parties: please use at most 2,000 characters": "Otras partes: use como máximo 2000 caracteres",
  "A field of the upload is too long, or was sent twice.":
    "Un campo de la subida es demasiado largo o se ha enviado dos veces.",
  "Please upload one file at a time.": "Suba los archivos de uno en uno.",
  "Please choose a file to upload.": "Elija un archivo para subirlo.",
  "The upload could not be read. Please try again.": "No se ha podido leer la subida. Vuelva a intentarlo.",
  "The upload took too long. Please try again with a faster connection.":
    "La subida ha tardado demasiado. Vuelva a intentarlo con una conexión más rápida.",
  "Please wait until your other uploads have finished.": "Espere a que terminen sus otras subidas.",
  "Your account has reached its limit of stored originals. Please delete documents, or wait: each original is deleted {hours} hours after its upload.":
    "Su cuenta conserva tantos originales como puede. Elimine documentos, o espere: cada original se elimina {hours} horas después de subirlo.",
  "This document does not exist.": "Este documento no existe.",
  "There is no such file.": "No existe ese archivo.",
  "This document hasn't been processed yet.": "Este documento aún no se ha procesado.",
  "The original was deleted, as promised. Please upload the document again.":
    "El original se eliminó, según lo prometido. Suba el documento de nuevo.",
  "This file is missing or damaged on the server. Please contact support.":
    "Este archivo falta o está dañado en el servidor. Contacte con el soporte.",
  "Something went wrong while this document was processed. Please try again.":
    "Algo ha ido mal al procesar este documento. Vuelva a intentarlo.",
  "This link is no longer valid. Please ask the sender for a new one.":
    "Este enlace ya no es válido. Pida uno nuevo a quien se lo envió.",
  "The evidence of this document is damaged on the server. Please contact support.":
    "Las pruebas de este documento están dañadas en el servidor. Contacte con el soporte.",
  "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.":
    "No se puede verificar este documento. El número de serie puede no ser válido, o el documento puede no existir en nuestros registros.",
  "This document is not in the log.": "Este documento no está en el registro público.",
  "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.":
    "El reloj del servidor no es correcto en este momento, por lo que no se puede poner ningún sello de tiempo. Vuelva a intentarlo más tarde.",
  "Stamping took so long that the time on the stamp would no longer be right. Please try again.":
    "El sellado ha tardado tanto que la hora del sello ya no sería correcta. Vuelva a intentarlo.",
  "The server's certificate for seals and time-stamps has ended, so nothing can be stamped at the moment. Please try again later.":
    "El certificado del servidor para sellos electrónicos y sellos de tiempo ha caducado, por lo que en este momento no se puede sellar nada. Vuelva a intentarlo más tarde.",
  "No outside time-stamping authority answered.":
    "Ninguna autoridad externa de sellado de tiempo ha respondido.",
  "Processing took too long. Please try a smaller or simpler document.":
    "El procesamiento ha tardado demasiado. Pruebe con un documento más pequeño o más sencillo.",
  "This document could not be processed. It may be damaged, or too large to open.":
    "Este documento no se ha podido procesar. Puede estar dañado o ser demasiado grande para abrirlo.",
  "The server was interrupted while it processed this document. Please try again.":
    "El servidor se interrumpió mientras procesaba este documento. Vuelva a intentarlo.",
  "The server is stopping. Please try again in a moment.":
    "El servidor se está deteniendo. Vuelva a intentarlo dentro de un momento.",

  "This Word document has more than {count} pages. Please split it and upload the parts.":
    "Este documento de Word tiene más de {count} páginas. Divídalo y suba las partes.",
  "Word documents will be accepted in a moment: this server is still looking for LibreOffice.":
    "Los documentos de Word se admitirán dentro de un momento: se está buscando LibreOffice en este servidor.",
  "Word documents will be accepted in a few minutes: LibreOffice is being installed on this server.":
    "Los documentos de Word se admitirán dentro de unos minutos: se está instalando LibreOffice en este servidor.",
  "This Word document is password protected. Please remove the password and upload it again.":
    "Este documento de Word está protegido con contraseña. Quítela y súbalo de nuevo.",
  "This Word document is damaged. Please open it in Word, save it again and upload the new file.":
    "Este documento de Word está dañado. Ábralo en Word, guárdelo de nuevo y suba el archivo nuevo.",
  "This Word document unpacks to far more than it should, so it was not opened.":
    "Este documento de Word ocupa, al descomprimirse, mucho más de lo debido, por lo que no se ha abierto.",
  "This Word document holds parts that are not safe to open. Please save it again in Word and upload the new file.":
    "Este documento de Word contiene partes que no es seguro abrir. Guárdelo de nuevo en Word y suba el archivo nuevo.",
  "This Word document has tables or other parts nested too deeply to be opened. Please save it as PDF and upload that.":
    "Este documento de Word tiene tablas u otras partes con demasiados niveles anidados para abrirlo. Guárdelo como PDF y súbalo así.",
  "The original is a Word document; it was converted to PDF to be stamped.":
    "El original es un documento de Word; se convirtió en PDF para sellarlo.",

  "This picture is damaged or incomplete. Please save it again and upload the new file.":
    "Esta imagen está dañada o incompleta. Guárdela de nuevo y suba el archivo nuevo.",
  "This picture is too large: at most {count} megapixels and 30,000 pixels on a side can be stamped.":
    "Esta imagen es demasiado grande: se pueden sellar como máximo {count} megapíxeles y 30 000 píxeles por lado.",
  "This picture is too large for its color model: CMYK pictures can be stamped up to 40 megapixels. Please save it as RGB or smaller and upload it again.":
    "Esta imagen es demasiado grande para su modelo de color: las imágenes CMYK se pueden sellar hasta 40 megapíxeles. Guárdela como RGB o más pequeña y súbala de nuevo.",
  "This picture is a lossless JPEG, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Esta imagen es un JPEG sin pérdida, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "This picture is a JPEG of 12 bits per color, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Esta imagen es un JPEG de 12 bits por color, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "This picture is a hierarchical JPEG, a kind that few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Esta imagen es un JPEG jerárquico, un tipo que pocos programas leen. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "This JPEG has an unusual number of colors, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Este JPEG tiene un número de colores poco común, que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "This JPEG stores its colors at unusual sizes, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Este JPEG guarda sus colores en tamaños poco comunes, que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "This JPEG gives its height only behind its picture, which few programs can read. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Este JPEG indica su altura solo detrás de la imagen, lo que pocos programas leen. Guárdelo como PNG, TIFF o JPEG corriente y súbalo.",
  "This picture is a JPEG-LS file, not an ordinary JPEG. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Esta imagen es un archivo JPEG-LS, no un JPEG corriente. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "This picture is a JPEG 2000 file, not an ordinary JPEG. Please save it as PNG, TIFF or ordinary JPEG and upload that.":
    "Esta imagen es un archivo JPEG 2000, no un JPEG corriente. Guárdela como PNG, TIFF o JPEG corriente y súbala.",
  "This JPEG could not be carried over as it is, so its picture was encoded again at high quality; colors may differ slightly from the original's.":
    "Este JPEG no se pudo trasladar tal cual, por lo que su imagen se codificó de nuevo con alta calidad; los colores pueden diferir ligeramente de los del original.",
  "This TIFF has too many pages: at most {count} can be stamped.":
    "Este TIFF tiene demasiadas páginas: se pueden sellar {count} como máximo.",
  "This TIFF is damaged: its list of pages never ends. Please save it again and upload the new file.":
    "Este TIFF está dañado: su lista de páginas no termina nunca. Guárdelo de nuevo y suba el archivo nuevo.",
  "This TIFF uses a compression that cannot be read. Please save it with LZW or ZIP compression, or as a PDF, and upload it again.":
    "Este TIFF usa una compresión que no se puede leer. Guárdelo con compresión LZW o ZIP, o como PDF, y súbalo de nuevo.",
  "The TIFF was turned into a PDF with a page for each of its pictures.":
    "El TIFF se convirtió en un PDF con una página por cada una de sus imágenes.",
  "This TIFF stores its picture in a way that few programs can read. Please save it with 8 bits for each color, or as a PDF, and upload that.":
    "Este TIFF guarda su imagen de una forma que pocos programas leen. Guárdelo con 8 bits por color, o como PDF, y súbalo.",
  "Photographs in the TIFF that were JPEG were encoded again at high quality.":
    "Las fotografías del TIFF que eran JPEG se codificaron de nuevo con alta calidad.",
  "The TIFF holds floating-point numbers; the stamped copy shows them as 65,536 shades of each color.":
    "El TIFF contiene números de coma flotante; la copia sellada los muestra con 65 536 tonos por color.",
  "The animation was left out; the stamped copy shows the picture's first frame.":
    "Se omitió la animación; la copia sellada muestra el primer fotograma de la imagen.",

  "This PDF is damaged or incomplete and cannot be read.":
    "Este PDF está dañado o incompleto y no se puede leer.",
  "This PDF is password protected. Please remove the password and upload it again.":
    "Este PDF está protegido con contraseña. Quítela y súbalo de nuevo.",
  "This PDF is encrypted for the certificates of its recipients. Please save a copy without encryption and upload that.":
    "Este PDF está cifrado para los certificados de sus destinatarios. Guarde una copia sin cifrar y súbala.",
  "This PDF is encrypted in a way that is not supported. Please save a copy without encryption and upload that.":
    "Este PDF está cifrado de una forma que no se admite. Guarde una copia sin cifrar y súbala.",
  "The permissions of this PDF forbid changing and assembling it, so it cannot be stamped. Please ask its author for a copy that may be changed.":
    "Los permisos de este PDF prohíben modificarlo y ensamblarlo, por lo que no se puede sellar. Pida a su autor una copia que se pueda modificar.",
  "This signed PDF is encrypted, and decrypting it would break its signature. Please upload a copy without encryption, or print it to PDF and upload that.":
    "Este PDF firmado está cifrado, y descifrarlo rompería su firma. Suba una copia sin cifrar, o imprímalo en PDF y súbalo.",
  "This PDF is nested too deeply to be checked for scripts.":
    "Este PDF tiene demasiados niveles anidados para comprobar si contiene scripts.",
  "This PDF unpacks to far more data than its size allows.":
    "Este PDF ocupa, al descomprimirse, mucho más de lo que permite su tamaño.",
  "This PDF has more than {count} pages. Please split it and upload the parts.":
    "Este PDF tiene más de {count} páginas. Divídalo y suba las partes.",
  "This PDF would grow far too much by being stamped.": "Este PDF crecería demasiado al sellarlo.",
  "A page of this PDF holds content that cannot be read, so it cannot be stamped safely. Please print it to a new PDF and upload that.":
    "Una página de este PDF tiene contenido que no se puede leer, por lo que no se puede sellar con seguridad. Imprímalo en un PDF nuevo y súbalo.",
  "Page {page} of the {count} pages of this PDF is missing or damaged. Please upload a complete copy.":
    "La página {page} de las {count} páginas de este PDF falta o está dañada. Suba una copia completa.",
  "Pages {pages} of the {count} pages of this PDF are missing or damaged. Please upload a complete copy.":
    "Las páginas {pages} de las {count} páginas de este PDF faltan o están dañadas. Suba una copia completa.",
  "Only {found} of the {count} pages of this PDF can be read. Please upload a complete copy.":
    "Solo se pueden leer {found} de las {count} páginas de este PDF. Suba una copia completa.",
  "This signed PDF was damaged. Its bytes are unchanged at the beginning of the stamped copy; a new list of its objects follows them.":
    "Este PDF firmado estaba dañado. Sus bytes están sin cambios al principio de la copia sellada; los sigue una nueva lista de sus objetos.",
  "This PDF says that it has more pages ({announced}) than it lists ({found}); those that it lists were stamped.":
    "Este PDF dice que tiene más páginas ({announced}) de las que enumera ({found}); se sellaron las que enumera.",
  "This PDF leaves no numbers for new objects. Please print it to PDF and upload the new file.":
    "Este PDF no deja números libres para objetos nuevos. Imprímalo en PDF y suba el archivo nuevo.",
  "Programs would show different pages of this PDF. Please print it to PDF and upload the new file.":
    "Cada programa mostraría páginas distintas de este PDF. Imprímalo en PDF y suba el archivo nuevo.",
  "The list of pages of this signed PDF can be read in more than one way, and mending it would break the signature. Please print it to PDF and upload the new file.":
    "La lista de páginas de este PDF firmado se puede leer de más de una manera, y repararla rompería la firma. Imprímalo en PDF y suba el archivo nuevo.",
  "This PDF is certified by its signer, who allows no additions; a stamp would break the signature. Please upload a copy without the certification, for example one printed to PDF.":
    "Este PDF está certificado por su firmante, que no permite añadidos; un sello rompería la firma. Suba una copia sin la certificación, por ejemplo una impresa en PDF.",
  "This signed PDF is damaged, and repairing it would break its signature. Please upload a sound copy, or print it to PDF and upload that.":
    "Este PDF firmado está dañado, y repararlo rompería su firma. Suba una copia en buen estado, o imprímalo en PDF y súbalo.",
  "Scripts and automatic actions were removed from the stamped copy.":
    "Se quitaron de la copia sellada los scripts y las acciones automáticas.",
  "Links that lead to files or programs instead of the web were removed from the stamped copy.":
    "Se quitaron de la copia sellada los enlaces que llevan a archivos o programas en lugar de a la web.",
  "Buttons and links that hide or show parts of the pages were switched off in the stamped copy.":
    "En la copia sellada se desactivaron los botones y enlaces que ocultan o muestran partes de las páginas.",
  "Movies, sounds and 3D views were removed from the stamped copy; the pictures in their place stay.":
    "Se quitaron de la copia sellada los vídeos, sonidos y vistas 3D; quedan las imágenes que hay en su lugar.",
  "Parts of the pages that would come from other files or servers were cut off in the stamped copy.":
    "En la copia sellada se suprimieron las partes de las páginas que vendrían de otros archivos o servidores.",
  "Pictures of this PDF had other versions for printing; the stamped copy prints the ones on screen.":
    "Algunas imágenes de este PDF tenían otra versión para imprimir; la copia sellada imprime la de la pantalla.",
  "This PDF was a collection that opens with its attached files; the stamped copy opens with its pages, and the files stay attached.":
    "Este PDF era una colección que se abre por sus archivos adjuntos; la copia sellada se abre por sus páginas y los archivos siguen adjuntos.",
  "Layers, buttons, media or attached files of this signed PDF can change what programs show; removing them would break the signature.":
    "Las capas, los botones, los contenidos multimedia o los archivos adjuntos de este PDF firmado pueden cambiar lo que muestran los programas; quitarlos rompería la firma.",
  "Layers of this PDF would look different on screen, in print or in other programs; the stamped copy always shows them as on screen.":
    "Las capas de este PDF se verían distintas en pantalla, al imprimir o en otros programas; la copia sellada las muestra siempre como en pantalla.",
  "The fields of this form were filled in; in the stamped copy they are part of the page, so that every program shows the same, and cannot be changed.":
    "Los campos de este formulario estaban rellenados; en la copia sellada forman parte de la página, para que todos los programas muestren lo mismo, y no se pueden cambiar.",
  "Some fields of this form held other values than the ones drawn for them; the stamped copy shows the values that the fields held.":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra los valores que contenían.",
  "Some fields of this form held other values than the ones drawn for them; the stamped copy shows what was drawn.":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra lo dibujado.",
  "Notes or drawings of this PDF would show only on screen or only in print; the stamped copy shows and prints what was on screen.":
    "Algunas notas o dibujos de este PDF solo se verían en pantalla o solo al imprimir; la copia sellada muestra e imprime lo que había en pantalla.",
  "Parts of this PDF contradict each other or are incomplete, so that programs would show different content; the stamped copy looks the same in all of them.":
    "Partes de este PDF se contradicen o están incompletas, por lo que los programas mostrarían contenidos distintos; la copia sellada se ve igual en todos.",
  "Parts of this signed PDF contradict each other or are incomplete, so that programs may show different content; settling them would break the signature.":
    "Partes de este PDF firmado se contradicen o están incompletas, por lo que los programas pueden mostrar contenidos distintos; corregirlas rompería la firma.",
  "Some pages of this PDF do not say clearly which part of them is shown and how they are turned; the stamped copy shows them alike in all programs.":
    "Algunas páginas de este PDF no indican claramente qué parte se muestra ni cómo están giradas; la copia sellada las muestra igual en todos los programas.",
  "Notes or drawings of this PDF had no complete picture, so that programs would show them differently; the stamped copy shows them alike in all of them.":
    "Notas o dibujos de este PDF no tenían una imagen completa, por lo que los programas los mostrarían de forma distinta; la copia sellada los muestra igual en todos.",
  "Some fields of this form had no picture of the choices they offer; the stamped copy shows them in every program.":
    "Algunos campos de este formulario no tenían imagen de las opciones que ofrecen; la copia sellada las muestra en todos los programas.",
  "Links or pop-up notes of this PDF had pictures that only some programs show; the stamped copy leaves them out.":
    "Enlaces o notas emergentes de este PDF tenían imágenes que solo algunos programas muestran; la copia sellada las omite.",
  "Programs may show different values in fields of this signed form; settling them would break the signature.":
    "Los programas pueden mostrar valores distintos en campos de este formulario firmado; fijarlos rompería la firma.",
  "This PDF is a dynamic XFA form: some programs show its content, others only what its pages hold. Please print it to PDF and upload the new file.":
    "Este PDF es un formulario XFA dinámico: algunos programas muestran su contenido y otros solo lo que hay en sus páginas. Imprímalo en PDF y suba el archivo nuevo.",
  "The form fields of this PDF hold more text than can be drawn. Please print it to PDF and upload the new file.":
    "Los campos de formulario de este PDF contienen más texto del que se puede dibujar. Imprímalo en PDF y suba el archivo nuevo.",
  "This signed PDF takes parts of its pages from other files, and cutting them off would break the signature. Please print it to PDF and upload the new file.":
    "Este PDF firmado toma partes de sus páginas de otros archivos, y suprimirlas rompería la firma. Imprímalo en PDF y suba el archivo nuevo.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because another file was hidden behind the PDF; it was removed.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque detrás del PDF se ocultaba otro archivo; se quitó.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was damaged and had to be repaired.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba dañado y hubo que repararlo.",
  "The original's bytes could not be kept at the beginning of the stamped copy, because the file was encrypted to restrict its use; the copy is not encrypted and has no such restrictions.":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba cifrado para restringir su uso; la copia no está cifrada ni tiene esas restricciones.",
  "This document was already signed; the stamp was added as a separate layer and the signature stays valid.":
    "Este documento ya estaba firmado; el sello se añadió como una capa aparte y la firma sigue siendo válida.",
  "This document carries a signature that was incomplete already before it was stamped; nothing can be checked by it.":
    "Este documento lleva una firma que ya estaba incompleta antes de sellarlo; con ella no se puede comprobar nada.",
  "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.":
    "Los derechos de uso especiales que este PDF concedía en Adobe Reader no valen para la copia sellada.",
  "The chosen place was not free on every page. The stamp is at the right edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde derecho de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the left edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde izquierdo de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde superior de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom edge of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde inferior de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top right of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la derecha de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the top left of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la izquierda de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom right of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la derecha de la página {pages}.",
  "The chosen place was not free on every page. The stamp is at the bottom left of page {pages}.":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la izquierda de la página {pages}.",
  "There was no free place for the stamp. It covers a part of what is on page {pages}.":
    "No había ningún lugar libre para el sello. Cubre una parte de lo que hay en la página {pages}.",
  "There was too much content to look for a free place. The stamp may cover a part of what is on page {pages}.":
    "Había demasiado contenido para buscar un lugar libre. Puede que el sello cubra una parte de lo que hay en la página {pages}.",
  "A picture fills the whole page, and the stamp lies on the picture. This is so on page {pages}.":
    "Una imagen llena toda la página y el sello está sobre la imagen. Es así en la página {pages}.",
  "The form fields of this signed PDF leave no place for the stamp on one of its pages. Please print it to PDF and upload the new file.":
    "Los campos de formulario de este PDF firmado no dejan sitio para el sello en una de sus páginas. Imprímalo en PDF y suba el archivo nuevo.",
};

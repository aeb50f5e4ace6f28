/** Notes about changes made to stamped files, by code. */
export const spanishNotes: Readonly<Record<string, string>> = {
  "note-accessibility-claim":
    "El original dice ser un PDF accesible (PDF/UA). Según las reglas de esa norma, la copia sellada no lo es, porque el sello es una anotación o los valores de los campos pasaron a formar parte de una página.",
  "note-already-signed":
    "Este documento ya estaba firmado; el sello se añadió como una capa aparte y la firma sigue siendo válida.",
  "note-alternate-pictures-removed":
    "Algunas imágenes de este PDF tenían otra versión para imprimir; la copia sellada imprime la de la pantalla.",
  "note-animation-left-out":
    "Se omitió la animación; la copia sellada muestra el primer fotograma de la imagen.",
  "note-animation-other-pictures":
    "Los programas que reproducen animaciones muestran otras imágenes que los demás. Se omitió la animación; la copia sellada muestra la imagen sin ella.",
  "note-annotations-drawn":
    "Notas o dibujos de este PDF no tenían una imagen completa, por lo que los programas los mostrarían de forma distinta; la copia sellada los muestra igual en todos.",
  "note-annotations-printed":
    "Algunas notas o dibujos de este PDF solo se verían en pantalla o solo al imprimir; la copia sellada muestra e imprime lo que había en pantalla.",
  "note-archive-removed":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque detrás del PDF se ocultaba otro archivo; se quitó.",
  "note-choices-drawn":
    "Algunos campos de este formulario no tenían imagen de las opciones que ofrecen; la copia sellada las muestra en todos los programas.",
  "note-collection-opened":
    "Este PDF era una colección que se abre por sus archivos adjuntos; la copia sellada se abre por sus páginas y los archivos siguen adjuntos.",
  "note-contradictions-settled":
    "Partes de este PDF se contradicen o están incompletas, por lo que los programas mostrarían contenidos distintos; la copia sellada se ve igual en todos.",
  "note-content-differs":
    "Algunos textos, colores o efectos de este PDF dependen del programa que lo muestra. Lo que un programa muestra puede verse distinto o no verse en otro.",
  "note-content-unexamined":
    "Hay partes de este PDF que están dañadas, son muy grandes o tienen demasiados niveles y no se pudieron examinar. Otros programas pueden mostrarlas de otra forma o no mostrarlas.",
  "note-external-content-removed":
    "En la copia sellada se suprimieron las partes de las páginas que vendrían de otros archivos o servidores.",
  "note-field-drawings-kept":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra lo dibujado.",
  "note-field-values-drawn":
    "Algunos campos de este formulario contenían valores distintos de los dibujados; la copia sellada muestra los valores que contenían.",
  "note-fields-fixed":
    "Los campos de este formulario estaban rellenados; en la copia sellada forman parte de la página, para que todos los programas muestren lo mismo, y no se pueden cambiar.",
  "note-jpeg-reencoded":
    "Este JPEG no se pudo trasladar tal cual, por lo que su imagen se codificó de nuevo con alta calidad; los colores pueden diferir ligeramente de los del original.",
  "note-layers-fixed":
    "Las capas de este PDF se verían distintas en pantalla, al imprimir o en otros programas; la copia sellada las muestra siempre como en pantalla.",
  "note-link-pictures-removed":
    "Enlaces o notas emergentes de este PDF tenían imágenes que solo algunos programas muestran; la copia sellada las omite.",
  "note-links-removed":
    "Se quitaron de la copia sellada los enlaces que llevan a archivos o programas en lugar de a la web.",
  "note-media-removed":
    "Se quitaron de la copia sellada los vídeos, sonidos y vistas 3D; quedan las imágenes que hay en su lugar.",
  "note-page-boxes-settled":
    "Algunas páginas de este PDF no indican claramente qué parte se muestra ni cómo están giradas; la copia sellada las muestra igual en todos los programas.",
  "note-page-count-too-high":
    "Este PDF dice que tiene más páginas ({announced}) de las que enumera ({found}); se sellaron las que enumera.",
  "note-pdf-decrypted":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba cifrado para restringir su uso; la copia no está cifrada ni tiene esas restricciones.",
  "note-pdf-repaired":
    "Los bytes del original no se pudieron conservar al principio de la copia sellada, porque el archivo estaba dañado y hubo que repararlo.",
  "note-picture-cmyk-converted":
    "Esta imagen tiene colores de imprenta (CMYK), que cada programa muestra de forma distinta. La copia sellada tiene colores de pantalla y se ve igual en todos los programas.",
  "note-picture-colors-settled":
    "Los programas muestran los colores de esta imagen de forma distinta, y algunos podrían ocultar partes de ella. La copia sellada se ve igual en todos.",
  "note-picture-location-left-out":
    "Los metadatos de esta imagen dicen dónde se tomó. La copia sellada no lo dice.",
  "note-picture-film-left-out":
    "Esta imagen tiene un vídeo corto (una foto con movimiento). Se ha omitido; la copia sellada muestra la foto.",
  "note-picture-hdr-left-out":
    "Esta imagen tiene una segunda versión para pantallas muy brillantes (HDR). Se omitió; la copia sellada muestra la normal.",
  "note-picture-on-black":
    "Partes de esta imagen son transparentes, por lo que se ve distinta sobre otros fondos. Sobre blanco estaría vacía, así que la copia sellada la muestra sobre negro.",
  "note-picture-on-white":
    "Partes de esta imagen son transparentes, por lo que se ve distinta sobre otros fondos. La copia sellada la muestra sobre blanco.",
  "note-pictures-differ":
    "Algunas imágenes de este PDF están descritas de forma incompleta o de dos maneras. Otros programas pueden mostrarlas distintas o no mostrarlas.",
  "note-scripts-removed": "Se quitaron de la copia sellada los scripts y las acciones automáticas.",
  "note-signature-incomplete":
    "Este documento lleva una firma que ya estaba incompleta antes de sellarlo; con ella no se puede comprobar nada.",
  "note-restricted-form-ambiguous":
    "Los programas pueden mostrar valores distintos en los campos de este formulario; sus permisos no permiten fijarlos.",
  "note-signed-form-ambiguous":
    "Los programas pueden mostrar valores distintos en campos de este formulario firmado; fijarlos rompería la firma.",
  "note-signed-pdf-can-change":
    "Las capas, los botones, los contenidos multimedia o los archivos adjuntos de este PDF firmado pueden cambiar lo que muestran los programas; quitarlos rompería la firma.",
  "note-signed-pdf-contradicts":
    "Partes de este PDF firmado se contradicen o están incompletas, por lo que los programas pueden mostrar contenidos distintos; corregirlas rompería la firma.",
  "note-signed-pdf-repaired":
    "Este PDF firmado estaba dañado. Sus bytes están sin cambios al principio de la copia sellada; los sigue una nueva lista de sus objetos.",
  "note-stamp-at-bottom-edge":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde inferior de la página {pages}.",
  "note-stamp-at-bottom-left":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la izquierda de la página {pages}.",
  "note-stamp-at-bottom-right":
    "El lugar elegido no estaba libre en todas las páginas. El sello está abajo a la derecha de la página {pages}.",
  "note-stamp-at-left-edge":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde izquierdo de la página {pages}.",
  "note-stamp-at-right-edge":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde derecho de la página {pages}.",
  "note-stamp-at-top-edge":
    "El lugar elegido no estaba libre en todas las páginas. El sello está en el borde superior de la página {pages}.",
  "note-stamp-at-top-left":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la izquierda de la página {pages}.",
  "note-stamp-at-top-right":
    "El lugar elegido no estaba libre en todas las páginas. El sello está arriba a la derecha de la página {pages}.",
  "note-stamp-covers-content":
    "No había ningún lugar libre para el sello. Cubre una parte de lo que hay en la página {pages}.",
  "note-stamp-may-cover-content":
    "Había demasiado contenido para buscar un lugar libre. Puede que el sello cubra una parte de lo que hay en la página {pages}.",
  "note-stamp-on-picture":
    "Una imagen llena toda la página y el sello está sobre la imagen. Es así en la página {pages}.",
  "note-switches-removed":
    "En la copia sellada se desactivaron los botones y enlaces que ocultan o muestran partes de las páginas.",
  "note-text-differs":
    "Parte del texto de este PDF usa una fuente que el archivo no describe por completo. Otros programas pueden mostrar ahí otras letras o cifras.",
  "note-tiff-floating-point":
    "El TIFF contiene números de coma flotante; la copia sellada los muestra con 65,536 tonos por color.",
  "note-tiff-previews-left-out":
    "El TIFF contiene además versiones más pequeñas o máscaras de sus imágenes, que algunos programas muestran como páginas. La copia sellada las omite.",
  "note-tiff-photographs-reencoded":
    "Las fotografías del TIFF que eran JPEG se codificaron de nuevo con alta calidad.",
  "note-tiff-to-pdf": "El TIFF se convirtió en un PDF con una página por cada una de sus imágenes.",
  "note-picture-converted":
    "La imagen se convirtió de {from} a {to}, con los colores de las pantallas corrientes (sRGB).",
  "note-picture-hdr-converted":
    "Esta imagen se hizo para pantallas muy luminosas (HDR). La copia sellada tiene los colores de las pantallas corrientes, así que sus partes más claras se ven distintas.",
  "note-picture-others-left-out":
    "Este archivo contiene varias imágenes. La copia sellada muestra la principal.",
  "note-text-control-characters":
    "Este texto contiene caracteres que no se pueden mostrar, como caracteres de control. La copia sellada muestra \ufffd en su lugar.",
  "note-text-converted":
    "El original es un documento de texto ({format}); se convirtió en PDF para sellarlo.",
  "note-text-encoding":
    "Este texto no dice cómo están codificadas sus letras; se leyó como Windows-1252 (Europa occidental).",
  "note-usage-rights-lost":
    "Los derechos de uso especiales que este PDF concedía en Adobe Reader no valen para la copia sellada.",
  "note-word-fields-missing":
    "El archivo no guarda texto para algunos campos de este documento, así que la copia sellada no los muestra: {fields}.",
  "note-word-fields-stored":
    "Este documento tiene campos; la copia sellada muestra el texto que el archivo guarda para ellos, no los valores de hoy: {fields}.",
  "note-word-fields-unknown":
    "No se pudieron leer los campos ni los cambios registrados de este documento de Word, como en los archivos de Word 95 y anteriores. Si los tiene, la copia sellada puede mostrar valores nuevos de los campos, por ejemplo una fecha, y texto eliminado junto al nuevo.",
  "note-word-changes-accepted":
    "Este documento tenía cambios registrados que nadie había aceptado ni rechazado; la copia sellada muestra el texto como si se hubieran aceptado todos.",
  "note-word-changes-shown":
    "Este documento tiene cambios registrados que no se pudieron aceptar; la copia sellada muestra el texto eliminado junto al nuevo.",
  "note-word-characters-missing":
    "Ninguna fuente de este servidor tiene algunos caracteres de este documento; la copia sellada muestra en su lugar recuadros o nada: {characters}.",
  "note-word-fonts-replaced":
    "Las fuentes de este documento que este servidor no tiene se sustituyeron: {fonts}. La copia sellada muestra en su lugar: {used}.",
  "note-word-macros-left-out":
    "Este documento contiene macros; no se ejecutaron, y la copia sellada no las tiene.",
  "note-word-pictures-not-loaded":
    "Este documento remite a imágenes que están en otros lugares y que no se cargaron; la copia sellada muestra solo lo que el propio archivo guarda de ellas.",
  "note-word-equations-left-out":
    "Este documento tiene ecuaciones, que este servidor no puede dibujar; la copia sellada no muestra nada en su lugar.",
  "note-word-documents-not-loaded":
    "Este documento es un documento maestro: muestra otros documentos que no están en el archivo y que no se cargaron; la copia sellada no los muestra.",
  "note-word-converted": "El original es un documento de Word; se convirtió en PDF para sellarlo.",
};

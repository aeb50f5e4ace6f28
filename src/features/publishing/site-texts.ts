import { createHash } from "node:crypto";
import type { TrustTexts } from "../../evidence/verifier/trust.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";

/** The parts of a site that the build makes. */
export type BuiltParts = {
  /** verify.html without keys. */
  checker: string;
  /** The script and the style of record pages, and the script that finds a record by a serial number. */
  script: string;
  style: string;
  lookup: string;
};

/** A list is at the path of a folder: a file server answers with the folder's index. No text in it becomes markup. */
export const asIndex = (value: unknown): string => `${JSON.stringify(value).replaceAll("<", "\\u003c")}\n`;

/** A script, because a page that lies on a disk may not read other files. */
export const writeKeys = (trust: TrustTexts): string =>
  `var attestampKeys = ${JSON.stringify(trust).replaceAll("<", "\\u003c")};\n`;

/** Search engines are to leave out the records. */
export const robots = "User-agent: *\nDisallow: /verify/\nDisallow: /api/\nDisallow: /adopted/\n";

/** At the path of a folder whose names are not for everyone. */
export const emptyIndex = "<!doctype html>\n<title>-</title>\n";

/**
 * The front page and the page for unknown addresses: it opens the record of a serial number, however it is typed in the
 * address or in its field. `script` is inside, since the page may be shown at any address.
 */
export function writeLookup(script: string, productName: string): string {
  const code = `\n${script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")}\n`;
  const hash = createHash("sha256").update(code).digest("base64");
  const name = escapeHtml(productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="icon" href="data:,">
<style>body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}input,button{font:inherit;padding:.5rem;min-height:2.75rem;box-sizing:border-box;max-width:100%}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p>This is a published copy of the records of ${name}. <span lang="es">Esta es una copia publicada de los registros de ${name}.</span></p>
<form id="form">
<p><label for="serial">Serial number <span lang="es">(número de serie)</span></label><br>
<input id="serial" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="AT-XXXXX-XXXXX-XXXXX-XXXXX">
<button>Open the record <span lang="es">(abrir el registro)</span></button></p>
<p id="message" role="status"></p>
</form>
<p><a id="checker" href="verify.html">Check a file <span lang="es">(comprobar un archivo)</span></a></p>
<noscript><p>Without JavaScript, open verify/SERIAL-NUMBER/ below this address, with the number in capital letters and with its hyphens. <span lang="es">Sin JavaScript, abra verify/NÚMERO-DE-SERIE/ debajo de esta dirección, con mayúsculas y guiones.</span></p></noscript>
</main>
<script>${code}</script>
</body>
</html>
`;
}

type ReadmeFacts = {
  origin: string;
  productName: string;
  records: number;
  entries: number;
  hashesOnly: boolean;
};

/** README.txt of a site. */
export function writeReadme({ origin, productName, records, entries, hashesOnly }: ReadmeFacts): string {
  const { host } = new URL(origin);
  return `The records of ${productName} as a web site
${"=".repeat(`The records of ${productName} as a web site`.length)}

This folder answers what the server at ${origin} answered to the public: ${records} records and a public log of
${entries} entries. It needs no server of its own, only one that serves files.
${
  hashesOnly
    ? "\nIt was written with --hashes-only: no names of documents or clients are in it.\n"
    : "\nThe records contain the names that the server showed to anyone who had the serial number. Anyone with this\nfolder has all of them.\n"
}
How to host it
--------------

Copy everything in this folder to the top folder of a web server for ${host}, so that the QR codes, which lead to
${origin}/verify/SERIAL, find it. Keep the folder .well-known. Any web server or static host will do that

- answers a folder with its index.html, after a redirect to the address with a slash;
- does not list the files of a folder: anyone who sees the list has every serial number;
- answers unknown addresses with 404.html, if it can. Then numbers that are typed in lower case or without hyphens are
  found, too. Otherwise they are found from the front page, index.html.

At another address, everything but the QR codes works. Opened from a disk, pages work except for Bitcoin headers.

What is in it
-------------

verify/SERIAL/           the record of a serial number; it checks QR codes and files in the browser
verify.html              checks any file, without a connection
api/verify/SERIAL        the record as JSON; its Bitcoin headers are in evidence/log/witnesses/headers/
evidence/log/            the log (c2sp.org/tlog-tiles); folders that were lists on the server have them as index.html
evidence/log/witnesses/headers/HEIGHT
                         Bitcoin headers from this height on, 80 bytes each
evidence/ca.pem          the root certificates; evidence/ca.crl and evidence/ca-crls.pem: revocation lists
evidence/tsa-roots.pem   the roots of external timestamp authorities
.well-known/jwks.json    the keys of the signed statements
published.json           what this folder is, and whether it is complete

To check all of it: attestamp verify-log ADDRESS, and attestamp verify FILES --origin ADDRESS.

What it cannot do
-----------------

It issues nothing: no stamps, no timestamps, no cosignatures of other logs. A collection's list cannot be searched
for a file; its evidence pack can. The revocation lists are the last ones of the server.
`;
}

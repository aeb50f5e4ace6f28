import { readSerialNumber } from "../../src/evidence/serial-number.ts";

/** The front page of a published site, which is also its page for unknown addresses. Its texts are in the page. */
const marker = "/verify/";
const messages = {
  unknown: "There is no record of this number here. / Aquí no consta ese número.",
  wrong: "This is not a serial number. / Eso no es un número de serie.",
};

const at = location.pathname.indexOf(marker);
/** The address of the site, which may be below that of its host. */
const base = at >= 0 ? location.pathname.slice(0, at + 1) : location.pathname.replace(/[^/]*$/, "");

const say = (text: string) => document.getElementById("message")?.replaceChildren(text);
const open = (serialNumber: string) => location.replace(`${base}verify/${serialNumber}/${location.hash}`);

document.getElementById("checker")?.setAttribute("href", `${base}verify.html`);
document.getElementById("form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.getElementById("serial");
  const serialNumber = field instanceof HTMLInputElement ? readSerialNumber(field.value) : undefined;
  if (serialNumber === undefined) say(messages.wrong);
  else open(serialNumber);
});

const typed = at >= 0 ? readAddress(location.pathname.slice(at + marker.length)) : "";
const serialNumber = readSerialNumber(typed);
if (serialNumber !== undefined && serialNumber !== typed) open(serialNumber);
else if (typed !== "") say(serialNumber === undefined ? messages.wrong : messages.unknown);

function readAddress(path: string): string {
  try {
    return decodeURIComponent(path.replace(/\/(index\.html)?$/, ""));
  } catch {
    return path;
  }
}

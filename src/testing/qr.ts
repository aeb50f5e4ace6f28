import decodeQR from "qr/decode.js";
import { type Picture, renderPage } from "./inspect.ts";

/** The text of the QR code on a PDF's first page, read from an image at 150 dpi, as a phone's camera sees it. */
export async function readQrCode(pdf: string): Promise<string> {
  return decodePicture(await renderPage(pdf, 1, 150));
}

/** The text of the QR code in a picture. */
export function decodePicture(picture: Picture): string {
  const rgba = new Uint8ClampedArray(picture.width * picture.height * 4);
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    rgba.set(picture.data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    rgba[pixel * 4 + 3] = 255;
  }
  return decodeQR({ width: picture.width, height: picture.height, data: rgba });
}

import { type Turns, turnSize } from "./corners.ts";

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws the picture, turned, with its top left corner at the origin. */
export function drawTurned(pen: Pen, picture: ImageBitmap | OffscreenCanvas, turns: Turns): void {
  const { width, height } = turnSize(picture, turns);
  pen.translate(turns === 1 || turns === 2 ? width : 0, turns === 2 || turns === 3 ? height : 0);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(picture, 0, 0);
}

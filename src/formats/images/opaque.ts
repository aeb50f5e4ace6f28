import type { Sharp } from "./picture-library.ts";

/** Whether each pixel of a picture is opaque. */
export async function hasOpaqueAlpha(picture: Sharp): Promise<boolean> {
  const alpha = await picture.ensureAlpha().extractChannel("alpha").raw().toBuffer();
  return alpha.every((value) => value === 255);
}

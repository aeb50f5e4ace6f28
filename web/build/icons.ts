import { join } from "node:path";
import sharp from "sharp";

const sizes = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512 };

/** Draws the bitmap icons and the manifest that phones ask for; returns the tags that name them. */
export async function writeIcons(outdir: string): Promise<string> {
  const drawing = await Bun.file(join(import.meta.dir, "../static/icon.svg")).bytes();
  await Promise.all(
    Object.entries(sizes).map(async ([name, size]) => {
      const png = await sharp(drawing, { density: (72 * size) / 64 })
        .resize(size, size)
        .png()
        .toBuffer();
      await Bun.write(join(outdir, `icons/${name}.png`), png);
    }),
  );
  await Bun.write(join(outdir, "icons/app.webmanifest"), JSON.stringify(manifest()));
  return [
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    '<link rel="manifest" href="/icons/app.webmanifest">',
  ].join("");
}

function manifest() {
  const icon = (size: number) => ({
    src: `/icons/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  });
  return {
    name: "Attestamp",
    short_name: "Attestamp",
    description: "Document timestamping and attestation.",
    start_url: "/",
    display: "standalone",
    background_color: "#f6f2e9",
    theme_color: "#0f4650",
    icons: [icon(192), icon(512)],
  };
}

import { join } from "node:path";
import sharp from "sharp";

const sizes = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512 };

/** Systems crop maskable icons to a circle of four fifths of their size (W3C, maskable icons). */
const maskable = { size: 512, inner: 360, ground: "#f6f2e9" };

/** Writes robots.txt, the bitmap icons and the manifest for phones; returns the tags that refer to them. */
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
  const { size, inner, ground } = maskable;
  const mark = await sharp(drawing, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const whole = sharp({ create: { width: size, height: size, channels: 4, background: ground } });
  await Bun.write(
    join(outdir, "icons/icon-maskable-512.png"),
    await whole
      .composite([{ input: mark }])
      .png()
      .toBuffer(),
  );
  await Bun.write(join(outdir, "icons/app.webmanifest"), JSON.stringify(manifest()));
  // Pages of documents ask not to be indexed themselves (lib/use-no-index.ts).
  await Bun.write(join(outdir, "robots.txt"), "User-agent: *\nDisallow: /api/\n");
  return [
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    '<link rel="manifest" href="/icons/app.webmanifest">',
  ].join("");
}

function manifest() {
  // The server adds its operator's name and the share target (src/server/http/installed-app.ts).
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
    icons: [
      icon(192),
      icon(512),
      { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}

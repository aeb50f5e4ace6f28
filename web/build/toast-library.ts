import type { BunPlugin } from "bun";

type Replacement = { what: string; from: RegExp; to: string };

const replacements: Replacement[] = [
  {
    what: "the style element injected at run time, which our content security policy refuses (styles.css imports the same rules)",
    from: /^__insertCSS\(".*"\);?$/gm,
    to: "",
  },
  {
    what: "the swipe distance: the product promises 50 pixels",
    from: /const SWIPE_THRESHOLD = 45;/g,
    to: "const SWIPE_THRESHOLD = 50;",
  },
];

/** Two small changes to sonner. The build fails when a new version no longer has what they replace. */
export const adaptedToastLibrary: BunPlugin = {
  name: "adapted-toast-library",
  setup(build) {
    build.onLoad({ filter: /sonner[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: replacements.reduce(replaceOnce, await Bun.file(path).text()),
      loader: "js",
    }));
  },
};

function replaceOnce(source: string, { what, from, to }: Replacement): string {
  if (source.match(from)?.length !== 1) throw new Error(`sonner changed; look again at ${what}.`);
  return source.replace(from, to);
}

import type { BunPlugin } from "bun";

type Replacement = { what: string; from: string; to: string };

const replacements: Replacement[] = [
  {
    what: "the style element injected at run time, which our content security policy refuses (styles.css imports the same rules)",
    from: "function __insertCSS(code) {",
    to: "function __insertCSS(_code) { return;",
  },
  {
    what: "the swipe distance: the product promises 50 pixels",
    from: "const SWIPE_THRESHOLD = 45;",
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
  if (source.split(from).length !== 2) throw new Error(`sonner changed; look again at ${what}.`);
  return source.replace(from, to);
}

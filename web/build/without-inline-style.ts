import type { BunPlugin } from "bun";

/**
 * Leaves out of sonner the call that writes its styles into the page, which our content security policy forbids. The
 * toaster links the same styles as a file.
 */
export const withoutInlineStyle: BunPlugin = {
  name: "without-inline-style",
  setup(build) {
    build.onLoad({ filter: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const parts = (await Bun.file(path).text()).split(/^__insertCSS\(".*"\);$/m);
      if (parts.length !== 2) throw new Error(`${path} does not write its styles as it did.`);
      return { contents: parts.join(""), loader: "js" };
    });
  },
};

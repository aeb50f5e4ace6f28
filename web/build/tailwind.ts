import { dirname } from "node:path";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import type { BunPlugin } from "bun";

/** Builds the stylesheet with the Tailwind of package.json: the plugins for Bun contain their own version. */
export const tailwind: BunPlugin = {
  name: "tailwind",
  setup(build) {
    build.onLoad({ filter: /[\\/]web[\\/]styles\.css$/ }, async ({ path }) => {
      const base = dirname(path);
      const compiler = await compile(await Bun.file(path).text(), { base, onDependency: () => undefined });
      const { root, sources } = compiler;
      // The folder that `source(…)` names in the stylesheet.
      if (root === null || root === "none")
        throw new Error(`${path} names no folder to search for class names.`);
      const scanner = new Scanner({ sources: [{ ...root, negated: false }, ...sources] });
      const css = compiler.build(scanner.scan());
      return { contents: optimize(css, { minify: true }).code, loader: "css" };
    });
  },
};

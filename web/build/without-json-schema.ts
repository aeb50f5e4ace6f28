import type { BunPlugin } from "bun";

/**
 * Leaves Zod's conversion to JSON Schema out of the page, which only checks values: a visitor's first page is 5 kB
 * smaller without it. Its functions return undefined there.
 */
export const withoutJsonSchema: BunPlugin = {
  name: "without-json-schema",
  setup(build) {
    const converters = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
    build.onLoad({ filter: converters }, async ({ path }) => {
      const { exports } = new Bun.Transpiler({ loader: "js" }).scan(await Bun.file(path).text());
      const names = exports.map((name) => `none as ${name}`).join(", ");
      return { contents: `const none = () => undefined;\nexport { ${names} };\n`, loader: "js" };
    });
  },
};

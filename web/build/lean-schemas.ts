import type { BunPlugin } from "bun";

/**
 * The page checks its forms with the server's schemas and never writes them out as JSON Schema, but zod ties that
 * writer to every schema. Left out of the page, it saves each first visitor 4.5 kB. Nor do schemas try whether they may
 * make code out of text: the page's policy forbids it, and each page would report the attempt.
 */
export const leanSchemas: BunPlugin = {
  name: "lean-schemas",
  setup(build) {
    const writer = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;
    build.onLoad({ filter: writer }, async ({ path }) => ({
      contents: withoutWork(await Bun.file(path).text()),
      loader: "js",
    }));
    build.onLoad({ filter: /zod[\\/]v4[\\/]core[\\/]core\.js$/ }, async ({ path }) => ({
      contents: `${await Bun.file(path).text()}\nglobalConfig.jitless = true;`,
      loader: "js",
    }));
  },
};

/** The same exports, each of which throws once it is asked to write. */
function withoutWork(source: string): string {
  const names = new Bun.Transpiler({ loader: "js" }).scan(source).exports;
  const absent = 'const absent = () => () => { throw new Error("The page writes no JSON Schema."); };';
  return `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(", ")} };`;
}

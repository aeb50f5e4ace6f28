/** Preloaded by a test run: the module named by the environment is loaded with one change. */
import { readFileSync } from "node:fs";
import { plugin } from "bun";

const { MUTANT_PATH: path = "", MUTANT_START, MUTANT_END, MUTANT_TEXT = "" } = process.env;

plugin({
  name: "one changed module",
  setup(build) {
    const exactly = new RegExp(`^${RegExp.escape(path)}$`);
    build.onLoad({ filter: exactly }, () => {
      const source = readFileSync(path, "utf8");
      const contents = source.slice(0, Number(MUTANT_START)) + MUTANT_TEXT + source.slice(Number(MUTANT_END));
      return { contents, loader: "ts" };
    });
  },
});

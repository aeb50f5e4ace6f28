/** `import path from "….ttf" with { type: "file" }` gives the file's path, also inside a single-file executable. */
declare module "*.ttf" {
  const path: string;
  export default path;
}

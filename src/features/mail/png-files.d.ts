/** `import path from "….png" with { type: "file" }` gives the file's path, also inside a single-file executable. */
declare module "*.png" {
  const path: string;
  export default path;
}

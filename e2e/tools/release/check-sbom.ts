import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const schemas = join(
  dirname(Bun.resolveSync("@cyclonedx/cyclonedx-library/package.json", import.meta.dir)),
  "res/schema",
);

/** Throws an error with the violations if the text is no bill of materials by the schema of CycloneDX 1.6. */
export function checkSbom(text: string): void {
  const read = (name: string) => JSON.parse(readFileSync(join(schemas, name), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Addresses and mailboxes in any script, which ajv does not know: our own have none.
  ajv.addFormat("iri-reference", true);
  ajv.addFormat("idn-email", true);
  for (const name of ["spdx.SNAPSHOT.schema.json", "jsf-0.82.SNAPSHOT.schema.json"])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  const isValid = ajv.compile(read("bom-1.6.SNAPSHOT.schema.json"));
  if (isValid(JSON.parse(text))) return;
  const violations = isValid.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
  throw new Error(`The SBOM does not follow its schema:\n${violations?.join("\n")}`);
}

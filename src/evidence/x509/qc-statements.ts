import { readFields } from "../../formats/der/fields.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readDer } from "../../formats/der/read.ts";
import { tags } from "../../formats/der/tags.ts";
import { readOid } from "../../formats/der/values.ts";
import { oids } from "../oids.ts";
import type { Extensions } from "./extensions.ts";

/**
 * The identifiers of the statements in the extension QCStatements (RFC 3739, 3.2.6); none if it is missing or
 * malformed, since then it states nothing. Runs in browsers.
 */
export function readQcStatements(extensions: Extensions): string[] {
  const value = extensions.get(oids.qcStatements)?.value;
  const statements =
    value &&
    wellFormed(() =>
      readFields(readDer(value))
        .rest()
        .map((statement) => readOid(readFields(statement).take(tags.oid))),
    );
  return statements ?? [];
}

/**
 * Whether a certificate says that it is qualified in the European Union: if it names the legislation, it is that of
 * another country (ETSI EN 319 412-5, 4.2.1 and 4.2.4).
 */
export function isStatedQualified(extensions: Extensions): boolean {
  const statements = readQcStatements(extensions);
  return statements.includes(oids.qcCompliance) && !statements.includes(oids.qcLegislation);
}

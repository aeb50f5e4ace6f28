import type { Generated } from "../../../src/features/documents/documents.output.schema.ts";
import { documentsMessages } from "../../texts/documents.ts";

const text = documentsMessages.generated;

/**
 * A document's name as pages show it: the service names its own documents in English, which is attested, and readers
 * see these names in their language (of acknowledgments, also that of earlier versions, with another e). A name that
 * the owner chose stays as it is.
 */
export function showDocumentName(name: string, generated: Generated): string {
  switch (generated) {
    case "timeline":
      return name.replace(/^Timeline of (.+)(?=\.pdf$)/su, (_, project: string) => text.timeline(project));
    case "acknowledgement":
      return name.replace(/^Acknowledge?ment by (.+)(?=\.pdf$)/su, (_, person: string) =>
        text.acknowledgement(person),
      );
    default:
      return name;
  }
}

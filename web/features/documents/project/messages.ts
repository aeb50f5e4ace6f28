import { documentProject } from "../../../texts/english/document-project.ts";
import { localize } from "../../../texts/translation.ts";

export const documentProjectMessages = localize("documentProject", documentProject);

import { projects } from "../../texts/english/projects.ts";
import { localize } from "../../texts/translation.ts";

export const projectsMessages = localize("projects", projects);

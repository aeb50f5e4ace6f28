import { projects } from "../../texts/english/projects.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const projectsMessages = inReadersLanguage("projects", projects);

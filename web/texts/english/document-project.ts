const documents = (count: number) => (count === 1 ? "1 document" : `${count} documents`);

/** Sentences about the project of a document. */
export const documentProject = {
  filter: { label: "Project", any: "Any project" },
  inProject: "Project:",
  move: {
    optional: "optional",
    button: "Move to project",
    title: (count: number) => `Move ${documents(count)}`,
    project: "Project",
    none: "No project",
    newProject: "New project…",
    newName: "Name of the new project",
    submit: "Move",
    pending: "Moving…",
    close: "Close",
    failed: "Couldn't move the documents",
    fallback: "Please try again in a moment.",
    done: (count: number, name: string) => `${documents(count)} moved to ${name}`,
    doneNone: (count: number) => `${documents(count)} removed from the project`,
    choiceHint: "Keeps this document together with related ones.",
  },
};

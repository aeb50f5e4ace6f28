import { ProjectsList } from "../features/projects/projects-list.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { projectsMessages as text } from "../texts/projects.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** The signed-in user's projects. */
export function ProjectsPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Title />
          <ProjectsList />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return (
    <>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 mb-6 text-muted">{text.intro}</p>
    </>
  );
}

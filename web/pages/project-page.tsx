import { Link, useParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { ProjectDetails } from "../features/projects/project-details.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { projectsMessages as text } from "../texts/projects.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** One project of the signed-in user. */
export function ProjectPage() {
  const { id } = useParams({ from: "/projects/$id" });
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Link to="/projects" className="link mb-3 inline-flex min-h-6 items-center gap-1">
            <ChevronLeft className="size-4" aria-hidden="true" />
            {text.page.all}
          </Link>
          <ProjectDetails key={id} id={id} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

import {
  BookOpen,
  BriefcaseBusiness,
  Camera,
  GraduationCap,
  Hammer,
  HeartPulse,
  House,
  PenTool,
  Scale,
} from "lucide-react";
import { landingMessages } from "../../texts/landing.ts";

const text = landingMessages.who;
const icons = [GraduationCap, Camera, PenTool, House, HeartPulse, Scale, Hammer, BookOpen];

export function WhoNeedsIt() {
  return (
    <section aria-labelledby="who" className="mx-auto max-w-page px-4 py-16 sm:px-6">
      <h2 id="who" className="text-title">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.text}</p>
      <ul className="mt-8 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-4">
        {text.groups.map((group, index) => {
          const Icon = icons[index] ?? BriefcaseBusiness;
          return (
            <li key={group.name} className="border-t border-line py-4">
              <Icon className="mb-2 size-6 text-brand" aria-hidden="true" strokeWidth={1.75} />
              <h3>{group.name}</h3>
              <p className="text-muted">{group.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

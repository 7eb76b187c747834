// Offers: the first three projects, and the way to all of them (specification 2).

import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/notices.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { ProjectCards, ProjectCardsSkeleton } from './project-card.tsx'
import { listStep } from './project-filters.ts'
import { useProjects } from './use-projects.ts'

export function OffersPage() {
  const projects = useProjects()
  const title = texts.projects_offered()
  return (
    <div className="grid gap-5">
      <PageHeading title={texts.projects_offers()} />
      <p className="max-w-2xl text-soft">{texts.projects_offers_text()}</p>
      <Section
        title={title}
        action={<SectionLink path={paths.projects}>{texts.projects_see_all()}</SectionLink>}
      >
        <Loaded
          query={projects}
          skeleton={<ProjectCardsSkeleton />}
          error={texts.projects_list_failed()}
        >
          {(all) =>
            all.length === 0 ? (
              <EmptyState message={texts.projects_none_match()} />
            ) : (
              <ProjectCards projects={all.slice(0, listStep)} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

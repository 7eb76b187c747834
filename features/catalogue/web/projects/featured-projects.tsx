// Shows the featured projects of the user's country on the home page, otherwise the worldwide ones.
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { ProjectCards, ProjectCardsSkeleton } from './project-card.tsx'
import { useFeaturedProjects } from './use-projects.ts'

/** Maximum number of cards: two rows of three. */
const featuredMax = 6

export function FeaturedProjects({ country }: { country: string | undefined }) {
  const featured = useFeaturedProjects(country)
  const title = texts.projects_featured()
  return (
    <Section
      title={title}
      action={
        <SectionLink path={paths.projectsFeaturedFirst(featuredMax)}>
          {texts.projects_see_all()}
        </SectionLink>
      }
    >
      <Loaded
        query={featured}
        skeleton={<ProjectCardsSkeleton rail />}
        error={texts.projects_featured_failed()}
        empty={<EmptyState message={texts.projects_none_featured()} />}
      >
        {(projects) => <ProjectCards projects={projects.slice(0, featuredMax)} rail />}
      </Loaded>
    </Section>
  )
}

// Shows /app/offers: the first three projects with a link to all, and the form for a gift.

import {
  ProjectCards,
  ProjectCardsSkeleton,
} from '#features/catalogue/web/projects/project-card.tsx'
import { listStep } from '#features/catalogue/web/projects/project-filters.ts'
import { useProjects } from '#features/catalogue/web/projects/use-projects.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'

const GiftForm = lazyPart(() => import('#features/purchases/web/gift/gift-form.tsx'), 'GiftForm')

export function OffersPage() {
  const projects = useProjects()
  const profile = useProfile()
  const title = texts.projects_offered()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
          empty={<EmptyState message={texts.projects_no_batches()} />}
        >
          {(all) => <ProjectCards projects={all.slice(0, listStep)} />}
        </Loaded>
      </Section>
      {profile ? (
        <Section title={texts.gifts_form_title()} className="mt-4">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12">
            <p className="text-soft">
              {`${texts.gifts_form_text()} ${texts.problems_card_minimum()}`}
            </p>
            <PartBoundary loading={<Skeleton className="h-96 w-full" />}>
              <GiftForm profile={profile} />
            </PartBoundary>
          </div>
        </Section>
      ) : null}
    </div>
  )
}

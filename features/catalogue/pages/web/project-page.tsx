// Shows one project: its story, its batches to choose from, its weekly sales, and a buy bar that is
// always visible.
import { useState } from 'react'
import { useParams } from 'wouter'
import type { Batch, Project } from '#features/catalogue/catalogue-calls.ts'
import { BatchChoice } from '#features/catalogue/web/offer/batch-choice.tsx'
import { KgPrice, UnitBuys } from '#features/catalogue/web/offer/unit-price.tsx'
import { useListedProject, useProject } from '#features/catalogue/web/projects/use-projects.ts'
import { ProjectPicture } from '#features/catalogue/web/scenes/project-picture.tsx'
import { ProjectStory } from '#features/catalogue/web/story/project-story.tsx'
import { WeeklyChart } from '#features/catalogue/web/story/weekly-chart.tsx'
import { CheckoutAction } from '#features/purchases/web/checkout/checkout-action.tsx'
import { paths } from '#web/paths.ts'
import { PageHeading, PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import './project-page.css'

/** A column on phones, with room for the bar; the batches next to the story on wide screens. */
const pageClass =
  'grid gap-8 pb-26 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,0.8fr)] lg:grid-rows-[auto_1fr] ' +
  'lg:gap-x-12 lg:gap-y-9 lg:pb-0'
const sideClass =
  'lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:-m-1 ' +
  'lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1'
const priceClass =
  'flex flex-auto flex-wrap items-baseline justify-between gap-x-3 md:flex-initial lg:flex-[1_1_100%]'
const actionsClass =
  'grid flex-[1_1_min(16.5rem,100%)] grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] ' +
  'gap-2.5 md:flex-[0_1_24rem] lg:flex-[1_1_100%] [&_button]:px-2'

export function ProjectPage() {
  const { id } = useParams<{ id: string }>()
  const project = useProject(id)
  return (
    <>
      {project.data === undefined ? <PassingHeading title={texts.projects_one()} /> : null}
      <Loaded
        query={project}
        skeleton={<ProjectSkeleton id={id} />}
        error={texts.projects_failed()}
      >
        {(found) =>
          found === null ? <NoProject /> : <ProjectView key={found.id} project={found} />
        }
      </Loaded>
    </>
  )
}

function NoProject() {
  const title = texts.projects_none_found()
  return (
    <div className="grid gap-5">
      <PageHeading title={title} hidden />
      <EmptyState message={title}>
        <SectionLink path={paths.projects}>{texts.projects_see_all()}</SectionLink>
      </EmptyState>
    </div>
  )
}

function ProjectView({ project }: { project: Project }) {
  const [wantedId, setWantedId] = useState<string>()
  const offered = project.batches.filter((batch) => batch.kg_available > 0)
  // The server sends the cheapest first and sold-out ones last, which are not selected.
  const chosen = offered.find((batch) => batch.id === wantedId) ?? offered[0]
  return (
    <div className={pageClass}>
      <ProjectStory project={project} />
      <div className={sideClass}>
        <Section title={texts.projects_batches()}>
          {project.batches.length === 0 ? (
            <EmptyState
              message={
                project.is_offered ? texts.projects_no_batches() : texts.projects_not_offered()
              }
            />
          ) : (
            <BatchChoice batches={project.batches} chosenId={chosen?.id} onChoose={setWantedId} />
          )}
          {project.batches.some((batch) => batch.uncompared) ? (
            <p className="mt-4 text-soft text-sm">
              {texts.projects_uncompared({ registry: project.registry_name })}
            </p>
          ) : null}
          {chosen ? <UnitBuys price={chosen} /> : null}
          {offered.length === 0 && project.batches.some((batch) => batch.is_offered) ? (
            <p className="mt-4 text-soft">{texts.projects_all_sold_out()}</p>
          ) : null}
        </Section>
        {project.batches.length > 0 ? <BuyBar project={project} chosen={chosen} /> : null}
      </div>
      <Section title={texts.projects_weekly()}>
        <WeeklyChart weeks={project.weeklyPurchases} />
      </Section>
    </div>
  )
}

/**
 * A sold-out project offers no batch, but keeps the dialogs: a user may be paying for the last
 * kilograms.
 */
function BuyBar({ project, chosen }: { project: Project; chosen: Batch | undefined }) {
  const { batches } = project
  const shared = { project, batches, chosenId: chosen?.id, wide: true }
  return (
    <div className={chosen ? 'buy-bar' : ''}>
      {chosen ? (
        <p className={priceClass}>
          <span className="text-soft text-sm">
            {texts.projects_vintage({ year: String(chosen.vintage_year) })}
          </span>
          <span> </span>
          <KgPrice price={chosen} />
        </p>
      ) : null}
      <div className={actionsClass}>
        <CheckoutAction kind="buy" {...shared} />
        <CheckoutAction kind="gift" {...shared} />
      </div>
    </div>
  )
}

/** Shows the picture of a project that a list has loaded already. */
function ProjectSkeleton({ id }: { id: string }) {
  const known = useListedProject(id)
  return (
    <div className={pageClass}>
      <div className="grid gap-4">
        {known ? (
          <div className="project-picture">
            <ProjectPicture project={known} />
          </div>
        ) : (
          <Skeleton className="aspect-[16/8.5] w-full rounded-[22px]!" />
        )}
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-28 w-full" />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  )
}

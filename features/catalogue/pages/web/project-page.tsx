// Shows one project: facts, batches to select from, weekly sales, and a buy bar that is always visible.
import { useState } from 'react'
import { useParams } from 'wouter'
import type { Batch, Project } from '#features/catalogue/catalogue-calls.ts'
import { BatchChoice } from '#features/catalogue/web/offer/batch-choice.tsx'
import { MainPrice, UnitBuys } from '#features/catalogue/web/offer/unit-price.tsx'
import { useListedProject, useProject } from '#features/catalogue/web/projects/use-projects.ts'
import { ProjectPicture } from '#features/catalogue/web/scenes/project-scene.tsx'
import { ProjectStory } from '#features/catalogue/web/story/project-story.tsx'
import { WeeklyChart } from '#features/catalogue/web/story/weekly-chart.tsx'
import { CheckoutAction } from '#features/purchases/web/checkout/checkout-action.tsx'
import { paths } from '#web/paths.ts'
import { PageHeading, PassingHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { Section, SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import './project-page.css'

/** Classes of the page: one column on phones, with space for the buy bar; two columns on wide screens. */
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
        {(loaded) =>
          loaded === null ? <NoProject /> : <ProjectView key={loaded.id} project={loaded} />
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
  const [selectedId, setSelectedId] = useState<string>()
  const offered = project.batches.filter((batch) => batch.kg_available > 0)
  // The server sends the cheapest batch first, so the first one with stock is the default.
  const selected = offered.find((batch) => batch.id === selectedId) ?? offered[0]
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
            <BatchChoice
              batches={project.batches}
              chosenId={selected?.id}
              onChoose={setSelectedId}
            />
          )}
          {project.batches.some((batch) => batch.uncompared) ? (
            <p className="mt-4 text-soft text-sm">
              {texts.projects_uncompared({ registry: project.registry_name })}
            </p>
          ) : null}
          {selected ? (
            <>
              <UnitBuys price={selected} />
              <p className="-my-2">
                <SectionLink path={paths.planOf(project.id)}>{texts.plans_invite()}</SectionLink>
              </p>
            </>
          ) : null}
          {offered.length === 0 && project.batches.some((batch) => batch.is_offered) ? (
            <p className="mt-4 text-soft">{texts.projects_all_sold_out()}</p>
          ) : null}
        </Section>
        {project.batches.length > 0 ? <BuyBar project={project} selected={selected} /> : null}
      </div>
      <Section title={texts.projects_weekly()}>
        <WeeklyChart weeks={project.weeklyPurchases} />
      </Section>
    </div>
  )
}

/**
 * Shows the price and the buttons for a purchase and a gift. It stays mounted without `selected`, after the
 * project is sold out, because the user may be paying for the last kilograms in its dialog.
 */
function BuyBar({ project, selected }: { project: Project; selected: Batch | undefined }) {
  const { batches } = project
  const isSoldOut = !selected && batches.some((batch) => batch.is_offered)
  const actionProps = { project, batches, chosenId: selected?.id, wide: true }
  return (
    <div className={selected || isSoldOut ? 'buy-bar' : ''}>
      {isSoldOut ? (
        <>
          <Badge tone="warn">{texts.projects_sold_out()}</Badge>
          <SectionLink path={paths.projects}>{texts.passport_other_project()}</SectionLink>
        </>
      ) : null}
      {selected ? (
        <p className={priceClass}>
          <span className="text-soft text-sm">
            {texts.projects_vintage({ year: String(selected.vintage_year) })}
          </span>
          <span> </span>
          <MainPrice price={selected} />
        </p>
      ) : null}
      <div className={actionsClass}>
        <CheckoutAction kind="buy" {...actionProps} />
        <CheckoutAction kind="gift" {...actionProps} />
      </div>
    </div>
  )
}

/** Shows placeholders, and the project's picture if a list has already loaded the project. */
function ProjectSkeleton({ id }: { id: string }) {
  const listedProject = useListedProject(id)
  return (
    <div className={pageClass}>
      <div className="grid gap-4">
        {listedProject ? (
          <div className="project-picture">
            <ProjectPicture project={listedProject} />
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

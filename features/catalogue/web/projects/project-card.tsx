// Shows a project in a list: picture, status, name, country, type and price. The whole card is a link to the
// project.
import { memo, useId } from 'react'
import { Link } from 'wouter'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { paths } from '#web/paths.ts'
import { moveFrom } from '#web/shell/view-transition.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { MainPrice, PriceDetail } from '../offer/unit-price.tsx'
import { workName } from '../scenes/project-kind.tsx'
import { ProjectPicture } from '../scenes/project-scene.tsx'
import { countryName, statusName } from '../story/project-words.ts'
import './project-card.css'

const cardClass =
  'project-card relative flex flex-col overflow-hidden rounded-card border border-line bg-surface ' +
  'transition hover:border-field hover:shadow-(--shadow-card) has-[a:focus-visible]:outline-3 ' +
  'has-[a:focus-visible]:outline-moss has-[a:focus-visible]:outline-offset-3'
const gridClass = 'grid gap-4 sm:grid-cols-2 min-[48rem]:grid-cols-3 lg:gap-5'

type ProjectCardsProps = {
  projects: readonly ProjectSummary[]
  /** True for a row that scrolls sideways on phones. */
  rail?: boolean
}

export function ProjectCards({ projects, rail = false }: ProjectCardsProps) {
  return (
    <ul className={`${gridClass} ${rail ? 'project-rail' : ''}`}>
      {projects.map((project) => (
        <li key={project.id} className="grid min-w-0">
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}

/** Shows a card. It is memoised, so that Load More does not render the previous cards again. */
const ProjectCard = memo(function ProjectCard({ project }: { project: ProjectSummary }) {
  const id = useId()
  const soldOut = project.batch_count > 0 && project.available_kg === 0
  return (
    <article aria-labelledby={id} className={cardClass}>
      <div
        data-scene=""
        className={`relative aspect-video overflow-hidden ${soldOut ? '*:first:filter-[grayscale(0.85)_opacity(0.6)]' : ''}`}
      >
        <ProjectPicture project={project} />
        <span className="absolute top-3 left-3">
          <Badge tone="raised">{statusName(project.status)}</Badge>
        </span>
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4">
        <h3 id={id} className="text-[1.1875rem]">
          <Link
            href={paths.project(project.id)}
            className="line-clamp-4 pb-0.5 outline-none! after:absolute after:inset-0"
            transition
            onClick={({ currentTarget }) =>
              moveFrom(currentTarget.closest('article')?.querySelector<HTMLElement>('[data-scene]'))
            }
          >
            {project.shown_name}
          </Link>
        </h3>
        <Facts
          className="mt-1.5 text-[0.9375rem]"
          facts={[countryName(project.country), workName(project), project.registry_name]}
        />
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-3 pt-3">
          <CardPrice project={project} soldOut={soldOut} />
        </p>
      </div>
    </article>
  )
})

function CardPrice({ project, soldOut }: { project: ProjectSummary; soldOut: boolean }) {
  if (soldOut) return <Badge tone="warn">{texts.projects_sold_out()}</Badge>
  if (project.price_from === null) {
    return <span className="text-[0.9375rem] text-soft">{texts.projects_not_on_sale()}</span>
  }
  return (
    <>
      <MainPrice price={project.price_from} />
      <PriceDetail price={project.price_from} />
    </>
  )
}

/** Shows three placeholders while the cards load. */
export function ProjectCardsSkeleton({ rail = false }: { rail?: boolean }) {
  return (
    <div className={`${gridClass} ${rail ? 'project-rail' : ''}`}>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="overflow-hidden rounded-card border border-line">
          <Skeleton className="aspect-video w-full rounded-none!" />
          <div className="grid gap-2.5 p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

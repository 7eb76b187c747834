// Shows a project's picture, name, description, goals, and the facts from its registry. For a project of the
// demo catalogue, a note must say that description, prices and stock are examples.
import type { Project } from '#features/catalogue/catalogue-calls.ts'
import { knownScene, type SceneName } from '#values/lists/project-scenes.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Formula } from '#web/ui/formula.tsx'
import { formatCount, formatDate, formatMonth } from '#web/ui/number-format.ts'
import { ProjectPicture } from '../scenes/project-scene.tsx'
import { ProjectEffect } from './project-effect.tsx'
import { countryName, statusMeaning, statusName, typeName } from './project-words.ts'
import { DocumentsLink, documentsOf, RegistryLink } from './registry-link.tsx'

/** Sentences about the work of projects, by scene. The first step below describes the effect. */
const works = texts.project_works satisfies Record<SceneName, () => string>

export function ProjectStory({ project }: { project: Project }) {
  const name = project.shown_name
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
      <div>
        <div className="project-picture">
          <ProjectPicture project={project} />
          <span className="absolute top-3.5 left-3.5">
            <Badge tone="raised">
              {project.is_offered ? statusName(project.status) : texts.projects_not_offered()}
            </Badge>
          </span>
        </div>
        <div className="mt-5">
          <PageHeading title={name} />
        </div>
        {name === project.name ? null : (
          <p className="mt-1 text-sm text-soft [overflow-wrap:anywhere]">
            {texts.projects_registered_as({ name: project.name })}
          </p>
        )}
        <StatusSentence project={project} />
      </div>
      <ProjectFacts project={project} />
      <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3">
        <Description project={project} />
        {project.raw_data.is_demo === true ? (
          <p className="text-soft text-sm">
            {`${texts.projects_demo()} ${texts.projects_demo_retired()}`}
          </p>
        ) : null}
      </div>
      <SdgTiles goals={project.raw_data.sdgs} />
      <ProjectEffect project={project} />
    </div>
  )
}

/** Shows the description, or what projects of this kind do, in the user's language. */
function Description({ project: { is_described, description, scene } }: { project: Project }) {
  if (!is_described) return <p>{works[knownScene(scene)]()}</p>
  const paragraphs = description.split(/\n+/).filter((text) => text.trim() !== '')
  return paragraphs.map((text) => (
    // An empty `lang` marks a text of unknown language: registries and operators state none.
    <p key={text} lang="">
      <Formula text={text} />
    </p>
  ))
}

/**
 * Shows the status. An unlisted project has none, because its registry no longer confirms the previous one.
 */
function StatusSentence({ project: { status, is_offered } }: { project: Project }) {
  if (!is_offered) return <p className="mt-2 font-semibold">{texts.projects_unlisted()}</p>
  return (
    <p className="mt-2 text-soft">
      <span className="font-semibold text-ink">{`${statusName(status)}. `}</span>
      <span>{statusMeaning(status)}</span>
    </p>
  )
}

function ProjectFacts({ project }: { project: Project }) {
  const { developer, methodology, estimated_annual_credits: estimate } = project.raw_data
  const { crediting_period_start: start, crediting_period_end: end, as_of: asOf } = project.raw_data
  const facts = [
    [texts.projects_country(), countryName(project.country)],
    [texts.projects_type(), project.project_type.map(typeName).join(', ')],
    [texts.projects_developer(), textOf(developer)],
    [texts.projects_methodology(), textOf(methodology)],
    [
      texts.projects_estimate(),
      typeof estimate === 'number' && estimate > 0
        ? texts.projects_estimate_of({ tonnes: formatCount(estimate) })
        : '',
    ],
    [
      texts.projects_period(),
      start && end ? `${textOf(start).slice(0, 4)}–${textOf(end).slice(0, 4)}` : '',
    ],
    [texts.projects_facts_of(), typeof asOf === 'string' ? factsDay(asOf) : ''],
  ] as const
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8rem,34%),100%),1fr))] gap-x-5 gap-y-4 border-line border-y py-4">
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name} className="min-w-0">
            <dt className="caption">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere">
              <Formula text={value} />
            </dd>
          </div>
        ),
      )}
      <div className="min-w-0">
        <dt className="caption">{texts.projects_registry()}</dt>
        <dd className="mt-0.5">
          <RegistryLink project={project} />
        </dd>
      </div>
      <DocumentsFact project={project} />
    </dl>
  )
}

const textOf = (fact: unknown) => (typeof fact === 'string' ? fact : '')

/** Formats the day, month (`2026-04`) or year of a registry's facts. */
function factsDay(asOf: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(asOf)) return formatDate(asOf)
  return /^\d{4}-\d\d$/.test(asOf) ? formatMonth(`${asOf}-01`) : asOf
}

function DocumentsFact({ project }: { project: Project }) {
  if (documentsOf(project) === undefined) return null
  return (
    <div className="min-w-0">
      <dt className="caption">{texts.projects_documents()}</dt>
      <dd className="mt-0.5">
        <DocumentsLink project={project} />
      </dd>
    </div>
  )
}

/** Colours of the 17 goals, as the United Nations define them. */
const colours: Record<number, string> = {
  1: '#E5243B',
  2: '#DDA63A',
  3: '#4C9F38',
  4: '#C5192D',
  5: '#FF3A21',
  6: '#26BDE2',
  7: '#FCC30B',
  8: '#A21942',
  9: '#FD6925',
  10: '#DD1367',
  11: '#FD9D24',
  12: '#BF8B2E',
  13: '#3F7E44',
  14: '#0A97D9',
  15: '#56C02B',
  16: '#00689D',
  17: '#19486A',
}

/** Returns the relative luminance of a colour such as `#E5243B`, as WCAG defines it. */
function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/**
 * Returns the text colour: white if its contrast on `colour` is at least 4.5 (WCAG AA), otherwise dark green.
 */
export function textColourOn(colour: string): string {
  return 1.05 / (luminance(colour) + 0.05) >= 4.5 ? '#ffffff' : '#07110c'
}

const goalNames: Readonly<Record<string, () => string>> = texts.sdgs

/**
 * Shows a project's Sustainable Development Goals as tiles with number, name and the goal's colour. The
 * tiles must not use the United Nations' artwork.
 */
export function SdgTiles({ goals }: { goals: readonly number[] }) {
  const knownGoals = [...new Set(goals)].filter((goal) => colours[goal]).sort((a, b) => a - b)
  if (knownGoals.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2.5" aria-label={texts.projects_sdgs()}>
      {knownGoals.map((goal) => {
        const colour = colours[goal] ?? '#19486A'
        return (
          <li
            key={goal}
            className="min-h-24 w-25 rounded-xl p-2"
            style={{ backgroundColor: colour, color: textColourOn(colour) }}
          >
            <span className="title block text-2xl">{goal}</span>
            <span className="mt-1.5 block font-semibold text-xs leading-tight">
              {goalNames[`goal_${goal}`]?.()}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

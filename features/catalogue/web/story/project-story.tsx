// Shows a project's picture, name, facts from its registry, description and goals. The page must mark
// descriptions, prices and stock of a demonstration.

import type { Project } from '#features/catalogue/catalogue-calls.ts'
import { readableProjectName } from '#values/text/project-name.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Formula } from '#web/ui/formula.tsx'
import { ProjectPicture } from '../scenes/project-picture.tsx'
import { countryName } from './country-name.ts'
import { ProjectEffect } from './project-effect.tsx'
import { statusMeaning, statusName } from './project-status.ts'
import { DocumentsLink, documentsOf, RegistryLink } from './registry-link.tsx'
import { SdgTiles } from './sdg-tiles.tsx'
import { typeName } from './type-name.ts'

export function ProjectStory({ project }: { project: Project }) {
  const paragraphs = project.description.split(/\n+/).filter((text) => text.trim() !== '')
  const name = readableProjectName(project.name)
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
        {paragraphs.map((text) => (
          // The demonstration's descriptions are in English on pages of every language.
          <p key={text} lang={project.raw_data.is_demo === true ? 'en' : undefined}>
            <Formula text={text} />
          </p>
        ))}
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

/** Shows the status. An unlisted project has none, because its registry no longer confirms the last one. */
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
  const { developer } = project.raw_data
  const facts = [
    [texts.projects_country(), countryName(project.country)],
    [texts.projects_type(), project.project_type.map(typeName).join(', ')],
    [texts.projects_developer(), typeof developer === 'string' ? developer : ''],
  ] as const
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(max(8rem,34%),100%),1fr))] gap-x-5 gap-y-4 border-line border-y py-4">
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name} className="min-w-0">
            <dt className="caption">{name}</dt>
            <dd className="mt-0.5 wrap-anywhere">{value}</dd>
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

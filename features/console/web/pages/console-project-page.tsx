// Shows one project: what buyers see, what staff have changed, its batches, and the actions.
import { Link } from 'wouter'
import { getConsoleProject, type WholeProject } from '#features/console/console-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { formatKilograms, formatWhole, wordsOf } from '../parts/console-format.ts'
import { Identifier } from '../parts/identifier.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'

const up = { path: '/catalogue/projects', name: 'Projects' }

export function ProjectPage({ id }: { id: string }) {
  const query = useAnswer(getConsoleProject, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title="Project" up={up} /> : null}
      <Shown query={query} part="catalogue">
        {(project) => <ProjectView project={project} />}
      </Shown>
    </>
  )
}

function ProjectView({ project }: { project: WholeProject }) {
  const { id, name, shown_name, registry, registry_id, country, status, edited } = project
  return (
    <>
      <PageHeader title={shown_name} up={up} actions={<SubjectActions of="project" id={id} />} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title="About">
          <FactList
            facts={[
              ['Name at the registry', name === shown_name ? null : name],
              ['Registry', `${registry} ${registry_id}`],
              ['Status', status === null ? null : wordsOf(status)],
              ['Country', country],
              ['Goals', project.sdgs.join(', ')],
              ['Listed', project.is_listed ? 'Yes' : 'No'],
              ['Featured in', project.featured_in.join(', ')],
              ['Picture', project.image_url],
              ['Set by staff', edited.length === 0 ? null : edited.map(wordsOf).join(', ')],
              ['Id', <Identifier key="id" id={id} name="Project id" />],
            ]}
          />
        </Panel>
        <div className="grid gap-4">
          <Panel title="Description">
            {project.description === null ? (
              <EmptyNote>It has no description.</EmptyNote>
            ) : (
              <p className="whitespace-pre-line">{project.description}</p>
            )}
          </Panel>
          <Panel title="Stock">
            <p className="mb-3">
              {`${formatKilograms(project.available_kg)} available in ${formatWhole(project.batches)} ${project.batches === 1 ? 'batch' : 'batches'}.`}
            </p>
            <Link
              href={`/catalogue/batches?project=${encodeURIComponent(id)}`}
              className={buttonClass('outline', 'small')}
            >
              Open its batches
            </Link>
          </Panel>
        </div>
      </div>
    </>
  )
}

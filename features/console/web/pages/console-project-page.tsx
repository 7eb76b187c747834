// Shows one project: what buyers see, what staff have changed, its batches, and the actions.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  getConsoleProject,
  listBatches,
  type WholeProject,
} from '#features/console/catalogue/console-catalogue-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { formatCount, formatKilograms, wordsOf } from '../parts/console-format.ts'
import { goalName } from '../parts/goal-names.ts'
import { Identifier } from '../parts/identifier.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { ownBatchColumns } from './batches-page.tsx'

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
              ['Goals', <Goals key="goals" goals={project.sdgs} />],
              ['Listed', project.is_listed ? 'Yes' : 'No'],
              ['Featured in', project.featured_in.join(', ')],
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
          <Panel title="Picture">
            <Picture address={project.image_url} name={shown_name} />
          </Panel>
        </div>
        <Panel title="Batches" className="xl:col-span-2">
          <Batches project={project} />
        </Panel>
      </div>
    </>
  )
}

function Goals({ goals }: { goals: WholeProject['sdgs'] }) {
  if (goals.length === 0) return <span>None</span>
  return (
    <ul>
      {goals.map((goal) => (
        <li key={goal}>{goalName(goal)}</li>
      ))}
    </ul>
  )
}

/** Shows the picture that buyers see, and its address. A picture that does not load is said to be missing. */
function Picture({ address, name }: { address: string | null; name: string }) {
  const [isMissing, setMissing] = useState(false)
  if (address === null) return <EmptyNote>It has none. Buyers see a drawing.</EmptyNote>
  return (
    <figure className="grid gap-2">
      {isMissing ? (
        <p className="text-danger">It does not load. Buyers see a drawing.</p>
      ) : (
        <img
          src={address}
          alt={name}
          loading="lazy"
          onError={() => setMissing(true)}
          className="max-h-56 w-full rounded-field border border-line object-cover"
        />
      )}
      <figcaption className="wrap-anywhere text-soft text-sm">{address}</figcaption>
    </figure>
  )
}

const batchSource = sourceOf(listBatches)

/** Shows the first batches of the project, and the link to all of them. */
function Batches({ project: { id, batches, available_kg } }: { project: WholeProject }) {
  const query = useQuery({
    queryKey: [batchSource.id, 'list', { project: id }],
    queryFn: ({ signal }) => batchSource.load({ project: id }, signal),
  })
  return (
    <div className="grid gap-3">
      <p>{`${formatKilograms(available_kg)} for sale in ${formatCount(batches, 'batch', 'batches')}.`}</p>
      <Shown query={query} part="catalogue">
        {({ rows, next }) => (
          <div className="grid justify-items-start gap-3">
            {rows.length === 0 ? (
              <EmptyNote>It has no batch.</EmptyNote>
            ) : (
              <ListTable
                name="Batches"
                rows={rows}
                columns={ownBatchColumns}
                keyOf={(batch) => batch.id}
              />
            )}
            {next === null ? null : (
              <Link
                href={`/catalogue/batches?project=${encodeURIComponent(id)}`}
                className={buttonClass('outline', 'small')}
              >
                All batches
              </Link>
            )}
          </div>
        )}
      </Shown>
    </div>
  )
}

// All offset projects: three filters, three projects at first, three more each time. Filters and
// the place in the list stand in the address, so going back and sharing keep both.
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/notices.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SelectField } from '#web/ui/text-field.tsx'
import type { ProjectSummary } from '../contract.ts'
import { ProjectCards, ProjectCardsSkeleton } from './project-card.tsx'
import {
  choicesOf,
  type FilterChoices,
  type FilterName,
  type Filters,
  filterNames,
  filterProjects,
  listStep,
  readFilters,
  readShown,
} from './project-filters.ts'
import { useProjects } from './use-projects.ts'

export function ProjectsPage() {
  const projects = useProjects()
  return (
    <div className="grid gap-5">
      <PageHeading title={texts.projects_title()} />
      <Loaded query={projects} skeleton={<ListSkeleton />} error={texts.projects_list_failed()}>
        {(all) => <ProjectList projects={all} />}
      </Loaded>
    </div>
  )
}

function ProjectList({ projects }: { projects: readonly ProjectSummary[] }) {
  const [address, setAddress] = useSearchParams()
  const choices = choicesOf(projects)
  const filters = readFilters(address, choices)
  const found = filterProjects(projects, filters)
  const shown = found.slice(0, readShown(address))
  const list = useRef<HTMLDivElement>(null)
  const grownFrom = useRef<number>(undefined)

  // The keyboard goes on at the first new project, not back at the top.
  useEffect(() => {
    const from = grownFrom.current
    grownFrom.current = undefined
    if (from === undefined) return
    list.current?.querySelectorAll('a')[from]?.focus({ preventScroll: true })
  })

  function choose(name: FilterName, value: string) {
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.delete('shown')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  }

  function showAll() {
    setAddress({}, { replace: true })
  }

  function loadMore() {
    grownFrom.current = shown.length
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        next.set('shown', String(readShown(old) + listStep))
        return next
      },
      { replace: true },
    )
  }

  return (
    <>
      <FilterFields choices={choices} filters={filters} onChoose={choose} />
      <h2 className="sr-only">{texts.projects_found()}</h2>
      {/* Always there, so that readers hear each change of it. */}
      <div role="status">
        {found.length === 0 ? (
          <EmptyState message={texts.projects_none_match()}>
            <Button variant="outline" onClick={showAll}>
              {texts.projects_clear_filters()}
            </Button>
          </EmptyState>
        ) : (
          <p className="text-sm text-soft">
            {texts.projects_showing({ shown: shown.length, found: found.length })}
          </p>
        )}
      </div>
      <div ref={list}>
        <ProjectCards projects={shown} />
      </div>
      {shown.length < found.length ? (
        <div className="grid justify-items-center pt-2">
          <Button variant="outline" size="large" onClick={loadMore}>
            {texts.projects_load_more()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

type FilterFieldsProps = {
  choices: FilterChoices
  filters: Filters
  onChoose: (name: FilterName, value: string) => void
}

function FilterFields({ choices, filters, onChoose }: FilterFieldsProps) {
  const labels = {
    registry: texts.projects_registry(),
    type: texts.projects_type(),
    status: texts.projects_status(),
  }
  return (
    <fieldset className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <legend className="sr-only">{texts.projects_filters()}</legend>
      {filterNames.map((name) => (
        <div
          key={name}
          className={name === 'type' ? 'order-last col-span-2 md:order-none md:col-span-1' : ''}
        >
          <SelectField
            label={labels[name]}
            value={filters[name]}
            onChange={(event) => onChoose(name, event.target.value)}
            options={[
              { value: '', label: texts.projects_all() },
              ...choices[name].map((value) => ({ value, label: value })),
            ]}
          />
        </div>
      ))}
    </fieldset>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        <Skeleton className="h-19 w-full" />
        <Skeleton className="h-19 w-full" />
        <Skeleton className="col-span-2 h-19 w-full md:col-span-1" />
      </div>
      <Skeleton className="h-5 w-40" />
      <ProjectCardsSkeleton />
    </div>
  )
}

// Shows all projects with a search, three filters, kinds and Load More. The URL contains the filters and the
// length of the list, so that Back and a shared link restore them.
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { useFocusFirstNew } from '#web/ui/forms/focus-first-new.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { foundKinds, kindsOf, readKind, workName } from '../scenes/project-kind.tsx'
import { countryName, typeName } from '../story/project-words.ts'
import { ProjectCards, ProjectCardsSkeleton } from './project-card.tsx'
import {
  choicesOf,
  type Filters,
  featuredFirst,
  filterProjects,
  listStep,
  readFilters,
  readShown,
  searchName,
  searchProjects,
  searchTexts,
  wantsFeaturedFirst,
} from './project-filters.ts'
import { FilterFields, KindChips, SearchField } from './project-search.tsx'
import { useFeaturedProjects, useProjects } from './use-projects.ts'

/** With large text the filter's button has a line of its own. The icon of the search keeps its line. */
const fieldsClass =
  'flex flex-wrap items-end gap-3 *:first:flex-[1_1_9rem] [&_[type=search]]:basis-16 md:grid md:grid-cols-[1.5fr_1fr_1fr_1fr]'

const linkClass =
  'inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline'

export function ProjectsPage() {
  const projects = useProjects()
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <PageHeading title={texts.projects_title()} />
        <Link href={paths.offers} className={linkClass}>
          {texts.gifts_form_title()}
        </Link>
      </div>
      <Loaded query={projects} skeleton={<ListSkeleton />} error={texts.projects_list_failed()}>
        {(all) => <FeaturedFirstList projects={all} />}
      </Loaded>
    </div>
  )
}

/**
 * Shows the featured projects first if the URL requests it. If they fail to load, the list has its usual
 * order.
 */
function FeaturedFirstList({ projects }: { projects: readonly ProjectSummary[] }) {
  const [address] = useSearchParams()
  const profile = useProfile()
  const isFeaturedFirst = wantsFeaturedFirst(address)
  const { data, isPending } = useFeaturedProjects(isFeaturedFirst ? profile?.country : undefined)
  const ordered = useMemo(
    () => (isFeaturedFirst && data ? featuredFirst(projects, data) : projects),
    [isFeaturedFirst, data, projects],
  )
  return isFeaturedFirst && isPending ? <ListSkeleton /> : <ProjectList projects={ordered} />
}

function ProjectList({ projects }: { projects: readonly ProjectSummary[] }) {
  const [address, setAddress] = useSearchParams()
  const choices = useMemo(() => choicesOf(projects), [projects])
  const filters = readFilters(address, choices)
  const kinds = useMemo(() => kindsOf(projects), [projects])
  const availableKinds = useMemo(() => foundKinds(kinds), [kinds])
  const kind = readKind(address, availableKinds)
  useCorrectedAddress({ ...filters, kind })
  const words = address.get(searchName) ?? ''
  const filtered = useMatches(projects, filters, words)
  const matches = useMemo(
    () => (kind ? filtered.filter((project) => kinds.get(project) === kind) : filtered),
    [filtered, kind, kinds],
  )
  const visible = matches.slice(0, readShown(address))
  const list = useRef<HTMLDivElement>(null)
  const focusNewFrom = useFocusFirstNew(list, 'a')

  /**
   * Sets a query parameter of the URL. With `isStep`, it adds a history entry, so that Back undoes the
   * change.
   */
  function setParameter(name: string, value: string, isStep: boolean) {
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        if (name !== 'shown') next.delete('shown')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: !isStep },
    )
  }

  function loadMore() {
    focusNewFrom(visible.length)
    setParameter('shown', String(readShown(address) + listStep), false)
  }

  return (
    <>
      <search className="grid min-w-0 gap-3">
        <div className={fieldsClass}>
          <SearchField words={words} onSearch={(next) => setParameter(searchName, next, false)} />
          <FilterFields
            choices={choices}
            filters={filters}
            onChoose={(name, value) => setParameter(name, value, true)}
          />
        </div>
        <KindChips
          kinds={availableKinds}
          kind={kind}
          onChoose={(value) => setParameter('kind', value, true)}
        />
      </search>
      <h2 className="sr-only">{texts.projects_found()}</h2>
      <MatchCount shown={visible.length} matches={matches.length} onClear={() => setAddress({})} />
      <div ref={list}>
        <ProjectCards projects={visible} />
      </div>
      {visible.length < matches.length ? (
        <div className="grid justify-items-center pt-2">
          <Button variant="outline" size="large" onClick={loadMore}>
            {texts.projects_load_more()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Removes the filters from the URL that select nothing, because no project has their value. */
function useCorrectedAddress(filters: Readonly<Record<string, string | undefined>>) {
  const [address, setAddress] = useSearchParams()
  const names = Object.keys(filters).filter((name) => address.has(name) && !filters[name])
  const isCorrect = names.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: one correction makes the URL correct
  useEffect(() => {
    if (isCorrect) return
    setAddress((old) => new URLSearchParams([...old].filter(([name]) => !names.includes(name))), {
      replace: true,
    })
  }, [isCorrect])
}

type MatchCountProps = { shown: number; matches: number; onClear: () => void }

/** Shows the number of matching projects. It is always rendered, so that screen readers announce changes. */
function MatchCount({ shown, matches, onClear }: MatchCountProps) {
  return (
    <div role="status">
      {matches === 0 ? (
        <EmptyState message={texts.projects_none_match()}>
          <Button variant="outline" onClick={onClear}>
            {texts.projects_clear_filters()}
          </Button>
        </EmptyState>
      ) : (
        <p className="text-sm text-soft">
          {texts.projects_showing({ shown, found: formatCount(matches) })}
        </p>
      )}
    </div>
  )
}

/**
 * Returns the projects that match filters and search. The search is deferred, so that typing stays
 * responsive.
 */
function useMatches(projects: readonly ProjectSummary[], filters: Filters, words: string) {
  const deferredWords = useDeferredValue(words).trim()
  const isSearching = deferredWords !== ''
  const searchable = useMemo(
    () => (isSearching ? searchTexts(projects, countryName, typeName, workName) : undefined),
    [projects, isSearching],
  )
  const { registry, type, status } = filters
  return useMemo(() => {
    const filtered = filterProjects(projects, { registry, type, status })
    return searchable ? searchProjects(filtered, deferredWords, searchable) : filtered
  }, [projects, registry, type, status, deferredWords, searchable])
}

/** Widths of placeholders, similar to those of the chips, so that both take the same number of lines. */
const chipWidths = [
  ...['w-10', 'w-28', 'w-24', 'w-40', 'w-22', 'w-21'],
  ...['w-35', 'w-44', 'w-41', 'w-54', 'w-23'],
]

function ListSkeleton() {
  return (
    <div className="grid gap-3 md:gap-5">
      <div className="grid gap-3">
        <div className={fieldsClass}>
          <Skeleton className="h-13 w-full" />
          {/* This placeholder is as high as a label with its field. */}
          <Skeleton className="h-13 w-26 md:mt-6 md:w-full" />
          <Skeleton className="hidden h-13 w-full md:block" />
          <Skeleton className="hidden h-13 w-full md:block" />
        </div>
        <div className="flex gap-2 overflow-hidden md:flex-wrap">
          {chipWidths.map((width) => (
            <Skeleton key={width} className={`h-11.5 shrink-0 ${width}`} />
          ))}
        </div>
      </div>
      <Skeleton className="h-5 w-40" />
      <ProjectCardsSkeleton />
    </div>
  )
}

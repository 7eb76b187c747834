// Shows the search for people, purchases, batches, projects and programmes. `/` focuses it, the arrow keys and
// Enter choose a hit, and Escape closes the hits.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Hit, searchConsole } from '#features/console/search/search-calls.ts'
import { ask } from '#web/api/ask.ts'
import { queryKeyOf } from '#web/api/use-answer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatCount } from '../parts/console-format.ts'
import { problemWords } from '../parts/load-problem.tsx'
import {
  pathOfBatch,
  pathOfPerson,
  pathOfProgramme,
  pathOfProject,
  pathOfPurchase,
} from './console-paths.ts'
import { groupHits } from './group-hits.ts'

/** Milliseconds after the last key until the search starts. */
const typingPauseMs = 200

const pathsOfKinds = {
  person: pathOfPerson,
  purchase: pathOfPurchase,
  batch: pathOfBatch,
  project: pathOfProject,
  programme: pathOfProgramme,
} as const satisfies Record<Hit['kind'], (id: string) => string>

function useHits(text: string) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    queryKey: queryKeyOf(searchConsole, { query: { q } }),
    queryFn: ({ signal }) => ask(searchConsole, { query: { q } }, signal),
    enabled: q !== '',
  })
  /** True while the hits are not those of the typed text. */
  const isLoading = text.trim() !== '' && (q !== text.trim() || query.isFetching)
  return { hits: q === '' ? [] : (query.data ?? []), error: query.error, isLoading }
}

export function SearchField() {
  const id = useId()
  const input = useFocusOnSlash()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  /** True from a press of Enter until its hits have come. */
  const [isEntered, setEntered] = useState(false)
  const [, navigate] = useLocation()
  const { hits, error, isLoading } = useHits(text)
  const groups = groupHits(hits)
  const ordered = groups.flatMap(({ hits }) => hits)
  const isShown = isOpen && text.trim() !== ''
  const chosen = ordered[active]
  const optionId = (hit: Hit) => `${id}-${ordered.indexOf(hit)}`

  function open(hit: Hit) {
    setOpen(false)
    setText('')
    navigate(pathsOfKinds[hit.kind](hit.id))
  }
  const openEntered = useEffectEvent(() => {
    setEntered(false)
    if (chosen !== undefined && isShown) open(chosen)
  })
  useEffect(() => {
    if (isEntered && !isLoading) openEntered()
  }, [isEntered, isLoading])
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && ordered.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive((active + step + ordered.length) % ordered.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setEntered(true)
    } else if (event.key === 'Escape') {
      // The browser would clear the field at once.
      event.preventDefault()
      if (isShown) setOpen(false)
      else setText('')
    }
  }
  return (
    <div className="relative lg:max-w-160">
      <div className="flex min-h-11 items-center gap-2.5 rounded-field border border-field bg-surface px-3.5 focus-within:border-forest focus-within:ring-3 focus-within:ring-moss/25">
        <Icon name="search" className="size-4 shrink-0 text-soft" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={isShown}
          aria-controls={`${id}-hits`}
          aria-autocomplete="list"
          aria-activedescendant={isShown && chosen ? optionId(chosen) : undefined}
          placeholder="Phone, name, CP-…, serial number"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
            setEntered(false)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent py-2 outline-none placeholder:text-faint"
        />
        <span
          aria-hidden="true"
          className="rounded-md border border-line px-1.5 font-code text-soft text-xs max-md:hidden"
        >
          /
        </span>
      </div>
      <p role="status" className="sr-only">
        {isShown ? statusOf(ordered.length, isLoading) : ''}
      </p>
      <div
        id={`${id}-hits`}
        role="listbox"
        aria-label="Hits"
        className={`absolute inset-x-0 top-full z-30 mt-1 max-h-[min(32rem,70dvh)] overflow-y-auto rounded-field border border-line bg-surface p-1.5 shadow-card ${isShown ? '' : 'hidden'}`}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has no other groups
          <div key={group.kind} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="caption px-2.5 pt-2 pb-1">
              {group.name}
            </p>
            {group.hits.map((hit) => (
              <HitOption
                key={hit.id}
                id={optionId(hit)}
                hit={hit}
                isActive={hit === chosen}
                onChoose={() => open(hit)}
              />
            ))}
          </div>
        ))}
        {ordered.length === 0 ? (
          <p aria-hidden="true" className="px-2.5 py-2 text-soft">
            {error === null ? statusOf(0, isLoading) : problemWords(error).detail}
          </p>
        ) : null}
      </div>
    </div>
  )
}

function statusOf(count: number, isLoading: boolean): string {
  if (isLoading) return 'Searching…'
  if (count === 0) return 'No hits. Search by phone number, name, transaction id or serial number.'
  return formatCount(count, 'hit')
}

type HitOptionProps = { id: string; hit: Hit; isActive: boolean; onChoose: () => void }

function HitOption({ id, hit, isActive, onChoose }: HitOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field receives the keys
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Keeps the focus in the field, whose loss would close the hits before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="cursor-pointer rounded-lg px-2.5 py-1.5 hover:bg-page aria-selected:bg-page"
    >
      <p className="wrap-anywhere font-semibold">{hit.title}</p>
      <p className="wrap-anywhere text-soft text-sm">{hit.detail}</p>
    </div>
  )
}

/** Focuses the field when `/` is pressed outside a field or a dialog. */
function useFocusOnSlash() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof Element && target.closest('input, textarea, select, [role="dialog"]'))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return input
}

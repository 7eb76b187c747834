// Shows the search field, the three filters and the choice of a kind above the list of projects.

import { useEffect, useId, useRef, useState } from 'react'
import type { ProjectKind } from '#values/lists/project-kinds.ts'
import { isProjectStatus } from '#values/lists/project-statuses.ts'
import { locale, texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips } from '#web/ui/forms/choice-chips.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { KindIcon, kindNames } from '../scenes/project-kind.tsx'
import { statusName, typeName } from '../story/project-words.ts'
import {
  type FilterChoices,
  type FilterName,
  type Filters,
  filterNames,
} from './project-filters.ts'

/**
 * Milliseconds from the last key press to the search. Browsers limit how often a page may change its URL.
 */
const typingPauseMs = 200

type SearchFieldProps = { words: string; onSearch: (words: string) => void }

/**
 * Calls `onSearch` after a pause in typing. If `words` changes for another reason, such as Back, it is shown.
 */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(words)
  const [previousWords, setPreviousWords] = useState(words)
  if (previousWords !== words) {
    setPreviousWords(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const latestOnSearch = useRef(onSearch)
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => latestOnSearch.current(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <TextField
      label={texts.projects_search()}
      hideLabel
      placeholder={texts.projects_search()}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={100}
      leading={<Icon name="search" className="size-4.5 shrink-0 text-soft" />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

type FilterFieldsProps = {
  choices: FilterChoices
  filters: Filters
  onChoose: (name: FilterName, value: string) => void
}

/** Shows the three filters. On phones a button shows and hides them. */
export function FilterFields({ choices, filters, onChoose }: FilterFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const labels = {
    registry: texts.projects_registry(),
    type: texts.projects_type(),
    status: texts.projects_status(),
  }
  return (
    <>
      <FilterButton
        isOpen={isOpen}
        controls={id}
        count={filterNames.filter((name) => filters[name] !== '').length}
        onPress={() => setIsOpen(!isOpen)}
      />
      <fieldset id={id} className={isOpen ? 'contents' : 'hidden md:contents'}>
        <legend className="sr-only">{texts.projects_filters()}</legend>
        {filterNames.map((name) => (
          <div key={name} className="basis-full">
            <SelectField
              label={labels[name]}
              value={filters[name]}
              onChange={(event) => onChoose(name, event.target.value)}
              options={[
                { value: '', label: texts.projects_all() },
                ...optionsOf(name, choices[name]),
              ]}
            />
          </div>
        ))}
      </fieldset>
    </>
  )
}

type FilterButtonProps = { isOpen: boolean; controls: string; count: number; onPress: () => void }

/**
 * Shows the button for the filters. The number of active filters explains a short list while they are hidden.
 */
function FilterButton({ isOpen, controls, count, onPress }: FilterButtonProps) {
  return (
    <div className="self-stretch md:hidden [&>button]:h-full">
      <Button variant="outline" aria-expanded={isOpen} aria-controls={controls} onClick={onPress}>
        <Icon name="filter" className="size-4.5 shrink-0" />
        <span>{texts.projects_filter()}</span>
        {count > 0 ? (
          <span className="grid size-6 place-items-center rounded-full bg-forest text-on-forest text-sm tabular-nums">
            <span aria-hidden="true">{count}</span>
            <span className="sr-only">{texts.projects_filters_active({ count })}</span>
          </span>
        ) : null}
      </Button>
    </div>
  )
}

type KindChipsProps = {
  kinds: readonly ProjectKind[]
  kind: ProjectKind | undefined
  onChoose: (kind: ProjectKind | '') => void
}

/** Shows the kinds of projects as chips. A kind groups similar types of all registries. */
export function KindChips({ kinds, kind, onChoose }: KindChipsProps) {
  return (
    <ChoiceChips<ProjectKind | ''>
      label={texts.projects_kind()}
      hideLabel
      layout="rail"
      value={kind ?? ''}
      onChange={onChoose}
      options={[
        { value: '', label: texts.projects_all() },
        ...kinds.map((value) => {
          return { value, label: kindNames[value](), icon: <KindIcon kind={value} /> }
        }),
      ]}
    />
  )
}

/** Returns the options of a filter. Types are sorted by their translation. */
function optionsOf(name: FilterName, values: readonly string[]) {
  const options = values.map((value) => ({ value, label: labelOf(name, value) }))
  return name === 'type'
    ? options.sort((one, other) => one.label.localeCompare(other.label, locale))
    : options
}

/** Returns the translation of a type or a status, or the name of a registry. */
function labelOf(name: FilterName, value: string): string {
  if (name === 'type') return typeName(value)
  return name === 'status' && isProjectStatus(value) ? statusName(value) : value
}

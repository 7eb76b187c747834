// The fields above the list of projects: a search and three filters. They tell what was asked for;
// finding it is the list's.

import { useEffect, useRef, useState } from 'react'
import { isProjectStatus } from '#values/project-statuses.ts'
import { locale, texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import {
  type FilterChoices,
  type FilterName,
  type Filters,
  filterNames,
} from './project-filters.ts'
import { statusName } from './project-status.ts'
import { typeName } from './type-name.ts'

/** Typing rests this long before the list follows: browsers limit how often an address changes. */
const restMs = 200

type SearchFieldProps = { words: string; onSearch: (words: string) => void }

/** The address follows the field; where the address changed by itself (Back), the field follows. */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(words)
  const [known, setKnown] = useState(words)
  if (known !== words) {
    setKnown(words)
    if (typed.trim() !== words) setTyped(words)
  }
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => search.current(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <div className="col-span-2 md:col-span-1">
      <TextField
        label={texts.projects_search()}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        leading={<Icon name="search" className="size-4.5 shrink-0 text-soft" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

type FilterFieldsProps = {
  choices: FilterChoices
  filters: Filters
  onChoose: (name: FilterName, value: string) => void
}

export function FilterFields({ choices, filters, onChoose }: FilterFieldsProps) {
  const labels = {
    registry: texts.projects_registry(),
    type: texts.projects_type(),
    status: texts.projects_status(),
  }
  return (
    <fieldset className="contents">
      <legend className="sr-only">{texts.projects_filters()}</legend>
      {filterNames.map((name) => (
        <div key={name} className={name === 'status' ? 'col-span-2 md:col-span-1' : ''}>
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
  )
}

/** In the order of the alphabet as it is read; a status keeps the specification's order. */
function optionsOf(name: FilterName, values: readonly string[]) {
  const options = values.map((value) => ({ value, label: wordOf(name, value) }))
  return name === 'type'
    ? options.sort((one, other) => one.label.localeCompare(other.label, locale))
    : options
}

/** Registries are names; types and status are words. */
function wordOf(name: FilterName, value: string): string {
  if (name === 'type') return typeName(value)
  return name === 'status' && isProjectStatus(value) ? statusName(value) : value
}

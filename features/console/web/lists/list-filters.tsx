// Shows the filters of a list. A choice applies at once, a text when Enter is pressed or the field is left.
import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A filter. Its name is that of the call's query field. */
export type Filter = {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'day' | 'choice'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** The choice of no value. By default `All`. */
  readonly unset?: string
  readonly placeholder?: string
  /** The id of a list of values to choose from. */
  readonly list?: string
  readonly lengthMax?: number
  /** True shows it only while the address has a value, which comes from a link of another page. */
  readonly isHidden?: boolean
}

type ListFiltersProps = {
  filters: readonly Filter[]
  search: URLSearchParams
  onChange: (changes: Readonly<Record<string, string>>) => void
}

const fieldClass =
  'min-h-11 w-full min-w-0 rounded-lg border border-field bg-surface px-3 text-ink ' +
  'placeholder:text-faint hover:border-ink/60'

export function ListFilters({ filters, search, onChange }: ListFiltersProps) {
  const isFiltered = filters.some(({ name }) => search.has(name))
  const shown = filters.filter(({ name, isHidden }) => !isHidden || search.has(name))
  return (
    <search aria-label="Filters" className="mb-4 flex flex-wrap items-end gap-3">
      {shown.map((filter) => (
        <div
          key={filter.name}
          className={
            filter.kind === 'text' ? 'flex-[1_1_14rem]' : 'flex-[1_1_8rem] md:flex-[0_1_11rem]'
          }
        >
          {filter.kind === 'choice' ? (
            <ChoiceFilter
              filter={filter}
              value={search.get(filter.name) ?? ''}
              onChange={onChange}
            />
          ) : (
            <TextFilter filter={filter} value={search.get(filter.name) ?? ''} onChange={onChange} />
          )}
        </div>
      ))}
      {isFiltered ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, ''])))}
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}

type FilterProps = {
  filter: Filter
  value: string
  onChange: ListFiltersProps['onChange']
}

function ChoiceFilter({ filter, value, onChange }: FilterProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="caption">
        {filter.label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange({ [filter.name]: event.target.value })}
        className={fieldClass}
      >
        <option value="">{filter.unset ?? 'All'}</option>
        {filter.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function TextFilter({ filter, value, onChange }: FilterProps) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  function apply(event?: SyntheticEvent) {
    event?.preventDefault()
    if (text.trim() !== value) onChange({ [filter.name]: text.trim() })
  }
  return (
    <form onSubmit={apply} className="grid gap-1">
      <label htmlFor={id} className="caption">
        {filter.label}
      </label>
      <input
        id={id}
        type={filter.kind === 'day' ? 'date' : 'search'}
        value={text}
        maxLength={filter.lengthMax ?? 200}
        placeholder={filter.placeholder}
        list={filter.list}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => apply()}
        className={fieldClass}
      />
    </form>
  )
}

// Shows a choice among few options, such as amounts or filters. The options are radio buttons, so that arrow
// keys change the choice.

import { useId } from 'react'
import type { Elements } from '../elements.tsx'

type ChoiceChipsProps<Value extends string | number> = {
  label: string
  hideLabel?: boolean
  options: readonly {
    value: Value
    label: string
    /** A second, smaller line. Screen readers read it as the option's description. */
    detail?: string | undefined
    disabled?: boolean
    /** Decorative icon before the label. */
    icon?: Elements
  }[]
  /** Value of the selected option; undefined if none is selected. */
  value: Value | undefined
  onChange: (value: Value) => void
  layout?: keyof typeof layouts
}

/**
 * Classes of the layouts. `grid`: equal, narrow columns. `words`: equal, wider columns. `flow`: columns as
 * wide as their content. `rail`: like `flow`, but on phones one row that scrolls sideways.
 */
const layouts = {
  words: 'grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-2 text-center',
  grid: 'grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2',
  flow: 'flex flex-wrap gap-2',
  rail:
    'chip-rail flex gap-2 md:flex-wrap max-md:-my-1 max-md:mx-[max(-1.25rem,-6.25vw)] max-md:py-1 ' +
    'max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-[min(1.25rem,6.25vw)] ' +
    'max-md:scroll-px-12 max-md:[scrollbar-width:none]',
} as const

export function ChoiceChips<Value extends string | number>(props: ChoiceChipsProps<Value>) {
  const { label, hideLabel = false, options, value, onChange, layout = 'grid' } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'caption mb-1.5'}>{label}</legend>
      <div className={layouts[layout]}>
        {options.map((option) => (
          <label
            key={option.value}
            data-detail={option.detail}
            className="relative grid min-h-11.5 grid-cols-[auto] cursor-pointer place-items-center rounded-field border-[1.5px] border-line bg-surface px-2.5 py-1 font-semibold transition-colors hover:border-field has-checked:border-forest has-checked:bg-forest has-checked:text-on-forest has-disabled:cursor-not-allowed has-disabled:opacity-45 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-moss data-detail:content-center data-detail:leading-tight data-detail:after:font-normal data-detail:after:text-[0.8125rem] data-detail:after:tabular-nums data-detail:after:content-[attr(data-detail)]"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={option.detail === undefined ? undefined : option.label}
              aria-description={option.detail}
              onChange={() => onChange(option.value)}
            />
            {option.icon ? (
              <span className="flex items-center gap-2 whitespace-nowrap">
                {option.icon}
                <span>{option.label}</span>
              </span>
            ) : (
              <span>{option.label}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

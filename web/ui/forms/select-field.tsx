// Draws a labelled `<select>`. It is separate from text-field.tsx, because the landing page needs only the
// text field.

import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { type Around, frameClass, Surround, useDescription } from './text-field.tsx'

type SelectFieldProps = Around &
  Omit<ComponentProps<'select'>, 'className' | 'id'> & {
    options: readonly { value: string; label: string }[]
    /** The text of the closed field, in place of a long option's label. */
    shown?: string | undefined
  }

/** Uses the platform's own list of options, which suits phones best. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, hideLabel, options, shown, ...select } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <Surround {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`relative flex items-center p-0! ${frameClass(error)}`}>
        {shown === undefined ? null : (
          <span aria-hidden="true" className="min-w-0 truncate pr-10 pl-4">
            {shown}
          </span>
        )}
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={`w-full appearance-none truncate rounded-field bg-transparent pr-10 pl-4 outline-none [&>option]:bg-surface ${shown === undefined ? 'self-stretch' : 'absolute inset-0 opacity-0'}`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-soft"
        />
      </div>
    </Surround>
  )
}

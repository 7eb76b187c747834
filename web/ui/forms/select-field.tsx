// Shows a `<select>` with a label. It is separate from text-field.tsx, because the landing page needs only
// the text field.

import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { FieldLayout, type FieldTexts, fieldClass, useDescription } from './text-field.tsx'

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'className' | 'id'> & {
    options: readonly { value: string; label: string }[]
    /** Text of the closed field, if it differs from the selected option's label. */
    shown?: string | undefined
  }

/** Shows the field. The options open in the platform's native list, which is best for phones. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, hideLabel, options, shown, ...select } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <FieldLayout {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`relative flex items-center p-0! ${fieldClass(error)}`}>
        {shown === undefined ? null : (
          <span aria-hidden="true" className="min-w-0 py-2 pr-10 pl-4 leading-tight">
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
    </FieldLayout>
  )
}

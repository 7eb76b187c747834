// Shows a checkbox with its label and error.

import { useId } from 'react'
import type { Content } from '../elements.tsx'
import { Icon } from '../icon.tsx'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  children: Content
  error?: string | undefined
}

export function Checkbox({ checked, onChange, children, error }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-3">
        <span className="relative mt-0.5 grid size-6 shrink-0">
          <input
            type="checkbox"
            id={id}
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-field bg-surface checked:border-forest checked:bg-forest"
          />
          <Icon
            name="check"
            className="pointer-events-none absolute inset-0 text-on-forest opacity-0 peer-checked:opacity-100"
          />
        </span>
        <label htmlFor={id} className="wrap-anywhere py-0.5 text-[0.9375rem] leading-snug">
          {children}
        </label>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}

// Draws a labelled field of several lines with a hint and an announced error.
import type { ComponentProps } from 'react'
import { type Around, frameClass, Surround, useDescription } from './text-field.tsx'

type TextAreaProps = Around & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, hideLabel = false, ...area } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <Surround {...{ id, label, hint, error, hideLabel }}>
      <div className={`flex p-0! ${frameClass(error)}`}>
        <textarea
          dir="auto"
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className="field-sizing-content max-h-40 min-h-20 w-full resize-none rounded-field bg-transparent px-4 py-3 outline-none"
        />
      </div>
    </Surround>
  )
}

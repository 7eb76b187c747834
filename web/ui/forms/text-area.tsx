// Shows a field of several lines with a label, a hint and an error that screen readers announce.
import type { ComponentProps } from 'react'
import { FieldLayout, type FieldTexts, fieldClass, useDescription } from './text-field.tsx'

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'id'>

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, hideLabel = false, ...area } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <FieldLayout {...{ id, label, hint, error, hideLabel }}>
      <div className={`flex p-0! ${fieldClass(error)}`}>
        <textarea
          dir="auto"
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className="field-sizing-content max-h-40 min-h-20 w-full resize-none rounded-field bg-transparent px-4 py-3 outline-none"
        />
      </div>
    </FieldLayout>
  )
}

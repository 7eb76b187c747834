// Shows a field of several lines with a label, a hint and an error that screen readers announce.
import { type ComponentProps, useEffect, useRef } from 'react'
import { FieldLayout, type FieldTexts, fieldClass, useDescription } from './text-field.tsx'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'ref'> & {
    /** Called with text that was typed before the page's code had loaded, which React ignores. */
    onEarlyText?: (text: string) => void
  }

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, hideLabel = false, onEarlyText, ...area } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first text can be early
  useEffect(() => {
    const text = field.current?.value
    if (text !== undefined && text !== props.value) onEarlyText?.(text)
  }, [])
  return (
    <FieldLayout {...{ id, label, hint, error, hideLabel }}>
      <div className={`flex p-0! ${fieldClass(error)}`}>
        <textarea
          dir="auto"
          {...area}
          ref={field}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className="field-sizing-content max-h-40 min-h-20 w-full resize-none rounded-field bg-transparent px-4 py-3 outline-none"
        />
      </div>
    </FieldLayout>
  )
}

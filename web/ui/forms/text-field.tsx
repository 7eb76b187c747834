// Draws a labelled field of one line with a hint and an announced error.
import { type ComponentProps, useId } from 'react'
import type { Content, Elements } from '../elements.tsx'

const frame =
  'field-frame w-full min-h-13 rounded-field border-[1.5px] bg-surface px-4 text-[1.0625rem] text-ink ' +
  'placeholder:text-faint transition-colors hover:border-ink/60 ' +
  'focus-within:border-forest focus-within:ring-3 focus-within:ring-moss/25'

export function frameClass(error: string | undefined) {
  return `${frame} ${error ? 'border-danger' : 'border-field'}`
}

export type Around = {
  label: string
  hint?: Content
  error?: string | undefined
  hideLabel?: boolean
}

export function useDescription({ hint, error }: Around) {
  const id = useId()
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { id, describedBy: ids || undefined }
}

export function Surround({ id, label, hint, error, hideLabel, children }: Around & SurroundProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'caption'}>
        {label}
      </label>
      {children}
      <p id={`${id}-error`} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {error}
      </p>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft wrap-anywhere">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type SurroundProps = { id: string; children: Elements }

type TextFieldProps = Around &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** True for ids and codes: monospaced font, no correction by the keyboard. */
    code?: boolean
    /** The id of a further element that describes the field. */
    aboutId?: string
    leading?: Elements
    trailing?: Elements
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, code, leading, trailing, aboutId, ...input } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  const plain = code
    ? ({ autoCorrect: 'off', autoCapitalize: 'off', spellCheck: false } as const)
    : undefined
  return (
    <Surround {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`flex flex-wrap items-center gap-x-2.5 ${frameClass(error)}`}>
        {leading}
        <input
          dir="auto"
          {...plain}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[aboutId, describedBy].filter(Boolean).join(' ') || undefined}
          className={`min-w-0 flex-[1_1_7rem] self-stretch bg-transparent outline-none placeholder:text-faint ${code ? 'font-code tracking-wide' : ''}`}
        />
        {trailing}
      </div>
    </Surround>
  )
}

/**
 * Shows the error of a whole form below its fields. The element is in the document before its text,
 * so that screen readers announce the text.
 */
export function FormProblem({ children }: { children: Content }) {
  return (
    <p role="alert" className="font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}

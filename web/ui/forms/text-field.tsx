// Shows a field of one line with a label, a hint and an error that screen readers announce. Other fields use
// its layout.
import { type ComponentProps, useId } from 'react'
import type { Content, Elements } from '../elements.tsx'

const baseClass =
  'field-frame w-full min-h-13 rounded-field border-[1.5px] bg-surface px-[min(1rem,4.5vw)] text-[1.0625rem] text-ink ' +
  'placeholder:text-faint transition-colors hover:border-ink/60 ' +
  'focus-within:border-forest focus-within:ring-3 focus-within:ring-moss/25'

export function fieldClass(error: string | undefined) {
  return `${baseClass} ${error ? 'border-danger' : 'border-field'}`
}

export type FieldTexts = {
  label: string
  hint?: Content
  error?: string | undefined
  hideLabel?: boolean
}

/** Returns a field's id, and the ids of hint and error for `aria-describedby`. */
export function useDescription({ hint, error }: FieldTexts) {
  const id = useId()
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return { id, describedBy: ids || undefined }
}

/** Shows the label, the field (`children`), the error and the hint. */
export function FieldLayout({
  id,
  label,
  hint,
  error,
  hideLabel,
  children,
}: FieldTexts & FieldLayoutProps) {
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

type FieldLayoutProps = { id: string; children: Elements }

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** True for ids and codes: a monospaced font, and no autocorrection. */
    code?: boolean
    /** Id of another element that describes the field. */
    aboutId?: string
    leading?: Elements
    trailing?: Elements
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, code, leading, trailing, aboutId, ...input } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  const noCorrection = code
    ? ({ autoCorrect: 'off', autoCapitalize: 'off', spellCheck: false } as const)
    : undefined
  return (
    <FieldLayout {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`flex flex-wrap items-center gap-x-2.5 ${fieldClass(error)}`}>
        {leading}
        <input
          dir="auto"
          {...noCorrection}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[aboutId, describedBy].filter(Boolean).join(' ') || undefined}
          className={`min-w-0 flex-[1_1_7rem] self-stretch bg-transparent outline-none placeholder:text-faint ${code ? 'font-code tracking-wide' : ''}`}
        />
        {trailing}
      </div>
    </FieldLayout>
  )
}

/**
 * Shows the error of a whole form below its fields. It is rendered even without a text, so that screen
 * readers announce a later text.
 */
export function FormProblem({ children }: { children: Content }) {
  return (
    <p role="alert" className="whitespace-pre-line font-medium text-danger empty:hidden">
      {children}
    </p>
  )
}

// A labelled field with a hint and an error that is read out. It never clears what was typed.
import { type ComponentProps, type ReactNode, useId } from 'react'

const frame =
  'w-full min-h-13 rounded-field border-[1.5px] bg-surface px-4 text-[1.0625rem] text-ink ' +
  'placeholder:text-faint transition-colors hover:border-ink/60 ' +
  'focus-within:border-forest focus-within:ring-3 focus-within:ring-moss/25'

export function frameClass(error: string | undefined) {
  return `${frame} ${error ? 'border-danger' : 'border-field'}`
}

export type Around = {
  label: string
  hint?: ReactNode
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
    <div className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'caption'}>
        {label}
      </label>
      {children}
      <p id={`${id}-error`} role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {error}
      </p>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type SurroundProps = { id: string; children: ReactNode }

type TextFieldProps = Around &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** Ids and codes: the monospaced face, no correction by the keyboard. */
    code?: boolean
    leading?: ReactNode
    trailing?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, code, leading, trailing, ...input } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  const plain = code
    ? ({ autoCorrect: 'off', autoCapitalize: 'off', spellCheck: false } as const)
    : undefined
  return (
    <Surround {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`flex items-center gap-2.5 ${frameClass(error)}`}>
        {leading}
        <input
          {...plain}
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={`w-full min-w-0 flex-1 self-stretch bg-transparent outline-none placeholder:text-faint ${code ? 'font-code tracking-wide' : ''}`}
        />
        {trailing}
      </div>
    </Surround>
  )
}

type SelectFieldProps = Around &
  Omit<ComponentProps<'select'>, 'className' | 'id'> & {
    options: readonly { value: string; label: string }[]
  }

/** The platform's own list: it is the best one on a phone. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, hideLabel, options, ...select } = props
  const { id, describedBy } = useDescription({ label, hint, error })
  return (
    <Surround {...{ id, label, hint, error }} hideLabel={hideLabel ?? false}>
      <div className={`relative flex p-0! ${frameClass(error)}`}>
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className="w-full appearance-none truncate rounded-field bg-transparent pr-10 pl-4 outline-none [&>option]:bg-surface"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-soft"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="m3.5 6 4.5 4.5L12.5 6" />
        </svg>
      </div>
    </Surround>
  )
}

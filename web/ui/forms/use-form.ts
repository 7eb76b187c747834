// Implements every form of /app: a form is sent once, after its figures have loaded, and an error focuses
// its field. The field shows the error (text-field.tsx); the feature supplies the error's text.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** A new object is a new problem, even with the same text. */
export type FormProblem = {
  /** The name of the field with the error. A name without a field means the whole form. */
  readonly at: string
  /** The field to focus if `at` does not name it. */
  readonly field?: string | undefined
}

type FormOptions = {
  /** True while an answer is awaited: the form is not sent, and no field takes the focus. */
  readonly isBusy: boolean
  /** True while figures are loading: a press waits for them, so that the user sees them before sending. */
  readonly isSettling?: boolean
  /** The problem of the last attempt or check. */
  readonly problem?: FormProblem | null | undefined
  /** Functions that show and focus fields outside the form's page, by the field's name. */
  readonly reach?: Readonly<Record<string, () => void>>
  readonly onSubmit: () => void
}

export function useForm({ isBusy, isSettling = false, problem, reach, onSubmit }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || isSettling) return
    setWaiting(false)
    onSubmit()
  }, [isWaiting, isSettling, onSubmit])

  // The element to focus again after sending: an element that is disabled meanwhile loses the focus.
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isBusy || !(pressed.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) pressed.current.focus()
    pressed.current = null
  }, [isBusy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new problem moves the focus
  useEffect(() => {
    if (problem) focusProblem(ref.current, problem, reach)
  }, [problem])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    pressed.current = document.activeElement
    if (isSettling) setWaiting(true)
    else onSubmit()
  }
  return { props: { ref, onSubmit: submit, noValidate: true }, isWaiting }
}

function focusProblem(
  form: HTMLFormElement | null,
  problem: FormProblem,
  reach: FormOptions['reach'],
) {
  const name = problem.field ?? problem.at
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
  else (reach?.[name] ?? reach?.[problem.at])?.()
  // The error text may be under the sticky button at the bottom of a sheet.
  form?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
}

// Implements every form of /app: it is sent once, after its figures have loaded; an error focuses
// its field, and no field is emptied. The fields show their own error (text-field.tsx); its text
// belongs to the feature.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** A new object is a new problem, even with the same text. */
export type FormProblem = {
  /** The name of its field; a name without a field belongs to the whole form. */
  readonly at: string
  /** The field to focus where `at` does not name it. */
  readonly field?: string | undefined
}

type FormOptions = {
  /** An answer is awaited: the form is not sent, no field takes the focus. */
  readonly isBusy: boolean
  /** Figures are loading: a press waits for them, so that the user sees them before sending. */
  readonly isSettling?: boolean
  /** The problem of the last attempt or check. */
  readonly problem?: FormProblem | null | undefined
  /** Finds fields outside this page, by name. */
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

  // The pressed element: disabled fields have lost the focus.
  const pressed = useRef<Element | null>(null)
  useEffect(() => {
    if (isBusy || !(pressed.current instanceof HTMLElement)) return
    if (document.activeElement === document.body) pressed.current.focus()
    pressed.current = null
  }, [isBusy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new problem moves the focus
  useEffect(() => {
    if (problem) goTo(ref.current, problem, reach)
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

function goTo(form: HTMLFormElement | null, problem: FormProblem, reach: FormOptions['reach']) {
  const name = problem.field ?? problem.at
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
  else (reach?.[name] ?? reach?.[problem.at])?.()
  // The sentence may be under the sticky button at the foot of a sheet.
  form?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
}

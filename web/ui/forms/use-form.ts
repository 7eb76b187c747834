// Implements the forms of /app. A form is sent only once, after its figures have loaded. An error moves the
// focus to its field, which shows it (text-field.tsx). The feature supplies the error's text.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** An error. A new object moves the focus again, even if it is equal to the previous one. */
export type FormProblem = {
  /** Name of the field with the error. A name without a field means the whole form. */
  readonly at: string
  /** Name of the field to focus, if it differs from `at`. */
  readonly field?: string | undefined
}

type FormOptions = {
  /** True while the form waits for a response. It is then not sent again. */
  readonly isBusy: boolean
  /**
   * True while figures are loading. A press waits for them, so that the user sees them before the form is
   * sent.
   */
  readonly isSettling?: boolean
  /** The last error. */
  readonly problem?: FormProblem | null | undefined
  /** Functions that show and focus fields which the form does not contain, by name. */
  readonly reach?: Readonly<Record<string, () => void>>
  readonly onSubmit: () => void
}

export function useForm({ isBusy, isSettling = false, problem, reach, onSubmit }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const [isSubmitPending, setSubmitPending] = useState(false)
  useEffect(() => {
    if (!isSubmitPending || isSettling) return
    setSubmitPending(false)
    onSubmit()
  }, [isSubmitPending, isSettling, onSubmit])

  // A disabled element loses the focus, so the pressed element gets it back after sending.
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
    if (isSettling) setSubmitPending(true)
    else onSubmit()
  }
  return { props: { ref, onSubmit: submit, noValidate: true }, isSubmitPending }
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
  // The error may be hidden behind the sticky button at the bottom of a dialog.
  form?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
}

// The one pattern of every form in /app: it is sent once, after the figures that it shows have come;
// what is wrong takes the focus to its field, and no field is emptied. The fields draw and read out
// their own problem (text-field.tsx); which words it has is the feature's.
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** A new object is a new problem, even with the same words. */
export type FormProblem = {
  /** The name of the field that it stands beside; a name that no field has is the form's as a whole. */
  readonly at: string
  /** The field to go to where the problem stands elsewhere. */
  readonly field?: string | undefined
}

type FormOptions = {
  /** An answer is awaited: nothing is sent, no field takes the focus. */
  readonly isBusy: boolean
  /** Figures are on their way: a press waits for them, nothing is sent unseen. */
  readonly isSettling?: boolean
  /** Of what was sent or checked last. */
  readonly problem?: FormProblem | null | undefined
  /** How to reach fields that are not the page's own, by name. */
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

  // Where the press came from: fields that took nothing meanwhile have lost the focus.
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
  if (reach?.[name]) reach[name]()
  else if (field instanceof HTMLElement) field.focus()
  // The sentence may be hidden under the button that sticks to the foot of a sheet.
  form?.querySelector('[role="alert"]:not(:empty)')?.scrollIntoView({ block: 'nearest' })
}

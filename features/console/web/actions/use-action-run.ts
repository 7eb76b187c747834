// Leads an action from its form to its outcome: preview, passkey if needed, then the action itself.

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { passkeyProblem, signInWithPasskey } from '../frame/passkey.ts'
import { meKey } from '../frame/signed-in-staff.tsx'
import type { ActionOutcome } from './send-action.ts'

type Done = Extract<ActionOutcome, { kind: 'done' }>['done']

export type RunStep =
  | { readonly at: 'form' }
  | { readonly at: 'preview'; readonly done: Done }
  /** The passkey is confirmed; then `next` goes on. */
  | { readonly at: 'confirm'; readonly next: 'preview' | 'run'; readonly back: RunStep }
  | { readonly at: 'done'; readonly done: Done }
  | { readonly at: 'waits'; readonly approval: string }
  | { readonly at: 'unknown'; readonly back: RunStep }

export type RunProblem = { readonly text: string; readonly field: string | undefined }

/** Sends the input. It is called again after the passkey is confirmed, or when the outcome is unknown. */
type SendInput<Input> = (input: Input, call: CallOfInput) => Promise<ActionOutcome>

type CallOfInput = {
  readonly isPreview: boolean
  readonly key: string
  /** Identifies the preview that the user has seen. Undefined if the outcome may differ from it. */
  readonly digest: string | undefined
}

/** The steps after the form, and what leads from one to the next. */
export type ActionRun = {
  readonly step: RunStep
  readonly isBusy: boolean
  readonly problem: RunProblem | null
  /** Does it with the input of the preview, or sends the same input again. */
  readonly run: () => Promise<void>
  readonly confirm: () => Promise<void>
  readonly backToForm: () => void
}

/** Returns the same key for the same input, and another one for other input. */
export function useKeyOfInput(): (input: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (input) => {
    const text = JSON.stringify(input)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}

const form: RunStep = { at: 'form' }

/** Returns the digest of a preview with rows. Other previews may differ a little from what is done then. */
function digestOf(step: RunStep): string | undefined {
  return step.at === 'preview' && step.done.rows !== undefined ? step.done.digest : undefined
}

export function useActionRun<Input>(sendInput: SendInput<Input>) {
  const client = useQueryClient()
  const keyOf = useKeyOfInput()
  const [step, setStep] = useState<RunStep>(form)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<RunProblem | null>(null)
  const isRunning = useRef(false)
  const input = useRef<Input>(undefined)

  /** Runs one thing at a time, so that a double press is harmless. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  async function goOn(next: 'preview' | 'run', back: RunStep): Promise<void> {
    const sent = input.current
    if (sent === undefined) return
    const isPreview = next === 'preview'
    const digest = isPreview ? undefined : digestOf(back)
    const outcome = await sendInput(sent, { isPreview, key: keyOf([next, digest, sent]), digest })
    if (outcome.kind === 'refused' && outcome.isOutdated) {
      await goOn('preview', back)
      setProblem(outcome)
    } else if (outcome.kind === 'refused') {
      setProblem(outcome)
      // A fault of a field is shown in the form.
      setStep(outcome.field === undefined ? back : form)
    } else if (outcome.kind === 'ended') setStep(back)
    else if (outcome.kind === 'confirm') setStep({ at: 'confirm', next, back })
    else if (outcome.kind === 'unknown') setStep({ at: 'unknown', back })
    else if (outcome.kind === 'done' && isPreview) setStep({ at: 'preview', done: outcome.done })
    else {
      setStep(
        outcome.kind === 'done'
          ? { at: 'done', done: outcome.done }
          : { at: 'waits', approval: outcome.approval },
      )
      void client.invalidateQueries()
    }
  }

  return {
    step,
    isBusy,
    problem,
    preview: (next: Input) =>
      alone(() => {
        input.current = next
        return goOn('preview', step)
      }),
    /** Does it without a preview, which the page has shown already. */
    start: (next: Input) =>
      alone(() => {
        input.current = next
        return goOn('run', step)
      }),
    run: () => alone(() => goOn('run', step.at === 'unknown' ? step.back : step)),
    confirm: () =>
      alone(async () => {
        if (step.at !== 'confirm') return
        try {
          client.setQueryData(meKey, await signInWithPasskey())
        } catch (error) {
          setProblem({ text: passkeyProblem(error), field: undefined })
          return
        }
        await goOn(step.next, step.back)
      }),
    backToForm: () => {
      setProblem(null)
      setStep(form)
    },
  }
}

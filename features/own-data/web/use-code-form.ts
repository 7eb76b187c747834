// Holds the state of the two-step form that exporting, moving and deleting share: codes are sent, then
// typed and used. Typed text stays after a failure, and is cleared when other codes are sent.
import { useState } from 'react'
import { ask } from '#web/api/ask.ts'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { type ProfileCodeBody, requestProfileCode } from '../own-data-calls.ts'
import { type OwnDataProblem, problemOf } from './own-data-problem.ts'

type CodeFormOptions = {
  /** Returns the codes to send, in order. Called just before they are sent. */
  readonly codes: () => readonly ProfileCodeBody[]
  /** Runs the action with the codes, by the names of their fields. Throws the error of its call. */
  readonly use: (codeOf: (name: string) => string) => Promise<void>
  /** The field of a problem in the first step. */
  readonly at?: string
}

export function useCodeForm({ codes, use, at = '' }: CodeFormOptions) {
  /** When another code may be requested; undefined before the first. */
  const [resendAt, setResendAt] = useState<number>()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { busy, problem, run } = useAction<OwnDataProblem, 'sending' | 'using'>()
  const codeOf = (name: string) => typed[name] ?? ''
  const isSent = resendAt !== undefined

  async function sendCodes(): Promise<OwnDataProblem | undefined> {
    try {
      let waitSeconds = 0
      for (const body of codes()) {
        const sent = await ask(requestProfileCode, { body })
        waitSeconds = Math.max(waitSeconds, sent.resend_in_seconds)
      }
      setResendAt(Date.now() + waitSeconds * 1000)
      setTyped({})
      return undefined
    } catch (error) {
      return problemOf(error, at)
    }
  }

  async function spendCodes(): Promise<OwnDataProblem | undefined> {
    try {
      await use(codeOf)
      return undefined
    } catch (error) {
      return problemOf(error, 'code')
    }
  }

  const send = () => run('sending', sendCodes)
  const form = useForm({
    isBusy: busy !== undefined,
    problem,
    onSubmit: () => void (isSent ? run('using', spendCodes) : send()),
  })
  /** Returns the props of the field with that name. */
  const fieldOf = (name: string) => ({
    ...{ name, problem },
    value: codeOf(name),
    onChange: (code: string) => setTyped((before) => ({ ...before, [name]: code })),
  })
  return { form, busy, problem, isSent, fieldOf, resendAt: resendAt ?? 0, send }
}

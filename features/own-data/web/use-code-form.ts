// The two steps that exporting, moving and deleting share: codes are sent, then typed and used. What is
// typed stays when something fails, and goes when other codes are sent.
import { useState } from 'react'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import {
  askForCode,
  type OwnDataProblem,
  type ProfileCodeBody,
  problemOf,
} from './own-data-calls.ts'

type CodeFormOptions = {
  /** The codes that are needed, in the order of sending; asked when they are about to be sent. */
  readonly codes: () => readonly ProfileCodeBody[]
  /** What the codes are for, given by the names of their fields; throws what the call throws. */
  readonly use: (codeOf: (name: string) => string) => Promise<void>
  /** Where a problem of the first step stands. */
  readonly at?: string
}

export function useCodeForm({ codes, use, at = '' }: CodeFormOptions) {
  /** When another code may be asked for; undefined before the first. */
  const [resendAt, setResendAt] = useState<number>()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { busy, problem, run } = useAction<OwnDataProblem, 'sending' | 'using'>()
  const codeOf = (name: string) => typed[name] ?? ''
  const isSent = resendAt !== undefined

  async function sendCodes(): Promise<OwnDataProblem | undefined> {
    try {
      let waitSeconds = 0
      for (const body of codes()) {
        waitSeconds = Math.max(waitSeconds, (await askForCode(body)).resend_in_seconds)
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
  /** What the field of that name is given. */
  const fieldOf = (name: string) => ({
    ...{ name, problem },
    value: codeOf(name),
    onChange: (code: string) => setTyped((before) => ({ ...before, [name]: code })),
  })
  return { form, busy, problem, isSent, fieldOf, resendAt: resendAt ?? 0, send }
}

// Keeps an open form when the session ends: the form asks to sign in again in its own dialog, and goes on with what
// was typed. Without an open form, the end of a session leads to the sign-in page.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { signInAddress } from './console-paths.ts'
import { passkeyProblem, signInWithPasskey } from './passkey.ts'
import { meKey, useMe } from './signed-in-staff.tsx'

type KeptForm = {
  /** True from the end of the session until the next sign-in. */
  readonly hasEnded: boolean
  /** Signs in again. Another member of staff gets none of the typed texts. */
  readonly signIn: () => Promise<void>
  /** Closes the form: leads to the sign-in page if the session has ended. */
  readonly leave: () => void
}

const openForms = new Set<() => void>()

/** Ends the session of the open forms. Returns false if there is none. */
export function endSessionOfForms(): boolean {
  for (const end of openForms) end()
  return openForms.size > 0
}

export function useKeptForm(): KeptForm {
  const client = useQueryClient()
  const { id } = useMe()
  const [location, navigate] = useLocation()
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const end = () => setEnded(true)
    openForms.add(end)
    return () => {
      openForms.delete(end)
    }
  }, [])
  return {
    hasEnded,
    async signIn() {
      const me = await signInWithPasskey()
      if (me.id !== id) {
        client.clear()
        navigate('/', { replace: true })
      }
      client.setQueryData(meKey, me)
      setEnded(false)
      void client.invalidateQueries()
    },
    leave() {
      if (!hasEnded) return
      navigate(signInAddress(`${location}${window.location.search}`), { replace: true })
      client.clear()
    },
  }
}

export function SignInAgain({ signIn }: { signIn: () => Promise<void> }) {
  const { busy, problem, run } = useAction<string>()
  const press = () =>
    run(
      'sending',
      async () => {
        await signIn()
        return undefined
      },
      passkeyProblem,
    )
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        Your session has ended.
      </p>
      <p>What you typed is still here. Nothing was sent after the session ended.</p>
      <FormProblem>{problem}</FormProblem>
      <Button size="large" wide busy={busy !== undefined} onClick={() => void press()}>
        Sign in and go on
      </Button>
    </div>
  )
}

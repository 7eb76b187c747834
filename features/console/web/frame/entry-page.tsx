// Shows the pages of people who are not signed in: a title, a few words and one button.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Me } from '#features/staff/staff-calls.ts'
import { LogoMark } from '#web/shell/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { passkeyProblem } from './passkey.ts'
import { meKey } from './signed-in-staff.tsx'
import { useConsoleTitle } from './use-console-title.ts'

type EntryPageProps = {
  title: string
  label: string
  /** Signs in. */
  enter: () => Promise<Me>
  /** The page to open afterwards. */
  page: string
  children: Elements
}

export function EntryPage({ title, label, enter, page, children }: EntryPageProps) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [isIn, setIn] = useState(false)
  const { busy, problem, run } = useAction<string>()
  useConsoleTitle(title)
  const press = () =>
    run(
      'sending',
      async () => {
        client.setQueryData(meKey, await enter())
        setIn(true)
        navigate(page, { replace: true })
        return undefined
      },
      passkeyProblem,
    )
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center bg-page p-4">
      <div className="grid w-full max-w-104 gap-5 rounded-card border border-line bg-surface p-6 md:p-8">
        <LogoMark className="size-9 text-link" />
        <div className="grid gap-2">
          <h1 className="text-[1.75rem]">{title}</h1>
          {children}
        </div>
        <Button size="large" wide busy={busy !== undefined || isIn} onClick={() => void press()}>
          {label}
        </Button>
        <FormProblem>{problem}</FormProblem>
      </div>
    </main>
  )
}

// Shows why a part of the console could not be loaded: no connection, a missing role, an unknown id, or a failure
// of the server with the id of the request.
import { useState } from 'react'
import type { ConsolePart } from '#values/staff/roles.ts'
import { ApiError, isUnreached } from '#web/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { rolesFor, useMe } from '../frame/signed-in-staff.tsx'

type ProblemProps = {
  error: unknown
  /** The part of the console, whose roles a refusal names. */
  part?: ConsolePart | undefined
  busy: boolean
  onRetry: () => void
}

/** Returns the words of a failed call, and whether another attempt may help. */
export function problemWords(error: unknown): { title: string; detail: string; again: boolean } {
  if (isUnreached(error)) {
    const detail = 'The console cannot be reached. This loads when the connection is back.'
    return { title: 'No connection', detail, again: true }
  }
  if (error instanceof ApiError && error.status === 404) {
    return { title: 'Not found', detail: 'There is no such record.', again: false }
  }
  // 503 says which service is away.
  if (error instanceof ApiError && (error.status < 500 || error.status === 503)) {
    return { title: 'This is not possible now', detail: error.message, again: true }
  }
  const id = error instanceof ApiError ? error.requestId : undefined
  const detail = id === undefined ? 'The server failed.' : `The server failed. Request ${id}.`
  return { title: 'This could not be loaded', detail, again: true }
}

export function Problem({ error: latest, part, busy, onRetry }: ProblemProps) {
  // During a retry there is no error, and the notice stays.
  const [error, setError] = useState(latest)
  if (latest !== null && latest !== error) setError(latest)
  if (part !== undefined && error instanceof ApiError && error.status === 403) {
    return <NotAllowed part={part} />
  }
  const { title, detail, again } = problemWords(error)
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-danger/30 bg-danger-page px-4 py-3"
    >
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-semibold text-danger">{title}</p>
        <p className="wrap-anywhere">{detail}</p>
      </div>
      {again ? (
        <Button variant="outline" size="small" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  )
}

/** Shows which role a part needs. */
export function NotAllowed({ part }: { part: ConsolePart }) {
  const { roles } = useMe()
  return (
    <div role="alert" className="rounded-field border border-line bg-page px-4 py-4">
      <p className="font-semibold">Your roles do not allow this page.</p>
      <p>{`It needs the role ${rolesFor(part)}. You have: ${roles.join(', ')}.`}</p>
      <p className="text-soft">An admin can change your roles.</p>
    </div>
  )
}

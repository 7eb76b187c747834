// Lists the user's sessions: the names of browser and system, the last use, and a button that ends the
// session.
import { useQueryClient } from '@tanstack/react-query'
import { sendSigned } from '#features/people/web/session/signing.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatDate } from '#web/ui/number-format.ts'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { endOtherSessions, endSession, listSessions, type Session } from '../own-data-calls.ts'
import { problemOf } from './code-form.tsx'

export function Sessions() {
  const query = useAnswer(listSessions, {})
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton className="h-40 w-full" />}
      error={texts.own_data_sessions_failed()}
    >
      {({ sessions }) => <SessionRows sessions={sessions} />}
    </Loaded>
  )
}

function SessionRows({ sessions }: { sessions: readonly Session[] }) {
  const client = useQueryClient()
  const { busy, problem, run } = useAction<string, string>()

  /** Ends the session `id`. Without an id, ends all sessions except this one. */
  const end = (id?: string) => {
    const act = async (): Promise<undefined> => {
      if (id === undefined) await sendSigned(endOtherSessions, {})
      else await sendSigned(endSession, { params: { id } })
      await client.invalidateQueries({ queryKey: [listSessions.id] })
      showToast(texts.own_data_ended())
    }
    return run(id ?? 'others', act, (error) => problemOf(error, '').text)
  }

  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4.5">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      <FormProblem>{problem}</FormProblem>
      {sessions.length > 1 ? (
        <Button variant="danger" wide busy={busy === 'others'} onClick={() => void end()}>
          {texts.own_data_end_others()}
        </Button>
      ) : (
        <p className="text-soft">{texts.own_data_only_here()}</p>
      )}
    </div>
  )
}

type RowProps = { session: Session; busy: boolean; onEnd: () => void }

function SessionRow({ session, busy, onEnd }: RowProps) {
  const device = deviceText(session)
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-[min(7rem,100%)] flex-1">
        <p className="font-semibold wrap-anywhere">{device}</p>
        <p className="text-sm text-soft">
          {texts.own_data_last_used({ date: formatDate(session.last_seen_at) })}
        </p>
      </div>
      {session.current ? (
        <Badge>{texts.own_data_this_device()}</Badge>
      ) : (
        <Button
          variant="danger"
          size="small"
          busy={busy}
          onClick={onEnd}
          aria-label={texts.own_data_end_one({ device })}
        >
          {texts.own_data_end()}
        </Button>
      )}
    </li>
  )
}

function deviceText({ browser, system }: Session): string {
  if (browser !== null && system !== null) return texts.own_data_device({ browser, system })
  return browser ?? system ?? texts.own_data_device_unknown()
}

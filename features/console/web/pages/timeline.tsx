// Shows what happened to a purchase, as sentences in order of time, under their days.
import type { PurchaseEvent } from '#features/console/purchases/console-purchases-calls.ts'
import { formatLocalDay } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'

const kindNames = {
  state: 'Purchase',
  card: 'Card',
  message: 'Message',
  dispute: 'Dispute',
  staff: 'Staff',
  log: 'Public log',
  certificate: 'Certificate',
  retirement: 'Retirement',
} as const satisfies Record<PurchaseEvent['kind'], string>

const dotClasses = {
  state: 'bg-moss',
  card: 'bg-gold',
  message: 'bg-faint',
  dispute: 'bg-danger',
  staff: 'bg-accent',
  log: 'bg-forest',
  certificate: 'bg-forest',
  retirement: 'bg-forest',
} as const satisfies Record<PurchaseEvent['kind'], string>

export type EventsOfDay = { readonly day: string; readonly events: readonly PurchaseEvent[] }

/** Groups events, which are in order of time, by their local day. */
export function eventsByDay(events: readonly PurchaseEvent[]): readonly EventsOfDay[] {
  const days = [...new Set(events.map(({ at }) => formatLocalDay(at)))]
  return days.map((day) => ({ day, events: events.filter(({ at }) => formatLocalDay(at) === day) }))
}

export function Timeline({ events }: { events: readonly PurchaseEvent[] }) {
  return (
    <div className="grid gap-4">
      {eventsByDay(events).map(({ day, events }) => (
        <div key={day}>
          <h3 className="caption mb-1.5">{day}</h3>
          <ol className="border-line border-l">
            {events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events never change places
              <Event key={`${event.at} ${index}`} event={event} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function Event({ event: { at, kind, title, detail } }: { event: PurchaseEvent }) {
  return (
    <li className="relative pb-3 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-2 -left-1.25 size-2.5 rounded-full ring-4 ring-surface ${dotClasses[kind]}`}
      />
      <p className="wrap-anywhere font-semibold">{title}</p>
      {detail === null ? null : <p className="wrap-anywhere">{detail}</p>}
      <p className="flex flex-wrap gap-x-2 text-soft text-sm">
        <Moment at={at} clock />
        <span>{kindNames[kind]}</span>
      </p>
    </li>
  )
}

// Shows the messages to buyer and receiver of a purchase, with their times and their delivery.
import type { PurchaseMessage } from '#features/console/desk/desk-calls.ts'
import { wordsOf } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'

/** Returns what became of a message: `arrived`, `sent`, `waits`, or why it was not sent. */
export function fateOf({ state, arrival }: Pick<PurchaseMessage, 'state' | 'arrival'>): string {
  if (arrival === 'delivered') return 'arrived'
  if (arrival === 'failed') return 'did not arrive'
  const fates: Readonly<Record<string, string>> = {
    sent: 'sent',
    queued: 'waits',
    dead: 'could not be sent',
    withheld: 'was not sent',
  }
  return fates[state] ?? state
}

const lost = new Set(['did not arrive', 'could not be sent', 'was not sent'])

export function CaseMessages({ messages }: { messages: readonly PurchaseMessage[] }) {
  if (messages.length === 0) return <p className="text-soft">No message was written.</p>
  return (
    <ul className="grid gap-1">
      {messages.map((message) => {
        const fate = fateOf(message)
        return (
          <li key={message.id} className="flex flex-wrap gap-x-2">
            <span>{`${wordsOf(message.template)}, to the ${message.to}`}</span>
            <span className={lost.has(fate) ? 'font-semibold text-danger' : 'text-soft'}>
              {fate}
            </span>
            <span className="text-soft">
              <Moment at={message.sent_at ?? message.created_at} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

// Shows messages of a person or a purchase, with what became of each.
import type { PurchaseMessage } from '#features/console/desk/desk-calls.ts'
import type { WholePerson } from '#features/console/people/console-people-calls.ts'
import { wordsOf } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'
import { EmptyNote, Panel } from '../parts/panel.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { RecordTable } from './record-table.tsx'

type Messages = WholePerson['messages'] | readonly PurchaseMessage[]

const heads = ['Message', 'State', 'Arrival', 'Written', 'Sent', 'Last error']

const subjectOf = (template: string) => (template === 'otp' ? 'Sign-in code' : wordsOf(template))

export function MessagesPanel({ messages }: { messages: Messages }) {
  return (
    <Panel title="Messages">
      {messages.length === 0 ? (
        <EmptyNote>No message was written.</EmptyNote>
      ) : (
        <RecordTable
          name="Messages"
          heads={heads}
          rows={messages.map((message) => ({
            key: String(message.id),
            cells: [
              'to' in message
                ? `${subjectOf(message.template)}, to the ${message.to}`
                : subjectOf(message.template),
              <StateBadge key="state" state={message.state} />,
              message.arrival === null ? 'Not reported' : wordsOf(message.arrival),
              <Moment key="created" at={message.created_at} />,
              <Moment key="sent" at={message.sent_at} />,
              message.last_error ?? '–',
            ],
          }))}
        />
      )}
    </Panel>
  )
}

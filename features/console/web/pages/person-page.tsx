// Shows one person: what support needs to know, the purchases and messages, and the actions.
import { useState } from 'react'
import { Link } from 'wouter'
import { getPerson, type WholePerson } from '#features/console/people/console-people-calls.ts'
import { maySeePhones } from '#values/staff/roles.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { useMe } from '../frame/signed-in-staff.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { formatDay, formatKilograms, formatMoney, wordsOf } from '../parts/console-format.ts'
import { Identifier } from '../parts/identifier.tsx'
import { Moment, momentFact } from '../parts/moment.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { ownPurchaseColumns } from './list-columns.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { RecordTable } from './record-table.tsx'

const up = { path: '/people', name: 'People' }

export function PersonPage({ id }: { id: string }) {
  const query = useAnswer(getPerson, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title="Person" up={up} /> : null}
      <Shown query={query} part="people">
        {(person) => <PersonView person={person} />}
      </Shown>
    </>
  )
}

type PersonViewProps = { person: WholePerson }

function PersonView({ person }: PersonViewProps) {
  return (
    <>
      <PageHeader
        title={person.name ?? person.phone ?? 'Deleted passport'}
        up={up}
        actions={
          <SubjectActions
            of="person"
            id={person.id}
            without={[person.is_blocked ? 'people block' : 'people unblock']}
          />
        }
      >
        {person.is_blocked ? (
          <p className="mt-1">
            <Badge tone="bad">Blocked</Badge>
          </p>
        ) : null}
      </PageHeader>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <AboutPanel person={person} />
        <div className="grid gap-4">
          <LimitsPanel limits={person.limits} />
          <WalletsPanel wallets={person.wallets} />
          <PlansPanel plans={person.plans} cards={person.cards} />
        </div>
      </div>
      <div className="mt-4 grid gap-4">
        <PurchasesPanel person={person} />
        <MessagesPanel messages={person.messages} />
        <SessionsPanel sessions={person.sessions} />
      </div>
    </>
  )
}

/** Shows the masked number, and the whole number after a press, which is a row of the audit trail. */
function Phone({ person: { id, phone } }: PersonViewProps) {
  const [isWhole, setWhole] = useState(false)
  const { roles } = useMe()
  if (phone === null) return <span>Deleted</span>
  if (isWhole) return <WholePhone id={id} />
  return (
    <span className="-my-2.5 flex min-h-11 flex-wrap items-center">
      <span className="tabular-nums">{phone}</span>
      {maySeePhones(roles) ? (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          Show the whole number
        </Button>
      ) : null}
    </span>
  )
}

function WholePhone({ id }: { id: string }) {
  const query = useAnswer(getPerson, { params: { id }, query: { show_phone: '1' } })
  return (
    <Shown query={query} part="people">
      {({ phone }) =>
        phone === null ? <span>Deleted</span> : <Identifier id={phone} name="Phone number" />
      }
    </Shown>
  )
}

function AboutPanel({ person }: PersonViewProps) {
  const names = [person.first_name, person.last_name].filter(Boolean).join(' ')
  return (
    <Panel title="About">
      <FactList
        facts={[
          ['Phone', <Phone key="phone" person={person} />],
          ['Name', names],
          ['Nickname', person.nickname],
          ['Passport', <Identifier key="id" id={person.id} name="Passport id" />],
          ['Since', <Moment key="since" at={person.created_at} />],
          ['Country', `${person.country}, ${person.currency}, language ${person.language}`],
          ['Holds', formatKilograms(person.kilograms)],
          ['Passkeys', String(person.passkeys)],
          ['Blocked since', momentFact(person.blocked_at)],
          ['Number parked since', momentFact(person.parked_at)],
          ['Messages stopped since', momentFact(person.messages_stopped_at)],
        ]}
      />
    </Panel>
  )
}

function LimitsPanel({ limits }: { limits: WholePerson['limits'] }) {
  return (
    <Panel title="Limits that hold now">
      {limits.length === 0 ? (
        <EmptyNote>No limit holds.</EmptyNote>
      ) : (
        <ul className="grid list-disc gap-1 pl-5">
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WalletsPanel({ wallets }: { wallets: WholePerson['wallets'] }) {
  return (
    <Panel title="Wallet">
      {wallets.length === 0 ? (
        <EmptyNote>No programme has given anything.</EmptyNote>
      ) : (
        <RecordTable
          name="Wallet"
          heads={['Programme', 'Balance', 'Held']}
          numbers={['Balance', 'Held']}
          rows={wallets.map(({ programme_id, currency, balance, held }) => ({
            key: `${programme_id} ${currency}`,
            cells: [programme_id, formatMoney(balance, currency), formatMoney(held, currency)],
          }))}
        />
      )}
    </Panel>
  )
}

type PlansPanelProps = { plans: WholePerson['plans']; cards: WholePerson['cards'] }

function PlansPanel({ plans, cards }: PlansPanelProps) {
  if (plans.length === 0 && cards.length === 0) return null
  return (
    <Panel title="Plans and cards">
      <ul className="grid gap-1">
        {plans.map((plan) => (
          <li key={plan.id}>{planWords(plan)}</li>
        ))}
        {cards.map(({ brand, last4, expires }) => (
          <li key={`${brand} ${last4}`}>{`${wordsOf(brand)} card ${last4}, until ${expires}`}</li>
        ))}
      </ul>
    </Panel>
  )
}

function planWords({ amount, currency, state, kilograms, next_on }: WholePerson['plans'][number]) {
  const parts = [
    `${formatMoney(amount, currency)} a month`,
    wordsOf(state).toLowerCase(),
    `${formatKilograms(kilograms)} bought`,
    ...(next_on === null ? [] : [`next on ${formatDay(next_on)}`]),
  ]
  return parts.join(', ')
}

/** Number of purchases that the page shows at most. */
const purchasesMax = 50

function PurchasesPanel({ person }: { person: WholePerson }) {
  const all = (
    <Link
      href={`/purchases?person=${person.id}`}
      className="text-link underline-offset-4 hover:underline"
    >
      All purchases
    </Link>
  )
  return (
    <Panel title="Purchases" aside={person.purchases.length < purchasesMax ? null : all}>
      {person.purchases.length === 0 ? (
        <EmptyNote>Nothing was bought.</EmptyNote>
      ) : (
        <ListTable
          name="Purchases"
          rows={person.purchases}
          columns={ownPurchaseColumns}
          keyOf={({ tx_id }) => tx_id}
          sort={null}
        />
      )}
    </Panel>
  )
}

function SessionsPanel({ sessions }: { sessions: WholePerson['sessions'] }) {
  return (
    <Panel title="Sessions">
      {sessions.length === 0 ? (
        <EmptyNote>Not signed in anywhere.</EmptyNote>
      ) : (
        <RecordTable
          name="Sessions"
          heads={['Signed in', 'Last seen', 'Ends']}
          rows={sessions.map(({ created_at, last_seen_at, ends_at }) => ({
            key: `${created_at} ${last_seen_at} ${ends_at}`,
            cells: [
              <Moment key="created" at={created_at} />,
              <Moment key="seen" at={last_seen_at} />,
              <Moment key="ends" at={ends_at} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

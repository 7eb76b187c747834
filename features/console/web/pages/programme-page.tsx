// Shows one programme: its funds and limits, what it gave in the last 30 days, its terminals, and the actions.
import {
  getProgramme,
  type WholeProgramme,
} from '#features/console/programmes/console-programmes-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { formatMoney } from '../parts/console-format.ts'
import { DayChart } from '../parts/day-chart.tsx'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { RecordTable } from './record-table.tsx'
import { StatementPanel } from './statement-panel.tsx'

const up = { path: '/programmes', name: 'Programmes' }

export function ProgrammePage({ id }: { id: string }) {
  const query = useAnswer(getProgramme, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title="Programme" up={up} /> : null}
      <Shown query={query} part="programmes">
        {(programme) => <ProgrammeView programme={programme} />}
      </Shown>
    </>
  )
}

function ProgrammeView({ programme }: { programme: WholeProgramme }) {
  const { id, name, state, limit_currency, person_limit, day_limit, given_today } = programme
  const limit = (amount: number | null) =>
    amount === null ? 'No limit' : formatMoney(amount, limit_currency)
  return (
    <>
      <PageHeader title={name} up={up} actions={<SubjectActions of="programme" id={id} />}>
        <p className="mt-1">
          <StateBadge state={state} tone={state === 'open' ? 'good' : 'plain'} />
        </p>
      </PageHeader>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <FundsPanel funds={programme.funds} />
        <Panel title="Limits">
          <FactList
            facts={[
              ['Id', <Code key="id">{id}</Code>],
              ['For a person', limit(person_limit)],
              ['For a day', limit(day_limit)],
              ['Given today', formatMoney(given_today, limit_currency)],
            ]}
          />
        </Panel>
        <GivenPanel days={programme.days} />
        <TerminalsPanel terminals={programme.terminals} />
        <CreditsPanel credits={programme.credits} />
        <StatementPanel id={id} />
      </div>
    </>
  )
}

function FundsPanel({ funds }: { funds: WholeProgramme['funds'] }) {
  return (
    <Panel title="Funds">
      {funds.length === 0 ? (
        <EmptyNote>It has no funds and no line.</EmptyNote>
      ) : (
        <RecordTable
          name="Funds"
          heads={['Paid in', 'Line', 'May still give']}
          numbers={['Paid in', 'Line', 'May still give']}
          rows={funds.map(({ currency, paid_in, line, left }) => ({
            key: currency,
            cells: [paid_in, line, left].map((amount) => formatMoney(amount, currency)),
          }))}
        />
      )}
    </Panel>
  )
}

function GivenPanel({ days }: { days: WholeProgramme['days'] }) {
  const currencies = [...new Set(days.map(({ currency }) => currency))]
  return (
    <Panel title="Given in the last 30 days">
      {currencies.length === 0 ? <EmptyNote>Nothing was given.</EmptyNote> : null}
      <div className="grid gap-4">
        {currencies.map((currency) => (
          <DayChart
            key={currency}
            name={`Given in ${currency}`}
            days={days
              .filter((each) => each.currency === currency)
              .map(({ day, given }) => ({ day, value: given }))}
            format={(value) => formatMoney(value, currency)}
          />
        ))}
      </div>
    </Panel>
  )
}

/** Shows the newest credits. It names no person, because the programme's own people read it, too. */
function CreditsPanel({ credits }: { credits: WholeProgramme['credits'] }) {
  return (
    <Panel title="Newest credits" className="xl:col-span-2">
      {credits.length === 0 ? (
        <EmptyNote>It has given nothing yet.</EmptyNote>
      ) : (
        <RecordTable
          name="Newest credits"
          heads={['Time', 'Amount', 'For']}
          numbers={['Amount']}
          rows={credits.map(({ id, at, amount, currency, source }) => ({
            key: id,
            cells: [<Moment key="at" at={at} />, formatMoney(amount, currency), source],
          }))}
        />
      )}
    </Panel>
  )
}

function TerminalsPanel({ terminals }: { terminals: WholeProgramme['terminals'] }) {
  return (
    <Panel title="Terminals">
      {terminals.length === 0 ? (
        <EmptyNote>It has no terminal.</EmptyNote>
      ) : (
        <RecordTable
          name="Terminals"
          heads={['Name', 'Id', 'State']}
          rows={terminals.map(({ id, name, signs, retires_at }) => ({
            key: id,
            cells: [
              name,
              <Code key="id">{id}</Code>,
              signs ? <TerminalState key="state" retiresAt={retires_at} /> : 'Revoked',
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function TerminalState({ retiresAt }: { retiresAt: string | null }) {
  if (retiresAt === null) return <span>Signs</span>
  return (
    <span className="flex flex-wrap gap-x-1">
      <span>Signs until</span>
      <Moment at={retiresAt} />
    </span>
  )
}

// Shows one purchase as a story from top to bottom: summary, what happened, postings, messages, and the actions.
import {
  getConsolePurchase,
  type WholePurchase,
} from '#features/console/purchases/console-purchases-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import type { Content } from '#web/ui/elements.tsx'
import { SubjectActions } from '../actions/subject-actions.tsx'
import { AccountName } from '../books/account-name.tsx'
import { CaseCard } from '../desk/case-card.tsx'
import { pathOfBatch, pathOfPerson, pathOfPurchase, publicAddress } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { RowLink } from '../lists/row-link.tsx'
import {
  formatKilograms,
  formatMoney,
  formatPrecisely,
  formatWhole,
  wordsOf,
} from '../parts/console-format.ts'
import { Identifier } from '../parts/identifier.tsx'
import { Moment, momentFact } from '../parts/moment.tsx'
import { EmptyNote, FactList, Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { ownDisputeColumns } from './disputes-page.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { RecordTable } from './record-table.tsx'
import { Timeline } from './timeline.tsx'

const up = { path: '/purchases', name: 'Purchases' }

export function PurchasePage({ id }: { id: string }) {
  const query = useAnswer(getConsolePurchase, { params: { id } })
  return (
    <>
      {query.data === undefined ? <PageHeader title={id} up={up} /> : null}
      <Shown query={query} part="purchases">
        {(purchase) => <PurchaseView purchase={purchase} />}
      </Shown>
    </>
  )
}

function PurchaseView({ purchase }: { purchase: WholePurchase }) {
  const { tx_id, status, reversal, quantity_kg, total, currency, created_at } = purchase
  return (
    <>
      <PageHeader
        title={tx_id}
        up={up}
        actions={<SubjectActions of="purchase" id={tx_id} without={withoutActions(purchase)} />}
      >
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <StateBadge state={status} />
          {reversal === 'none' || reversal.toUpperCase() === status ? null : (
            <StateBadge state={reversal} />
          )}
          <span>
            {`${formatKilograms(quantity_kg)} for ${formatMoney(total, currency)}, ${formatPrecisely(created_at)}`}
          </span>
        </p>
      </PageHeader>
      {purchase.cases.length === 0 ? null : (
        <section aria-label="To do" className="mb-4 grid gap-3">
          {purchase.cases.map((each) => (
            <CaseCard key={each.id} deskCase={each} namesPurchase={false} />
          ))}
        </section>
      )}
      {purchase.similar.length === 0 ? null : <SimilarPanel purchase={purchase} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <Panel title="What happened">
          <Timeline events={purchase.timeline} />
        </Panel>
        <div className="grid gap-4">
          <Panel title="Summary">
            <FactList
              facts={[...peopleFacts(purchase), ...goodsFacts(purchase), ...proofFacts(purchase)]}
            />
          </Panel>
          <Panel title="Money">
            <FactList facts={moneyFacts(purchase)} />
          </Panel>
        </div>
      </div>
      <div className="mt-4 grid gap-4">
        {purchase.disputes.length === 0 ? null : (
          <Panel title="Disputes">
            <ListTable
              name="Disputes"
              rows={purchase.disputes}
              columns={ownDisputeColumns}
              keyOf={({ id }) => id}
              sort={null}
            />
          </Panel>
        )}
        <PostingsPanel purchase={purchase} />
        <MessagesPanel messages={purchase.messages} />
      </div>
    </>
  )
}

/** Shows purchases that look as if the buyer paid twice by mistake. */
function SimilarPanel({ purchase: { similar, created_at } }: { purchase: WholePurchase }) {
  return (
    <div className="mb-4">
      <Panel title="The same bought again within an hour">
        <ul className="grid gap-1.5">
          {similar.map((each) => (
            <li key={each.tx_id} className="flex flex-wrap items-center gap-2">
              <RowLink path={pathOfPurchase(each.tx_id)} code>
                {each.tx_id}
              </RowLink>
              <StateBadge state={each.status} />
              <span>{spanText(created_at, each.created_at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Returns how much earlier or later another purchase was, such as `12 s after this one`. */
function spanText(own: string, other: string): string {
  const ms = Date.parse(other) - Date.parse(own)
  const seconds = Math.max(1, Math.round(Math.abs(ms) / 1000))
  const length = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return ms < 0 ? `${length} before this one` : `${length} after this one`
}

/** Returns the actions that make no sense in the purchase's state. */
function withoutActions({ status, owed, disputes, fraud_warned_at }: WholePurchase): string[] {
  const isOver = ['REFUNDED', 'FAILED', 'EXPIRED'].includes(status) && owed === 0
  const isRefunded = isOver && status === 'REFUNDED'
  return [
    ...(isOver ? ['purchases refund'] : []),
    ...(isRefunded ? ['purchases reconcile'] : []),
    ...(disputes.length === 0 && fraud_warned_at === null ? ['purchases evidence'] : []),
  ]
}

type Facts = readonly (readonly [name: string, value: Content])[]

function peopleFacts({ buyer_id, buyer, holder_id, holder, recipient }: WholePurchase): Facts {
  const link = (id: string, name: string) => <RowLink path={pathOfPerson(id)}>{name}</RowLink>
  const isOther = holder_id !== null && holder_id !== buyer_id
  return [
    ['Buyer', link(buyer_id, buyer ?? 'Deleted passport')],
    ['Gift for', recipient],
    ['Holder', isOther ? link(holder_id, holder ?? 'Deleted passport') : null],
  ]
}

function goodsFacts(purchase: WholePurchase): Facts {
  const { project, batch_id, serial_number, places, keeps_kilograms, refunded_kg } = purchase
  return [
    ['Project', project],
    [
      'Batch',
      <RowLink key="batch" path={pathOfBatch(batch_id)} code>
        {serial_number}
      </RowLink>,
    ],
    [
      'Places in the batch',
      places === null ? null : `${formatWhole(places.first)} to ${formatWhole(places.last)}`,
    ],
    ['Refunded in part', refunded_kg === 0 ? null : `${formatWhole(refunded_kg)} kg`],
    ['After the refund', keeps_kilograms ? 'The holder keeps the kilograms.' : null],
  ]
}

function proofFacts({
  certificate,
  log_entry,
  failure,
  expires_at,
  completed_at,
}: WholePurchase): Facts {
  return [
    ['Completed', momentFact(completed_at)],
    ['Time to pay ends', momentFact(completed_at === null ? expires_at : null)],
    ['Failure', failure === null ? null : wordsOf(failure)],
    ['Certificate', certificate === null ? null : publicLink(`/c/${certificate}`, certificate)],
    [
      'Public log',
      log_entry === null ? null : publicLink('/log', `Entry ${formatWhole(log_entry)}`),
    ],
  ]
}

/** Words for states that a reader would take for the present state of a refunded payment. */
const cardWords: Readonly<Record<string, string>> = { captured: 'Charged', voided: 'Released' }

/** Returns the card provider's word for the payment, or why there is none. */
function providerFact({ provider_status, provider_reason }: WholePurchase): string | null {
  if (provider_status === null) return null
  const words = wordsOf(provider_status)
  return provider_reason === null ? words : `${words}: ${provider_reason}`
}

function moneyFacts(purchase: WholePurchase): Facts {
  const { currency, wallet, card, card_state, payment_id } = purchase
  const { refunded, lost, goodwill, owed, fraud_warned_at } = purchase
  const sum = (amount: number) => (amount === 0 ? null : formatMoney(amount, currency))
  return [
    ['Total', formatMoney(purchase.total, currency)],
    ['From the wallet', sum(wallet)],
    ['From the card', sum(card)],
    ['Card payment', card === 0 ? null : (cardWords[card_state] ?? wordsOf(card_state))],
    ['At the card provider now', providerFact(purchase)],
    ['Payment id', payment_id === null ? null : identifier(payment_id)],
    ['Refunded', sum(refunded)],
    ['Still owed', sum(owed)],
    ['Goodwill', sum(goodwill)],
    ['Lost to the bank', sum(lost)],
    ['Fraud warning', momentFact(fraud_warned_at)],
  ]
}

const identifier = (id: string) => <Identifier id={id} name="Payment id" />
const publicLink = (path: string, name: string) => <PublicLink path={path} name={name} />

/** Links to a page of the public site, or shows the name alone while the site's address is unknown. */
function PublicLink({ path, name }: { path: string; name: string }) {
  const address = publicAddress(path)
  if (address === null) return <span className="font-code text-[0.875rem]">{name}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="wrap-anywhere font-code text-[0.875rem] text-link underline underline-offset-4"
    >
      {name}
    </a>
  )
}

const postingHeads = ['Time', 'From', 'To', 'Amount']

function PostingsPanel({ purchase: { postings } }: { purchase: WholePurchase }) {
  return (
    <Panel title="Bookkeeping (postings)">
      {postings.length === 0 ? (
        <EmptyNote>Nothing was posted.</EmptyNote>
      ) : (
        <RecordTable
          name="Postings"
          heads={postingHeads}
          numbers={['Amount']}
          rows={postings.map(({ at, source, destination, amount, currency }, index) => ({
            key: `${at} ${index}`,
            cells: [
              <Moment key="at" at={at} />,
              <AccountName key="source" account={source} />,
              <AccountName key="destination" account={destination} />,
              currency === null ? formatKilograms(amount) : formatMoney(amount, currency),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

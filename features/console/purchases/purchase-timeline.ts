// Builds the history of a purchase in plain words, from its rows. Pure.
import type { PurchaseEvent } from '#features/console/purchases/console-purchases-calls.ts'
import type { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import type { FailureCode } from '#features/purchases/states/state.ts'
import { minorText } from '#values/money/money.ts'
import type { readPurchaseRecords } from './purchase-records.ts'

type Inspected = NonNullable<Awaited<ReturnType<typeof inspectPurchase>>>
type Records = NonNullable<Awaited<ReturnType<typeof readPurchaseRecords>>>
type Purchase = Inspected['purchase']
type Posting = Inspected['postings'][number]

export type PurchaseHistory = Pick<
  Inspected,
  'purchase' | 'postings' | 'messages' | 'disputes' | 'fraud_warnings'
> &
  Pick<Records, 'references' | 'payments' | 'retirements' | 'replacements' | 'changes'> & {
    readonly facts: Pick<
      Records['facts'],
      | 'received_at'
      | 'thanked_at'
      | 'deliver_on'
      | 'delivered_at'
      | 'certificate_at'
      | 'log_entry'
      | 'refund_since'
      | 'stage_since'
      | 'wallet_returned_at'
    >
  }

type Moment = { readonly at: Date } & Omit<PurchaseEvent, 'at'>

/** Returns all that happened, oldest first. Events at the same time keep the order of a purchase. */
export function timelineOf(history: PurchaseHistory): PurchaseEvent[] {
  const moments = [
    // The cause of what has the same time.
    ...staffEvents(history),
    ...reservation(history),
    ...cardSteps(history),
    ...ends(history),
    ...completion(history),
    ...giftEvents(history),
    ...certificateEvents(history),
    ...messageEvents(history),
    ...disputeEvents(history),
    ...refundEvents(history),
    ...retirementEvents(history),
  ]
  return moments
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...event }) => ({ at: at.toISOString(), ...event }))
}

const state = (at: Date, title: string, detail: string | null = null): Moment => ({
  at,
  kind: 'state',
  title,
  detail,
})
const card = (at: Date, title: string, detail: string | null = null): Moment => ({
  at,
  kind: 'card',
  title,
  detail,
})

const moneyOf = ({ currency }: Pick<Purchase, 'currency'>, minor: number) =>
  `${minorText(minor)} ${currency}`

/** Returns the first posting between accounts whose names begin with these words. */
function postingOf(
  postings: readonly Posting[],
  source: string,
  destination: string,
): Posting | undefined {
  return postings.find(
    (each) => each.source.startsWith(source) && each.destination.startsWith(destination),
  )
}

function reservation({ purchase, postings }: PurchaseHistory): Moment[] {
  const { created_at, quantity_kg, serial_number, total_minor, is_gift, is_reward } = purchase
  const price = is_reward ? 'as a reward' : `for ${moneyOf(purchase, total_minor)}`
  const gift = is_gift ? ', as a gift' : ''
  return [
    state(created_at, 'Reserved', `${quantity_kg} kg of ${serial_number} ${price}${gift}`),
    ...postings
      .filter(({ source, destination }) => /^wallet:/.test(source) && /^held:/.test(destination))
      .map(({ created_at: at, source, amount, ledger }) =>
        state(
          at,
          'Wallet part held',
          `${minorText(amount)} ${ledger} of programme ${source.split(':').at(-1)}`,
        ),
      ),
  ]
}

/**
 * Returns the steps of the card. An authorisation belongs to the call that reserves, so its time is that of the
 * stored charge, or of the reservation.
 */
function cardSteps({ purchase, postings, references }: PurchaseHistory): Moment[] {
  const {
    card_state,
    card_payment_id,
    card_checked_at,
    created_at,
    card_minor,
    state: stage,
  } = purchase
  if (card_minor === 0) return []
  const charge = references.find(({ kind }) => kind === 'charge')
  const lastStep = card_checked_at ?? created_at
  const sum = moneyOf(purchase, card_minor)
  const captured = postingOf(postings, 'card_clearing', 'sales')
  const owed = postingOf(postings, 'card_clearing', 'refunds_due')
  const isAuthorised =
    charge !== undefined ||
    ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'REFUNDING', 'REFUNDED'].includes(card_state)
  const id = card_payment_id === null ? '' : `, ${card_payment_id}`
  return [
    ...(card_state === 'AUTHORISING'
      ? [card(lastStep, 'Card is being authorised', `${sum}; the provider has not answered yet`)]
      : []),
    ...(card_state === 'ACTION'
      ? [card(lastStep, 'The bank asks the cardholder to confirm', `${sum}${id}`)]
      : []),
    ...(isAuthorised
      ? [card(charge?.created_at ?? created_at, 'Card authorised', `${sum}${id}`)]
      : []),
    ...(stage === 'COMPLETING'
      ? [state(lastStep, 'Confirmed by the buyer', 'The card is being charged')]
      : []),
    ...(captured === undefined ? [] : [card(captured.created_at, 'Card charged', sum)]),
    ...(owed === undefined
      ? []
      : [card(owed.created_at, 'Card charged too late', `${sum} are owed to the buyer`)]),
    ...(card_state === 'VOIDING'
      ? [card(lastStep, 'Card authorisation is being released', `${sum}${id}`)]
      : []),
    ...(card_state === 'VOIDED' && card_payment_id !== null
      ? [card(lastStep, 'Card authorisation released', `${sum}${id}`)]
      : []),
  ]
}

const failures = {
  card_declined: 'The card was declined',
  cardholder_needed: 'The bank wants the cardholder to confirm a monthly payment',
  card_details_required: 'The card details were invalid',
  not_completed: 'The purchase could not be completed',
  insufficient_stock: 'Too few kilograms were left while the bank waited for the cardholder',
  too_many_reservations: 'The buyer has too many open reservations',
} as const satisfies Record<FailureCode, string>

function ends({ purchase, postings }: PurchaseHistory): Moment[] {
  const { state: stage, failure_code, expires_at, is_reward } = purchase
  // The kilograms go back to the stock at the end.
  const at = postingOf(postings, 'held', 'available')?.created_at ?? expires_at
  if (stage === 'FAILED') {
    const detail = failure_code === null ? null : `${failures[failure_code]} (${failure_code})`
    return [{ at, kind: 'card', title: 'Failed', detail }]
  }
  if (stage !== 'EXPIRED') return []
  const isCancelled = at < expires_at && !is_reward
  return [
    isCancelled
      ? state(at, 'Cancelled by the buyer', 'The kilograms are on sale again')
      : state(at, 'Expired', 'The transaction id was not typed in time'),
  ]
}

function completion({ purchase, facts }: PurchaseHistory): Moment[] {
  const { completed_at, first_place, quantity_kg, serial_number } = purchase
  if (completed_at === null || first_place === null) return []
  const last = first_place + quantity_kg - 1
  const places = first_place === last ? `place ${first_place}` : `places ${first_place} to ${last}`
  return [
    state(completed_at, 'Completed', `The buyer confirmed it; ${places} of ${serial_number}`),
    ...(facts.log_entry === null
      ? []
      : [
          {
            at: completed_at,
            kind: 'log' as const,
            title: 'Sale in the public log',
            detail: `Entry ${facts.log_entry}`,
          },
        ]),
  ]
}

function giftEvents({ purchase, postings, facts }: PurchaseHistory): Moment[] {
  if (!purchase.is_gift) return []
  const { received_at, thanked_at, deliver_on, delivered_at } = facts
  const waiting = postingOf(postings, 'held', 'waiting:')
  const handedOver = postingOf(postings, 'waiting:', 'holder:')
  return [
    ...(waiting === undefined
      ? []
      : [
          state(
            waiting.created_at,
            'Gift waits',
            deliver_on === null
              ? 'The receiver has no passport yet'
              : `It arrives on ${deliver_on} in the receiver’s country`,
          ),
        ]),
    ...(delivered_at === null || waiting === undefined
      ? []
      : [state(delivered_at, 'Day of the gift', 'Its message may leave')]),
    ...(handedOver === undefined
      ? []
      : [
          state(
            handedOver.created_at,
            'Gift handed over',
            handedOver.created_at.getTime() === delivered_at?.getTime()
              ? 'The receiver has a passport'
              : 'The receiver has signed in',
          ),
        ]),
    ...(received_at === null ? [] : [state(received_at, 'Gift received')]),
    ...(thanked_at === null ? [] : [state(thanked_at, 'Receiver said thanks')]),
  ]
}

function certificateEvents({ purchase, facts, postings }: PurchaseHistory): Moment[] {
  if (facts.certificate_at === null) return []
  // A refund in part drops kilograms from the certificate, which stays open.
  const returned = purchase.reversal === 'none' ? undefined : returnOf(postings)
  const certificate = { kind: 'certificate' as const, detail: null }
  return [
    { ...certificate, at: facts.certificate_at, title: 'Certificate made' },
    ...(returned === undefined
      ? []
      : [{ ...certificate, at: returned.created_at, title: 'Certificate closed' }]),
  ]
}

/** Returns the posting that took the kilograms back. */
function returnOf(postings: readonly Posting[]): Posting | undefined {
  return postings.find(({ destination }) => destination === 'returned')
}

const templateTexts: Readonly<Record<string, string>> = {
  purchase_success: 'of the purchase',
  gift_success: 'of the gift to its receiver',
  gift_refunded: 'of the refunded gift to its receiver',
  gift_withdrawn: 'of the withdrawn gift to its receiver',
  refund_sent: 'of the refund',
  refund_failed: 'of the failed refund',
  refund_paid: 'of the paid refund',
  dispute_lost: 'of the lost dispute',
}

function messageEvents({ messages }: PurchaseHistory): Moment[] {
  return messages.flatMap((message): Moment[] => {
    const { template, created_at, due_at, sent_at, arrival, arrived_at } = message
    const subject = `Message ${templateTexts[template] ?? template}`
    const attempts = message.attempts === 1 ? '1 attempt' : `${message.attempts} attempts`
    const event = (at: Date, outcome: string, detail: string | null = null): Moment => ({
      at,
      kind: 'message',
      title: `${subject}: ${outcome}`,
      detail,
    })
    const arrived = arrival === 'delivered' ? 'arrived' : 'did not arrive'
    return [
      event(created_at, 'queued'),
      ...(sent_at === null ? [] : [event(sent_at, 'sent', attempts)]),
      ...(arrived_at === null ? [] : [event(arrived_at, arrived)]),
      ...(message.state === 'dead'
        ? [event(due_at, 'could not be sent', `${attempts}, ${message.last_error ?? 'no answer'}`)]
        : []),
      ...(message.state === 'withheld' ? [event(due_at, 'withheld', message.last_error)] : []),
    ]
  })
}

const disputeEnds: Readonly<Record<string, string>> = {
  won: 'Dispute won',
  lost: 'Dispute lost',
  closed: 'Inquiry closed',
}

function disputeEvents({ disputes, fraud_warnings }: PurchaseHistory): Moment[] {
  const dispute = (at: Date, title: string, detail: string): Moment => ({
    at,
    kind: 'dispute',
    title,
    detail,
  })
  return [
    ...fraud_warnings.map(({ id, kind, warned_at }) =>
      dispute(warned_at, 'The card network warns of fraud', `${kind}, ${id}`),
    ),
    ...disputes.flatMap(
      ({ id, outcome, status, reason, amount, currency, opened_at, due_at, closed_at }) => [
        dispute(
          opened_at,
          'Dispute opened',
          `${amount.toFixed(2)} ${currency}${reason === null ? '' : `, ${reason}`}, ${id}`,
        ),
        ...(due_at === null || outcome !== 'open'
          ? []
          : [dispute(due_at, 'Deadline for evidence', `${status}, ${id}`)]),
        ...(closed_at === null ? [] : [dispute(closed_at, disputeEnds[outcome] ?? outcome, id)]),
      ],
    ),
  ]
}

const refundRequest = 'Refund requested from the card provider'
const reversalTitles = {
  none: null,
  disputed: null,
  refunding: refundRequest,
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  reinstated: 'A bank returned the money, which is owed to the buyer',
} as const satisfies Record<Purchase['reversal'], string | null>

function refundEvents(history: PurchaseHistory): Moment[] {
  const { purchase, postings, references, payments, facts } = history
  const { wallet_minor, pending_since, refunded_kg } = purchase
  const { wallet_returned_at: walletReturnedAt } = facts
  return [
    ...postings
      .filter(({ destination }) => destination === 'returned')
      .map(({ created_at, amount }) =>
        state(
          created_at,
          'Kilograms taken back',
          refunded_kg > 0 ? `${amount} kg, never sold again` : 'They are never sold again',
        ),
      ),
    ...requestsOf(postings).map(({ created_at, amount }) =>
      card(created_at, refundRequest, moneyOf(purchase, amount)),
    ),
    ...(walletReturnedAt === null || wallet_minor === 0
      ? []
      : [state(walletReturnedAt, 'Wallet part returned', moneyOf(purchase, wallet_minor))]),
    ...references
      .filter(({ kind }) => kind === 'refund')
      .map(({ created_at, id }) => card(created_at, 'Refund made at the card provider', id)),
    ...payments.map(({ way, amount_minor, reference, created_at }) =>
      state(
        created_at,
        way === 'wallet' ? 'Refund paid to the wallet' : 'Refund paid in another way',
        `${moneyOf(purchase, amount_minor)}${reference === null ? '' : `, ${reference}`}`,
      ),
    ),
    ...refundStage(history),
    ...(pending_since === null ? [] : [card(pending_since, 'Refund is pending at the bank')]),
  ]
}

/** Returns the postings by which a refund became owed to the card, each with a request to the provider. */
function requestsOf(postings: readonly Posting[]): Posting[] {
  return postings.filter(
    ({ source, destination }) =>
      destination === 'refunds_due' && (source === 'sales' || source === 'goodwill'),
  )
}

/** Returns the present stage of the refund. A request with a posting of its own is not repeated. */
function refundStage({ purchase, postings, facts }: PurchaseHistory): Moment[] {
  const { reversal, attempt, keeps_kilograms, due_minor, refunded_minor } = purchase
  const title = reversalTitles[reversal]
  const since = facts.stage_since ?? facts.refund_since
  const isRepeated = reversal === 'refunding' && attempt === 1 && requestsOf(postings).length > 0
  if (title === null || since === null || isRepeated) return []
  const details = [
    ...(reversal === 'refunded' && refunded_minor > 0
      ? [`${moneyOf(purchase, refunded_minor)} to the card`]
      : []),
    ...(keeps_kilograms ? ['the kilograms stay'] : []),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(due_minor > 0 ? [`${moneyOf(purchase, due_minor)} owed`] : []),
  ]
  return [card(since, title, details.length === 0 ? null : details.join(', '))]
}

function retirementEvents({ retirements, replacements }: PurchaseHistory): Moment[] {
  return [
    ...retirements.map(({ serial, reference, recorded_at }) => ({
      at: recorded_at,
      kind: 'retirement' as const,
      title: 'Retired at the registry',
      detail: `${serial}, ${reference}`,
    })),
    ...replacements.map(({ serial_number, kg, written_at }) =>
      state(written_at, 'Kilograms replaced', `${kg} kg are now of ${serial_number}`),
    ),
  ]
}

function staffEvents({ changes }: PurchaseHistory): Moment[] {
  return changes.map(({ at, by, action, outcome, detail, reason }) => ({
    at: new Date(at),
    kind: 'staff',
    title: `${by}: ${action}`,
    detail: [outcome, detail, reason === null ? null : `“${reason}”`]
      .filter((part) => part !== null)
      .join(', '),
  }))
}

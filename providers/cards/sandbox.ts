// A stand-in for a payment provider: tokens, payments, faults and a log of its own, in a schema and
// on connections of its own. It must never join our transactions, nor keep a card number.
import { randomBytes } from 'node:crypto'
import type { CardProvider, PaymentStatus } from '#providers/cards/card-provider.ts'
import {
  behaviourOf,
  type CardBehaviour,
  type CardDetails,
  declineSentences,
} from '#providers/cards/sandbox-cards.ts'
import { withFault } from '#providers/sandbox-faults.ts'
import { type Database, openDatabase } from '#server/database.ts'
import { statement } from '#server/statement.ts'

const insertToken = statement(
  'sandbox-cards-insert-token',
  {},
  'insert into sandbox_cards.tokens (id, behaviour) values ($1, $2)',
)
const findPayment = statement(
  'sandbox-cards-find',
  { id: 'text', status: 'text' },
  'select id, status from sandbox_cards.payments where step_key = $1',
)
const findToken = statement(
  'sandbox-cards-find-token',
  { behaviour: 'text' },
  'select behaviour from sandbox_cards.tokens where id = $1 and used_at is null for update',
)
const consumeToken = statement(
  'sandbox-cards-consume-token',
  {},
  'update sandbox_cards.tokens set used_at = now() where id = $1',
)
const insertPayment = statement(
  'sandbox-cards-insert-payment',
  { id: 'text' },
  `insert into sandbox_cards.payments (id, step_key, amount_minor, currency, status)
   values ($1, $2, $3, $4, $5) on conflict (step_key) do nothing returning id`,
)
const movePayment = statement(
  'sandbox-cards-move',
  { id: 'text' },
  `update sandbox_cards.payments set status = $3 where id = $1 and status = $2 returning id`,
)
const readStatus = statement(
  'sandbox-cards-status',
  { status: 'text' },
  'select status from sandbox_cards.payments where id = $1',
)
const insertLog = statement(
  'sandbox-cards-log',
  {},
  `insert into sandbox_cards.log (step_key, payment_id, event) values ($1, $2, $3)`,
)

export type CardSandbox = CardProvider & {
  /** What the provider's hosted field does: a one-time token, or null for a card it refuses. */
  tokenise(card: CardDetails): Promise<string | null>
  /** The person's answer to a `card_action`: whether the payment now stands. */
  confirm(clientSecret: string, approved: boolean): Promise<boolean>
  moveTo(url: string): Promise<void>
}

export function openCardSandbox(url: string, clock: () => number): CardSandbox {
  const db = openDatabase({ url, connectionsMax: 4, applicationName: 'card-sandbox' })
  const call = <T>(step: string, effect: () => Promise<T>) => withFault(db, 'cards', step, effect)
  return {
    authorise: (step) => call('authorise', () => authorise(db, step)),
    capture: (step) => call('capture', () => move(db, step, 'authorised', 'captured')),
    void: (step) =>
      call('void', async () => {
        await move(db, step, 'action', 'voided')
        return move(db, step, 'authorised', 'voided')
      }),
    refund: (step) => call('refund', () => move(db, step, 'captured', 'refunded')),
    find: ({ stepKey }) =>
      call('find', async () => {
        const [row] = await db.run(findPayment, [stepKey])
        return { status: statusOf(row?.status), paymentId: row?.id ?? null }
      }),
    async tokenise(card) {
      const behaviour = behaviourOf(card, new Date(clock()))
      if (behaviour === null) return null
      const id = `tok_${randomBytes(12).toString('base64url')}`
      await db.run(insertToken, [id, behaviour])
      return id
    },
    async confirm(clientSecret, approved) {
      const paymentId = clientSecret.replace(/_secret$/, '')
      const step = { stepKey: `${paymentId}:confirm`, paymentId }
      const status = await move(db, step, 'action', approved ? 'authorised' : 'declined')
      return status === 'authorised'
    },
    moveTo: (next) => db.moveTo(next),
    close: () => db.close(),
  }
}

const authorise = async (
  db: Database,
  step: Parameters<CardProvider['authorise']>[0],
): ReturnType<CardProvider['authorise']> =>
  db.transaction(async (tx) => {
    const [before] = await tx.run(findPayment, [step.stepKey])
    if (before !== undefined) return answer(statusOf(before.status), before.id)
    const [token] = await tx.run(findToken, [step.cardToken])
    if (token === undefined) {
      // A twin of this step may have used the token up while this one waited for it.
      const [meanwhile] = await tx.run(findPayment, [step.stepKey])
      if (meanwhile === undefined) return { status: 'bad_token' }
      return answer(statusOf(meanwhile.status), meanwhile.id)
    }
    const id = `pay_${randomBytes(12).toString('base64url')}`
    const status = firstStatusOf(token.behaviour)
    const { stepKey, amountMinor, currency } = step
    const [payment] = await tx.run(insertPayment, [id, stepKey, amountMinor, currency, status])
    if (payment === undefined) throw new Error('the same step is running')
    if (status !== 'declined') await tx.run(consumeToken, [step.cardToken])
    await tx.run(insertLog, [stepKey, id, status])
    const sentence = declineSentences.get(token.behaviour)
    return sentence === undefined ? answer(status, id) : { status: 'declined', sentence }
  })

/** What a card's behaviour makes of a new payment; a declined one is kept too, as its step's end. */
function firstStatusOf(behaviour: string): PaymentStatus {
  if (declineSentences.has(behaviour)) return 'declined'
  return behaviour === ('asks' satisfies CardBehaviour) ? 'action' : 'authorised'
}

function answer(
  status: PaymentStatus,
  paymentId: string,
): Awaited<ReturnType<CardProvider['authorise']>> {
  if (status === 'action') {
    const action = { type: 'three_d_secure', client_secret: `${paymentId}_secret` }
    return { status, paymentId, action }
  }
  if (status === 'authorised' || status === 'captured') return { status: 'authorised', paymentId }
  return { status: 'declined', sentence: declineSentences.get('declined') ?? '' }
}

/** Moves a payment once; answers what it is after that, moved by this call or an earlier one. */
async function move(
  db: Database,
  { stepKey, paymentId }: { readonly stepKey: string; readonly paymentId: string },
  from: PaymentStatus,
  to: PaymentStatus,
): Promise<PaymentStatus> {
  return db.transaction(async (tx) => {
    const [moved] = await tx.run(movePayment, [paymentId, from, to])
    if (moved !== undefined) await tx.run(insertLog, [stepKey, paymentId, to])
    const [row] = await tx.run(readStatus, [paymentId])
    return statusOf(row?.status)
  })
}

const statuses: readonly PaymentStatus[] = [
  'declined',
  'action',
  'authorised',
  'captured',
  'voided',
  'refunded',
]

function statusOf(text: string | undefined): PaymentStatus {
  return statuses.find((status) => status === text) ?? 'none'
}

// Exports and erases a user's data in purchases and gifts. An erasure removes phone numbers, names, notes and
// the brand, last digits and country of cards, except the phone number of a waiting gift. Kilograms and money stay.
import type { OwnDataPart } from '#features/people/own-data-part.ts'
import { expiryOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { isCompleting, openStates } from '#features/purchases/states/state.ts'
import {
  sqlInForce,
  sqlReversal,
  sqlStates,
  sqlTakenBack,
} from '#features/purchases/states/state-sql.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { ending } from '#platform/database/write.ts'
import { type Problem, problem } from '#values/problem.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { purchaseColumns, purchaseSelect } from './purchase-queries.ts'

const moneyText = (minor: string, currency: string) =>
  `to_char(${minor} / 100.0, 'FM999999999990.00') || ' ' || ${currency}`
const commonFields = `'transaction', p.tx_id, 'date', p.created_at, 'kilograms', p.quantity_kg, 'kilograms refunded', nullif(p.refunded_kg, 0),
  'project', project.name, 'serial number', batch.serial_number, 'first place', p.first_place, 'replaced by', (select
    json_agg(json_build_object('serial number', by.serial_number, 'first place', w.first_place,
      'kilograms', w.kg) order by w.first_place) from purchase_places w
    join batches by on by.id = w.batch_id where w.purchase_id = p.id and w.replaced_by is null)`
const fromPurchases = `from purchases p join projects project on project.id = p.project_id
  join batches batch on batch.id = p.batch_id`

const ownPurchases = statement(
  'own-data-purchases',
  { entry: 'json' },
  `select json_build_object(${commonFields}, 'state', lower(p.state), 'completed', p.completed_at,
     'total', ${moneyText('p.total_minor', 'p.currency')},
     'from wallets', ${moneyText('p.wallet_minor', 'p.currency')},
     'by card', ${moneyText('p.card_minor', 'p.currency')},
     'card', case when p.card_brand is not null then json_build_object('brand', p.card_brand,
       'last four digits', p.card_last_four, 'country', p.card_country) end,
     'country of taxation', p.tax_country, 'reward', p.is_reward, 'gift', p.is_gift,
     'given to', p.recipient_phone, 'name of the receiver', p.recipient_name, 'signed', p.from_name,
     'note', p.note, 'arrives on', p.deliver_on, 'arrived', p.delivered_at,
     'received', p.received_at, 'thanked for', p.thanked_at,
     'disputes at the bank', (select json_agg(json_build_object('state', d.status, 'reason', d.reason,
         'sum', ${moneyText('d.amount_minor', 'd.currency')}, 'opened', d.opened_at, 'closed', d.closed_at)
         order by d.opened_at, d.id) from disputes d where d.purchase_id = p.id),
     'warnings of fraud', (select json_agg(json_build_object('kind', f.kind, 'warned', f.warned_at)
         order by f.warned_at, f.id) from fraud_warnings f where f.purchase_id = p.id),
     'given back', case when p.reversal <> ${sqlReversal('none')} or r.refunded_minor > 0
       or p.refunded_kg > 0 then
       json_build_object('how far', case when p.reversal <> ${sqlReversal('none')} then p.reversal end,
         'kilograms kept', ${sqlInForce()},
         'to the card', ${moneyText('r.refunded_minor', 'p.currency')},
         'to the card by a dispute', ${moneyText('r.lost_minor', 'p.currency')},
         'still owed to the card', ${moneyText('r.due_minor', 'p.currency')},
         'paid in another way', ${moneyText('r.paid_minor', 'p.currency')},
         'parts', (select json_agg(json_build_object('kilograms', f.kg, 'date', f.created_at,
             'to the card', ${moneyText('f.card_minor', 'p.currency')}, 'to wallets',
             (select ${moneyText('coalesce(sum(w.paid_minor), 0)', 'p.currency')}
               from refund_part_wallets w where w.purchase_id = f.purchase_id and w.part = f.part))
             order by f.part) from refund_parts f where f.purchase_id = p.id),
         'to wallets', r.wallet_returned_at, 'changed', r.updated_at) end) as entry
   ${fromPurchases} left join purchase_reversals r on r.purchase_id = p.id
   where p.buyer_id = $1 order by p.id`,
)
const receivedGifts = statement(
  'own-data-gifts',
  { entry: 'json', giver_name: 'text?', giver_phone: 'text?' },
  `select json_build_object(${commonFields}, 'note', p.note, 'received', p.received_at,
     'opened', p.opened_at, 'thanks said', p.thanked_at,
     'taken back', ${sqlTakenBack()}) as entry,
     coalesce(p.from_name, giver.nickname, giver.first_name) as giver_name, giver.phone as giver_phone
   ${fromPurchases} join passports giver on giver.id = p.buyer_id
   where p.holder_id = $1 and p.is_gift order by p.id`,
)
const lockOpenPurchases = statement(
  'lock-open-purchases-of-buyer',
  purchaseColumns,
  `select ${purchaseSelect} from purchases p
   where p.buyer_id = $1 and p.state in ${sqlStates(openStates)} order by p.id for update of p`,
).rows<[passportId: string], Transaction>()

/** Returns true if the user has an open purchase. Locks nothing, so that it cannot wait for a completion. */
export const hasOpenPurchases = statement(
  'has-open-purchases-of-buyer',
  { id: 'uuid' },
  `select p.id from purchases p
   where p.buyer_id = $1 and p.state in ${sqlStates(openStates)} limit 1`,
).found<[passportId: string], Transaction>()

/**
 * Erases the cards of purchases, and notes, names and phone numbers of gifts that the user gave. A waiting gift keeps
 * its receiver's number, because the receiver would otherwise not get the gift. So does an open gift. A gift that a
 * block of the giver held back is released. At an erasure, open gifts exist only after a backup was restored.
 */
const eraseGiven = statement(
  'erase-given',
  {},
  `update purchases set note = null, from_name = null, recipient_name = null, card_brand = null,
     card_last_four = null, card_country = null,
     deliver_at = case when deliver_at = 'infinity' then now() else deliver_at end,
     recipient_phone = case when is_gift and holder_id is null
       and (state in ${sqlStates(openStates)} or ${sqlInForce('purchases')}) then recipient_phone end
   where buyer_id = $1 and (note, from_name, recipient_name, recipient_phone, card_brand, card_last_four,
     card_country) is distinct from (null, null, null, null, null, null, null)`,
)

/**
 * Erases notes, names and phone numbers of received gifts. For gifts that ended or were taken back before
 * they had a holder, the trigger `purchases_lost_gift_names_nobody` has erased them.
 */
const eraseReceivedGifts = statement(
  'erase-received',
  {},
  `update purchases set note = null, from_name = null, recipient_name = null, recipient_phone = null,
     thanked_at = null, opened_at = null
   where is_gift and holder_id = $1`,
)

export const purchasesOwnData: OwnDataPart = {
  title: 'purchases and gifts',
  processing: {
    data: 'purchases and gifts: time, kilograms, amounts, project, state, brand, last digits and country of the card; number, name and note of a receiver; disputes and refunds',
    purpose: 'sell and deliver offsets, refund them, and answer disputes',
    basis: 'contract',
    retention: [
      ['card, names, notes, numbers', 'the passport is deleted'],
      ['number of the receiver of a waiting gift', 'the gift is received'],
      ['figures under the id of the passport', 'for good, as books of account'],
    ],
    recipients: ['card provider', 'receiver of a gift', 'bank of a cardholder'],
  },
  async read(db, { passportId }) {
    const [bought, received] = await Promise.all([
      db.run(ownPurchases, [passportId]),
      db.run(receivedGifts, [passportId]),
    ])
    return {
      bought: bought.map(({ entry }) => entry),
      received: received.map(({ entry, giver_name, giver_phone }) => {
        const maskedPhone = giver_phone === null ? null : maskPhone(giver_phone)
        return { from: giver_name ?? maskedPhone, ...Object(entry) }
      }),
    }
  },
  async erase(tx, { passportId }) {
    await tx.run(eraseGiven, [passportId])
    await tx.run(eraseReceivedGifts, [passportId])
  },
}

/**
 * Ends a passport's open purchases as expired. The reconciler voids their cards. Problem: `purchase_open`
 * if the card of a purchase is being charged, because such a purchase cannot be stopped.
 */
export function endOpenPurchases(
  db: Database,
  passportId: string,
): Promise<Problem<'purchase_open'> | null> {
  return db.transaction(async (tx) => {
    const open = await lockOpenPurchases(tx, passportId)
    if (open.some(isCompleting)) return problem('purchase_open')
    return ending(null, await prepareEnds(tx, open.map(expiryOf)))
  })
}

/** Locks a passport's open purchases. Returns true if there is one. */
export async function lockAndCheckOpenPurchases(
  tx: Transaction,
  passportId: string,
): Promise<boolean> {
  return (await lockOpenPurchases(tx, passportId)).length > 0
}

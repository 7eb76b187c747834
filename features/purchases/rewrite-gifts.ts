// Adds the hashes of receivers' phone numbers to gifts of earlier versions, in purchases and in the givers'
// facts.
import { rewriteNumberFacts } from '#features/achievements/number-facts.ts'
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

const giftsWithoutKey = statement(
  'gifts-without-key',
  { id: 'uuid', buyer_id: 'uuid', recipient_phone: 'text' },
  `select id, buyer_id, recipient_phone from purchases
   where recipient_phone is not null and recipient_key is null limit $1`,
)
type KeyedGift = { readonly id: string; readonly key: string }
const gift = unnestRows<KeyedGift>({
  id: ['uuid', ({ id }) => id],
  key: ['text', ({ key }) => key],
})
/** `plain_key` is the first 32 digits of an unkeyed hash, which earlier versions wrote in facts. */
const keyGifts = statement(
  'key-gifts',
  { buyer_id: 'uuid', key: 'text', plain_key: 'text' },
  `with keyed as (
     update purchases p set recipient_key = given.key
     from ${gift.rows} where p.id = given.id
     returning p.buyer_id, given.key,
       left(encode(sha256(convert_to(p.buyer_id || ' ' || p.recipient_phone, 'UTF8')), 'hex'), 32)
         as plain_key
   )
   select distinct buyer_id, key, plain_key from keyed`,
)

export const giftsRewrite: NumberRewrite = {
  runsAt: 'first_start',
  async rewrite(tx, { giftKeyOf }, limit) {
    const rows = await tx.run(giftsWithoutKey, [limit])
    if (rows.length === 0) return 0
    const keyedGifts = rows.map((row) => ({
      id: row.id,
      key: giftKeyOf(row.buyer_id, row.recipient_phone),
    }))
    const receivers = await tx.run(keyGifts, gift.values(keyedGifts))
    await rewriteNumberFacts(
      tx,
      receivers.map((row) => ({ giverId: row.buyer_id, key: row.key, plainKey: row.plain_key })),
    )
    return rows.length
  },
}

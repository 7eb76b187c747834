// Declares the shapes of the offset activity's answers (contract.ts), which the browser checks.
import { listedStates } from '#features/purchases/states/state.ts'
import type { Answer } from '#web/api/api-routes.ts'
import {
  flag,
  listOf,
  moment,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  text,
} from '#web/api/shape.ts'

type Entry = Answer<'GET', '/api/tokens/transaction/me'>[number]

export type Token = Answer<'GET', '/api/tokens/transaction/{tx_id}/tokens'>[number]

const tokenShape = objectOf<Token>({
  id: text,
  state: oneOf<Token['state']>('allocated', 'retired'),
})

type Replacement = NonNullable<Entry['replacement']>
const rangesShape = listOf(
  objectOf<Replacement['former'][number]>({ kg: number, first_token: text, last_token: text }),
)

const entryShape = objectOf<Entry>({
  tx_id: text,
  created_at: moment,
  amount: number,
  currency: text,
  status: oneOf<Entry['status']>(...listedStates),
  kg: number,
  total: number,
  total_currency: text,
  allocated_kg: number,
  retired_kg: number,
  tokens: optional(listOf(tokenShape)),
  replaced_tokens: optional(listOf(objectOf<Pick<Token, 'id'>>({ id: text }))),
  replacement: optional(objectOf<Replacement>({ former: rangesShape, present: rangesShape })),
  first_token: optional(nullable(text)),
  last_token: optional(nullable(text)),
  project_id: text,
  project_name: text,
  project_country: text,
  project_type: listOf(text),
  is_gift: flag,
  is_reward: flag,
  from_user: nullable(text),
  to_user: optional(nullable(text)),
  to_name: optional(nullable(text)),
  gift_status: optional(oneOf('waiting', 'received')),
  is_thanked: optional(flag),
  refund_status: optional(oneOf('on_its_way', 'paid', 'failed', 'owed')),
  note: nullable(text),
  batch_serial_number: text,
  payment_source: oneOf<Entry['payment_source']>('wallet', 'card', 'wallet+card', 'reward'),
  expires_at: optional(moment),
  is_cancelled: optional(flag),
  month: optional(objectOf<NonNullable<Entry['month']>>({ kept_kg: number, given_kg: number })),
})

export const activityShape = listOf(entryShape)
export const tokensShape = listOf(tokenShape)

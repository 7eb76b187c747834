// Declares the SQL of the sandbox's customers and their kept cards, and runs it.
import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { KeptCard } from '#providers/cards/card-provider.ts'

const insertCustomer = statement(
  'sandbox-cards-insert-customer',
  { id: 'text' },
  `insert into sandbox_cards.customers (id, step_key) values ($1, $2)
   on conflict (step_key) do update set step_key = excluded.step_key returning id`,
)
const findCard = statement(
  'sandbox-cards-find-kept-card',
  {
    id: 'text',
    fingerprint: 'text',
    brand: 'text',
    last_four: 'text',
    exp_month: 'int4',
    exp_year: 'int4',
  },
  `select t.id, t.fingerprint, t.brand, t.last_four, t.exp_month, t.exp_year
   from sandbox_cards.tokens t join sandbox_cards.customers c on c.id = t.customer_id
   where c.id = $1 and c.deleted_at is null`,
)
const deleteCustomer = statement(
  'sandbox-cards-delete-customer',
  {},
  'update sandbox_cards.customers set deleted_at = now() where id = $1 and deleted_at is null',
)

export async function openCustomer(db: Database, stepKey: string): Promise<string> {
  const newId = `cus_${randomBytes(12).toString('base64url')}`
  const [row] = await db.run(insertCustomer, [newId, stepKey])
  return row?.id ?? newId
}

export async function findKeptCard(db: Database, customerId: string): Promise<KeptCard | null> {
  const [row] = await db.run(findCard, [customerId])
  if (row === undefined) return null
  return {
    methodId: row.id,
    fingerprint: row.fingerprint,
    brand: row.brand,
    lastFour: row.last_four,
    expMonth: row.exp_month,
    expYear: row.exp_year,
  }
}

export async function forgetCustomer(db: Database, customerId: string): Promise<void> {
  await db.run(deleteCustomer, [customerId])
}

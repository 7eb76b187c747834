// Tests that only the webhook of the chosen provider reads events.
import { expect, it } from 'vitest'
import { webhookCall } from '#platform/http/guard/webhook.ts'
import type { ProviderTable } from '#providers/provider-table.ts'
import { webhooksOf } from '#providers/provider-table.ts'

type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly key: string }
  | { readonly kind: 'two'; readonly secret: number }
type Event = { readonly from: string }

const callAt = (path: string) => {
  const secured = { scheme: 'key', header: 'X-Key', description: 'A key.' }
  const bytes = { media: 'application/json', example: {} }
  const words = { id: path, path, summary: 'Receives events.', description: 'For a test.' }
  return webhookCall({ ...words, secured, bytes }, null)
}
const open = async () => undefined
const table: ProviderTable<Choice, unknown, undefined, Event> = {
  none: { read: () => ({ kind: 'none' }), open, webhook: null },
  one: {
    read: () => ({ kind: 'one', key: 'k' }),
    open,
    webhook: { call: callAt('/webhooks/one'), read: ({ key }) => ({ from: key }) },
  },
  two: {
    read: () => ({ kind: 'two', secret: 2 }),
    open,
    webhook: { call: callAt('/webhooks/two'), read: ({ secret }) => ({ from: `${secret}` }) },
  },
}
const request = { body: Buffer.alloc(0), headers: {}, address: '' }

it.each([
  [{ kind: 'none' }, ['not_found', 'not_found']],
  [{ kind: 'one', key: 'k' }, [{ from: 'k' }, 'not_found']],
  [{ kind: 'two', secret: 2 }, ['not_found', { from: '2' }]],
] as const)('with %j the addresses answer %j', (choice, answers) => {
  const webhooks = webhooksOf<Choice['kind'], Choice, Event>(table, choice)
  expect(webhooks.map(({ call }) => call.path)).toEqual(['/webhooks/one', '/webhooks/two'])
  expect(webhooks.map(({ read }) => read(request, 0))).toEqual(answers)
})

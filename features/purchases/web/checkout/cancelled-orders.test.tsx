// Tests that a reload continues the cancellations of the user who is signed in.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { freshRecord, readCancelled, storeCancelled } from '../purchase-record.ts'
import { useCancelledOrders } from './cancel-order.ts'

const getPin = '/api/tokens/getPin'
const cancelPin = '/api/tokens/cancelPin'
const reserved = {
  ...{ expires_at: '2199-01-01T12:00:00.000Z', total: 2 },
  ...{ currency: 'GBP', wallet_used: 1, card_used: 1 },
}

let asked: (readonly [path: string, key: string | undefined, body: object])[]
let toasts: Set<unknown>
beforeEach(() => {
  asked = []
  toasts = new Set()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.add(title)
    return String(title)
  })
  vi.spyOn(toastManager, 'close').mockImplementation((title) => void toasts.delete(title))
  type Call = { body?: string; headers?: Record<string, string> }
  vi.stubGlobal('fetch', async (path: string, { body = '{}', headers }: Call = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    const sent = JSON.parse(body)
    if (path === getPin) {
      asked.push([path, headers?.['idempotency-key'], sent])
      return Response.json({ ...reserved, txId: `CP-${sent.count}` })
    }
    if (path === cancelPin) asked.push([path, undefined, sent])
    return Response.json({ status: 'EXPIRED' })
  })
})

const recordOf = (passportId: string, count: number, recipient: string | null = null) => {
  const record = { ...freshRecord(passportId), order: { batchId: 'b', count }, recipient }
  storeCancelled(record)
  return record
}
function Orders() {
  useCancelledOrders()
  return null
}
const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <Orders />
  </QueryClientProvider>
)

it('each one of the user is found under its key, released, and forgotten', async () => {
  await openSession(ada, terminal)
  onTestFinished(signOut)
  const own = recordOf(ada.id, 10)
  const gift = recordOf(ada.id, 20, '+447400654321')
  recordOf('grace', 30)
  const client = new QueryClient()
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  await draw(page(client))
  expect(asked).toEqual([])
  await until(() => expect(refreshed).toHaveBeenCalled())
  await until(() => expect(asked).toHaveLength(4))
  expect(asked).toEqual(
    expect.arrayContaining([
      [getPin, own.key, { batchId: 'b', count: 10, telephone: ada.phone }],
      [getPin, gift.key, { batchId: 'b', count: 20, telephone: '+447400654321' }],
      [cancelPin, undefined, { txId: 'CP-10' }],
      [cancelPin, undefined, { txId: 'CP-20' }],
    ]),
  )
  await until(() => expect(readCancelled(ada.id)).toEqual([]))
  expect([...toasts]).toEqual([texts.purchases_cancelled()])
})

it('without a user nothing is sent', async () => {
  recordOf(ada.id, 10)
  await draw(page(new QueryClient()))
  await pass(10_000)
  expect([asked, readCancelled(ada.id).length]).toEqual([[], 1])
})

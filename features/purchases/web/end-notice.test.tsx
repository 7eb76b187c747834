// Tests the notice of a completion that ends behind a closed dialog, and what follows it.

import { QueryClient } from '@tanstack/react-query'
import { act, useSyncExternalStore } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { createPurchase, type Purchase } from './purchase.ts'
import type { Pending, PurchaseEvent } from './purchase-steps.ts'
import { useEndNotice } from './use-purchase.ts'

const buyer = { id: 'ada', phone: '+447400123456', nickname: null, firstName: 'Ada' }
const pending: Pending = {
  ...{ txId: 'CP-2222-2222-2222', expiresAt: '2199-01-01T12:00:00.000Z', kg: 100, total: 2 },
  ...{ currency: 'GBP', walletUsed: 1, cardUsed: 1, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}
const waits: PurchaseEvent = { type: 'reserved', pending, bank: { state: 'none' } }
const sent: PurchaseEvent = { type: 'complete-sent' }
const success: PurchaseEvent = { type: 'completed' }
const failure: PurchaseEvent = { type: 'ended', problem: { at: 'form', code: 'purchase_expired' } }
const cancelled: PurchaseEvent = { type: 'ended', problem: null }

let toasts: unknown[]
beforeEach(() => {
  toasts = []
  openPage()
  vi.spyOn(toastManager, 'add').mockImplementation(({ title, priority }) => {
    toasts.push([String(title).replaceAll('\u00a0', ' '), priority])
    return String(title)
  })
  return () => void vi.restoreAllMocks()
})

type Props = { open: boolean; purchase: Purchase; onDone: () => void }
function Notice({ open, purchase, onDone }: Props) {
  useEndNotice(open, useSyncExternalStore(purchase.subscribe, purchase.state), purchase, onDone)
  return null
}

const given = { ...pending, kg: 7, recipient: '+44•••••321', recipientName: 'Grace' }
const gives: PurchaseEvent = { type: 'reserved', pending: given, bank: { state: 'none' } }
const dated: PurchaseEvent = {
  ...{ type: 'reserved', bank: { state: 'none' } },
  pending: { ...given, deliverOn: '2026-12-24' },
}
const added = [texts.purchases_added({ kg: 100 }).replaceAll('\u00a0', ' '), 'low']
const expired = [texts.purchases_expired(), 'high']

it.each([
  ['a success behind a closed dialog', false, [waits, sent, success], [added], 1, 'checkout'],
  [
    'two of them',
    false,
    [waits, sent, success, waits, sent, success],
    [added, added],
    2,
    'checkout',
  ],
  [
    'a gift, then a gift with a day and a purchase',
    false,
    [gives, sent, success, dated, sent, success, waits, sent, success],
    [
      ['7 kg of carbon offsets are on their way to Grace (+44•••••321).', 'low'],
      ['7 kg of carbon offsets will reach Grace (+44•••••321) on Dec 24, 2026.', 'low'],
      added,
    ],
    3,
    'checkout',
  ],
  ['a failure behind a closed dialog', false, [waits, sent, failure], [expired], 0, 'checkout'],
  ['a success in an open dialog', true, [waits, sent, success], [], 0, 'success'],
  ['a failure in an open dialog', true, [waits, sent, failure], [], 0, 'checkout'],
  ['a reservation that waits', false, [waits], [], 0, 'ack'],
  ['a reservation that was cancelled', false, [waits, cancelled], [], 0, 'checkout'],
] as const)('%s', async (_, open, events, notices, done, step) => {
  const purchase = createPurchase({ scope: 'p', kind: 'buy' }, () => buyer, new QueryClient())
  const onDone = vi.fn()
  const page = await draw(<Notice {...{ open, purchase, onDone }} />)
  for (const event of events) await act(async () => purchase.dispatch(event))
  expect([toasts, onDone.mock.calls.length, purchase.state().step]).toEqual([notices, done, step])
  await page.close()
})

// Tests a reservation resumed from the list: it continues from this tab's record, or from the
// list's entry.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps, ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import type { PurchaseDialog } from '#features/purchases/web/purchase-dialog.tsx'
import {
  freshRecord,
  readRecord,
  scopeOf,
  writeRecord,
} from '#features/purchases/web/purchase-record.ts'
import { problemText } from '#features/purchases/web/purchase-words.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { draw, openPage } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { ResumePurchaseDialog } from './resume-purchase-dialog.tsx'

const entry: ActivityEntry = {
  ...testEntry,
  ...{ currency: 'USD', status: 'PENDING', allocated_kg: 0, payment_source: 'wallet+card' },
  expires_at: '2199-01-01T12:00:00.000Z',
}

beforeEach(() => {
  openPage()
})

type Frame = ReactElement<ComponentProps<typeof PurchaseDialog>>
function Look({ own, tell }: { own: Partial<ActivityEntry>; tell: (frame: Frame) => void }) {
  tell(
    ResumePurchaseDialog({ entry: { ...entry, ...own }, profile: ada, onClose: () => undefined }),
  )
  return null
}
async function taken(own: Partial<ActivityEntry> = {}) {
  let frame: Frame | undefined
  const tell = (next: Frame) => {
    frame = next
  }
  const page = await draw(
    <QueryClientProvider client={new QueryClient()}>
      <Look {...{ own, tell }} />
    </QueryClientProvider>,
  )
  await page.close()
  if (frame === undefined) throw new Error('nothing was drawn')
  return frame.props
}
const pendingOf = async (own: Partial<ActivityEntry>) => {
  const { state } = await taken({ tx_id: crypto.randomUUID(), ...own })
  return state.step === 'ack' ? state.pending : undefined
}

it('continues with the entry of the list', async () => {
  const { state, title, projectName, purchase } = await taken()
  expect(state).toMatchObject({
    ...{ step: 'ack', typed: '', work: 'none', bank: { state: 'none' } },
    pending: {
      ...{ txId: 'CP-1', expiresAt: entry.expires_at, kg: 10, total: 0.2, currency: 'GBP' },
      ...{ vintageYear: null, recipient: null, recipientName: null, asksBank: false },
    },
  })
  expect([title, projectName, purchase.kind]).toEqual(['Buy Offsets', 'Wind', 'buy'])
})

it.each([
  ['wallet', { walletUsed: 0.2, cardUsed: 0 }],
  ['card', { walletUsed: 0, cardUsed: 0.2 }],
  ['wallet+card', { walletUsed: 0, cardUsed: 0 }],
] as const)('names the payer where there is only one: %s', async (payment_source, split) => {
  expect(await pendingOf({ payment_source })).toMatchObject(split)
})

it('of a gift names its receiver as the list does', async () => {
  const gift = { is_gift: true, to_user: '+44•••••456', to_name: 'Grace' }
  expect(await pendingOf(gift)).toMatchObject({ recipient: '+44•••••456', recipientName: 'Grace' })
  const dated = { ...gift, deliver_on: '2026-12-24' }
  expect([(await pendingOf(gift))?.deliverOn, (await pendingOf(dated))?.deliverOn]).toEqual([
    null,
    '2026-12-24',
  ])
  const { title, purchase } = await taken(gift)
  expect([title, purchase.kind]).toEqual(['Gift Offsets', 'gift'])
})

it('continues with this tab’s record where it is of the same purchase, and no other', async () => {
  const known = await pendingOf({})
  if (known === undefined) throw new Error('nothing waits')
  const record = freshRecord(ada.id)
  writeRecord('p', { ...record, pending: { ...known, txId: 'CP-1', vintageYear: 2024 } })
  const own = await taken()
  expect(own.state).toMatchObject({ pending: { txId: 'CP-1', vintageYear: 2024 } })
  expect(own.purchase.record().key).toBe(record.key)
  expect(readRecord('CP-1', ada.id)).toBeUndefined()
  const other = await taken({ tx_id: 'CP-2' })
  expect(other.state).toMatchObject({ pending: { txId: 'CP-2', vintageYear: null } })
  const { key } = other.purchase.record()
  expect((await taken({ tx_id: 'CP-2' })).purchase.record().key).toBe(key)
})

it.each([
  ['a purchase', 'buy', {}],
  ['a gift', 'gift', { is_gift: true, to_user: '+44•••••456' }],
] as const)(
  'of %s finds the record of its form in this tab, and not that of another',
  async (_, kind, own) => {
    const known = await pendingOf(own)
    if (known === undefined) throw new Error('nothing waits')
    const record = freshRecord(ada.id)
    writeRecord(scopeOf(kind, 'p'), { ...record, pending: { ...known, txId: 'CP-5' } })
    expect((await taken({ ...own, tx_id: 'CP-5' })).purchase.record().key).toBe(record.key)
    expect((await taken({ ...own, tx_id: 'CP-6' })).purchase.record().key).not.toBe(record.key)
  },
)

it('whose time is over shows that', async () => {
  const { state } = await taken({ expires_at: '2026-11-21T10:10:00.000Z' })
  expect(state).toMatchObject({ step: 'checkout', problem: { code: 'purchase_expired' } })
})

type ContentLookProps = {
  own: Partial<ActivityEntry>
  onClose: () => void
  tell: (frame: Frame) => void
}
function LookAtContent({ own, onClose, tell }: ContentLookProps) {
  const frame: Frame = ResumePurchaseDialog({
    ...{ entry: { ...entry, ...own }, profile: ada, onClose },
  })
  tell(frame)
  return frame.props.children
}

it('shows why it cannot continue, links to its project, and closes', async () => {
  const onClose = vi.fn<() => void>()
  const frames: Frame[] = []
  const client = new QueryClient()
  const content = (own: Partial<ActivityEntry>) => (
    <QueryClientProvider client={client}>
      <LookAtContent
        key={own.tx_id}
        {...{ own, onClose }}
        tell={(frame) => void frames.push(frame)}
      />
    </QueryClientProvider>
  )
  const over = { tx_id: 'CP-over', expires_at: '2026-11-21T10:10:00.000Z' }
  const page = await draw(content({ ...over, project_id: 'p7' }))
  const alert = () => document.querySelector('[role=alert]')?.textContent
  expect(alert()).toBe(problemText({ at: 'form', code: 'purchase_expired' }, 'buy'))
  expect(page.text()).toContain(texts.purchases_see_project())
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/app/projects/p7')
  await page.again(content({ tx_id: 'CP-open' }))
  expect(alert()).toBe('')
  frames.at(-1)?.props.onOpenChange(false)
  expect(onClose).toHaveBeenCalledTimes(1)
})

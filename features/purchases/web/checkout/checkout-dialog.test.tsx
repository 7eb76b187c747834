// Tests the checkout on the screen: its button, its errors at their fields, and which parts a kind of
// purchase and its payment show; and the button that opens it.

import { QueryClientProvider } from '@tanstack/react-query'
import {
  act,
  Children,
  type ComponentProps,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Batch, exampleBatch, exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import type { PurchaseDialog } from '../purchase-dialog.tsx'
import { freshRecord, readRecord, scopeOf, writeRecord } from '../purchase-record.ts'
import type { PurchaseProblem } from '../purchase-steps.ts'
import { usePurchase } from '../use-purchase.ts'
import { CheckoutAction } from './checkout-action.tsx'
import { CheckoutDialog, CheckoutStep } from './checkout-dialog.tsx'
import { type CheckoutDialogProps, useCheckout } from './use-checkout.ts'

type Kind = CheckoutDialogProps['kind']

const batch: Batch = {
  ...{ ...exampleBatch, id: 'b', project_id: 'p', price_per_kg: 0.02, currency: 'GBP' },
  ...{ kg_available: 20_000, amount_kg: 20_000, serial_number: 'S', vintage_year: 2024 },
}
const scarce = { ...batch, id: 'scarce', kg_available: 30, serial_number: 'T', vintage_year: 2023 }
const soldOut = { ...batch, id: 'sold-out', kg_available: 0, serial_number: 'U' }
const project = { ...exampleProject, id: 'p', shown_name: 'Wind' }

let walletHas: number
/** The answer for the whole wallet, which the button that opens the checkout reads. */
let walletAnswer: () => Response
let rateAnswer: () => Response
let previewAnswer: (() => Response) | undefined
/** The answer to an order. */
let orderAnswer: () => Promise<Response>
let orders: unknown[]
beforeEach(() => {
  walletHas = 0.5
  orders = []
  rateAnswer = () => Response.json({}, { status: 500 })
  previewAnswer = undefined
  orderAnswer = async () => Response.json({ code: 'card_declined' }, { status: 402 })
  walletAnswer = () => Response.json({}, { status: 500 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    if (path === '/api/auth/logout') return new Response(null, { status: 204 })
    if (path === '/api/cards') return Response.json([])
    if (path === '/api/wallet/me') return walletAnswer()
    if (path.includes('from=')) return rateAnswer()
    if (path === '/api/tokens/getPin') {
      orders.push(JSON.parse(body))
      return orderAnswer()
    }
    if (previewAnswer && path.includes('preview')) return previewAnswer()
    if (!path.includes('preview')) return Response.json({}, { status: 500 })
    const { total_price: total } = JSON.parse(body)
    const wallet_used = Math.min(total, walletHas)
    return Response.json({
      ...{ card_needed: total - wallet_used, wallet_used, wallet_total: walletHas, wallet_held: 0 },
      ...{ wallet_tx_id: 'quote', currency: 'GBP', rate: 1, card_minimum: 0.3 },
      expires_at: new Date(Date.now() + 600_000).toISOString(),
    })
  })
})

type Purchase = ReturnType<typeof usePurchase>['purchase']
type StepProps = { given: CheckoutDialogProps; tell: (purchase: Purchase) => void }
function Step({ given, tell }: StepProps) {
  const { kind, profile } = given
  const { state, purchase } = usePurchase(kind, scopeOf(kind, 'p'), profile)
  const checkout = useCheckout(given, state, purchase)
  tell(purchase)
  if (state.step !== 'checkout') return null
  return <CheckoutStep {...{ kind, state, checkout, profile }} projectName="Wind" />
}

const propsOf = (kind: Kind, own: Partial<CheckoutDialogProps> = {}): CheckoutDialogProps => ({
  ...{ kind, project, batches: [batch, scarce], batchId: 'b', coveredKg: undefined },
  ...{ onBatch: vi.fn(), profile: ada, open: true, onOpenChange: vi.fn(), ...own },
})

async function drawn(kind: Kind, own: Partial<CheckoutDialogProps> = {}) {
  const client = newQueryClient()
  onTestFinished(() => client.clear())
  let purchase: Purchase | undefined
  const tell = (next: Purchase) => {
    purchase = next
  }
  const page = await draw(
    <QueryClientProvider client={client}>
      <Step {...{ given: propsOf(kind, own), tell }} />
    </QueryClientProvider>,
  )
  const rest = () => pass(400)
  await rest()
  await rest()
  return {
    page,
    async amount(text: string) {
      await page.type(texts.purchases_other_amount(), text)
      await rest()
      await rest()
    },
    refuse: (problem: PurchaseProblem) =>
      act(async () => purchase?.dispatch({ type: 'refused', problem })),
    /** The text of the button that sends the form. */
    button: () =>
      document.querySelector('button[type=submit]')?.textContent?.replaceAll('\u00a0', ' '),
    /** The errors that belong to a field, and those of the whole form, in their order. */
    alerts: () =>
      [...document.querySelectorAll('[role=alert]')].flatMap((each) => each.textContent || []),
    isCardShown: () => document.querySelector('form [hidden]') === null,
  }
}

describe('the button', () => {
  it.each([
    ['100', 'Reserve 100 kg · £2.00'],
    ['1', 'Reserve 1 kg · £0.02'],
    ['10000', 'Reserve 10,000 kg · £200.00'],
    ['10001', 'Reserve'],
    ['0', 'Reserve'],
    ['', 'Reserve'],
    ['1.5', 'Reserve'],
  ])('has the kilograms and the price of a valid amount only: %s', async (text, words) => {
    const { amount, button } = await drawn('buy')
    await amount(text)
    expect(button()).toBe(words)
  })
})

it('the button has no price while the rate is unknown, and the card is asked for', async () => {
  previewAnswer = () => Response.json({}, { status: 403 })
  const { button, isCardShown, page } = await drawn('buy', {
    batches: [{ ...batch, currency: 'USD' }],
  })
  await until(() => expect(page.text()).toContain('No exchange rate right now.'))
  expect([button(), isCardShown()]).toEqual(['Reserve 100 kg', true])
  expect(page.text()).toContain('Your card is charged $2.00 in your own currency.')
})

describe('the card', () => {
  it.each([
    ['nothing', 0, true],
    ['a part', 0.5, true],
    ['everything', 9, false],
  ])('is asked for unless the wallet pays the whole: %s', async (_, has, isDue) => {
    walletHas = has
    const { page, isCardShown } = await drawn('buy')
    expect(isCardShown()).toBe(isDue)
    expect(page.text().includes(texts.purchases_wallet_pays_all())).toBe(!isDue)
    expect(page.text()).toContain(texts.purchases_reserve_note())
  })

  it('is asked for again once the wallet is not used', async () => {
    walletHas = 9
    const { page, isCardShown } = await drawn('buy')
    await page.press(/^From your wallet/)
    await pass(400)
    expect(isCardShown()).toBe(true)
    expect(page.text()).not.toContain(texts.purchases_wallet_pays_all())
  })

  it('is not asked for while no amount can be bought', async () => {
    const { amount, isCardShown } = await drawn('buy')
    await amount('0')
    expect(isCardShown()).toBe(false)
  })
})

describe('an error', () => {
  const asked = (kind: Kind, at: PurchaseProblem['at'], code: string, words: string) =>
    [kind, at, code, words] as const
  it.each([
    asked('buy', 'quantity', 'not_offered', texts.purchases_not_offered()),
    asked('gift', 'quantity', 'not_offered', texts.purchases_not_offered()),
    asked('buy', 'card', 'card_refused', texts.purchases_card_refused()),
    asked('gift', 'card', 'card_refused', texts.purchases_card_refused()),
    asked('gift', 'recipient', 'invalid_recipient', texts.gifts_recipient_required()),
    asked('gift', 'giver', 'nickname_wrong', texts.leaderboards_nickname_wrong()),
    asked('gift', 'note', 'note_too_long', texts.gifts_note_too_long()),
    asked('gift', 'day', 'invalid_delivery_day', texts.gifts_day_wrong()),
    asked('buy', 'form', 'quote_changed', texts.purchases_price_changed()),
    asked('gift', 'form', 'quote_changed', texts.purchases_price_changed()),
  ])('of a %s is shown once, at its part: %s, %s', async (kind, at, code, words) => {
    const { page, refuse, alerts } = await drawn(kind)
    if (at === 'day') await page.tick(texts.gifts_day_ask())
    expect(alerts()).toEqual([])
    await refuse({ at, code })
    expect(page.text().split(words)).toHaveLength(2)
    expect(alerts()).toContain(words)
    await page.type(texts.purchases_other_amount(), '50')
    expect(page.text()).not.toContain(words)
  })

  it('of missing kilograms is shown once, by the amount, with those that are left', async () => {
    const { page, amount, refuse } = await drawn('buy', { batchId: 'scarce' })
    await amount('31')
    await refuse({ at: 'quantity', code: 'insufficient_stock', leftKg: 30 })
    expect(page.text().split('Only 30 kg left in this batch.')).toHaveLength(2)
    await page.press('Take 30 kg')
    expect(page.valueOf(texts.purchases_other_amount())).toBe('30')
  })
})

describe('a gift', () => {
  const parts = [
    texts.gifts_recipient(),
    'Without a name the reader sees',
    texts.gifts_note(),
    texts.gifts_day_ask(),
    texts.gifts_preview(),
  ]
  it.each([
    ['buy', false],
    ['gift', true],
  ] as const)(
    'has its people, note, day and preview, a purchase has none: %s',
    async (kind, has) => {
      const { page } = await drawn(kind)
      if (has) await until(() => expect(page.text()).toContain(texts.gifts_preview()))
      expect(parts.map((part) => page.text().includes(part))).toEqual(parts.map(() => has))
    },
  )

  it('has a preview with its kilograms, unless they cannot be bought', async () => {
    const { page, amount } = await drawn('gift')
    for (const [typed, words] of [
      ['1234', '1,234 kg'],
      ['0', undefined],
      ['50', '50 kg'],
      ['10001', undefined],
    ] as const) {
      await amount(typed)
      if (words === undefined) expect(page.text()).not.toContain(texts.gifts_sms_preview())
      else {
        await until(() => expect(page.text()).toContain(texts.gifts_sms_preview()))
        const sms = page.text().split(texts.gifts_sms_preview())[1]
        expect(sms).toContain(`: ${words} of carbon offsets (Wind)`)
      }
    }
  })

  it.each([
    ['2199-12-24', '2199-12-24'],
    [null, undefined],
  ])('keeps its day after a reload: %s', async (deliver_on, shown) => {
    const order = { batchId: 'b', count: 80, ...(deliver_on ? { deliver_on } : {}) }
    const recipient = '+447400654321'
    writeRecord('gift:p', { ...freshRecord(ada.id), order, recipient })
    const { page } = await drawn('gift')
    expect(page.text().includes(texts.gifts_day_hint())).toBe(shown !== undefined)
    if (shown) expect(page.valueOf(texts.gifts_day())).toBe(shown)
  })
})

describe('the form', () => {
  const isBusy = () => document.querySelector('button[type=submit]')?.getAttribute('aria-busy')
  const areInert = () =>
    [...document.querySelectorAll('fieldset.sheet-fields')].map((each) =>
      each.hasAttribute('inert'),
    )

  it('of a gift sends every field, waits for the answer, and can be sent again after a refusal', async () => {
    walletHas = 9
    const first = Promise.withResolvers<Response>()
    orderAnswer = () => first.promise
    const { page } = await drawn('gift')
    await page.type(texts.gifts_recipient(), '07400 654321')
    await page.type(texts.gifts_giver(), 'Ada L.')
    await page.type(texts.gifts_note(), 'For you')
    await page.tick(texts.gifts_day_ask())
    await page.type(texts.gifts_day(), '2199-12-24')
    await page.tick('50')
    await pass(400)
    await pass(400)
    const preview = page.text().split(texts.gifts_preview())[1]
    for (const part of ['Gift from Ada L.', ': 50 kg of carbon offsets (Wind)', '"For you"']) {
      expect(preview).toContain(part)
    }
    expect([isBusy(), areInert()]).toEqual([null, [false, false]])
    await page.submit()
    await until(() => expect(orders).toHaveLength(1))
    expect([isBusy(), areInert()]).toEqual(['true', [true, true]])
    expect(orders).toEqual([
      {
        ...{ batchId: 'b', count: 50, amount: 0.02, currency: 'GBP', from: 'Ada', is_gift: 1 },
        ...{ payment_method: 'wallet', wallet_used: 1, card_used: 0, wallet_tx_id: 'quote' },
        ...{ message: 'For you', is_reward: 0, from_name: 'Ada L.', deliver_on: '2199-12-24' },
        telephone: '+447400654321',
      },
    ])
    first.resolve(Response.json({ code: 'quote_changed' }, { status: 409 }))
    await until(() => expect(page.text()).toContain(texts.purchases_price_changed()))
    expect([isBusy(), areInert()]).toEqual([null, [false, false]])
    await page.submit()
    await until(() => expect(orders).toHaveLength(2))
    expect(orders[1]).toEqual(orders[0])
  })

  it('waits with the order until its figures are known, and is busy meanwhile', async () => {
    walletHas = 9
    const { page } = await drawn('buy')
    await page.type(texts.purchases_other_amount(), '70')
    await page.submit()
    expect([isBusy(), orders]).toEqual(['true', []])
    await until(() => expect(orders).toMatchObject([{ count: 70, wallet_used: 1.4 }]))
    await until(() => expect(isBusy()).toBeNull())
  })

  it('chooses another batch, and takes the kilograms that a notice offers', async () => {
    walletHas = 0
    const onBatch = vi.fn()
    const { page, amount } = await drawn('buy', { onBatch })
    await page.type(texts.purchases_batch(), 'scarce')
    expect(onBatch.mock.calls).toEqual([['scarce']])
    await amount('10')
    await page.press('Add 5 kg')
    expect(page.valueOf(texts.purchases_other_amount())).toBe('15')
  })
})

type Frame = ReactElement<ComponentProps<typeof PurchaseDialog>>
type FrameProps = { given: CheckoutDialogProps; tell: (frame: Frame) => void }
function LookAtFrame({ given, tell }: FrameProps) {
  tell(CheckoutDialog(given))
  return null
}

it.each([
  ['buy', 'Buy Offsets'],
  ['gift', 'Gift Offsets'],
] as const)('the dialog of a %s has its title and its project', async (kind, title) => {
  let frame: Frame | undefined
  const tell = (next: Frame) => {
    frame = next
  }
  await draw(
    <QueryClientProvider client={newQueryClient()}>
      <LookAtFrame {...{ given: propsOf(kind), tell }} />
    </QueryClientProvider>,
  )
  expect(frame?.props).toMatchObject({ title, projectName: 'Wind', open: true })
})

it('a completed gift leaves an empty form for the next one, with its kilograms', async () => {
  const order = { batchId: 'b', count: 80, message: 'For you', deliver_on: '2199-12-24' }
  const recipient = '+447400654321'
  writeRecord('gift:p', { ...freshRecord(ada.id), order, recipient })
  const given = propsOf('gift')
  let frame: Frame | undefined
  const tell = (next: Frame) => {
    frame = next
  }
  await draw(
    <QueryClientProvider client={newQueryClient()}>
      <LookAtFrame {...{ given, tell }} />
    </QueryClientProvider>,
  )
  const fields = () => {
    const step = frame?.props.children
    return isValidElement<ComponentProps<typeof CheckoutStep>>(step)
      ? step.props.checkout.fields
      : undefined
  }
  expect(fields()).toMatchObject({ kgText: '80', note: 'For you', day: '2199-12-24' })
  await act(async () => frame?.props.onDone?.())
  expect(fields()).toMatchObject({ kgText: '80', note: '', day: null, phone: { text: '' } })
})

type Action = ComponentProps<typeof CheckoutAction>
type ActionElement = ReactElement<{ children: ReactNode }>
type ActionProps = { given: Action; tell: (action: ActionElement) => void }
function LookAtAction({ given, tell }: ActionProps) {
  tell(CheckoutAction(given))
  return null
}

describe('the button that opens the checkout', () => {
  async function action(own: Partial<Action> = {}) {
    await openSession(ada, terminal)
    onTestFinished(signOut)
    const client = newQueryClient()
    onTestFinished(() => client.clear())
    let element: ActionElement | undefined
    const tell = (next: ActionElement) => {
      element = next
    }
    const part = (more: Partial<Action>) => {
      const given: Action = {
        ...{ kind: 'buy', project, batches: [soldOut, scarce, batch], chosenId: 'b' },
        ...{ ...own, ...more },
      }
      return (
        <QueryClientProvider client={client}>
          <LookAtAction {...{ given, tell }} />
        </QueryClientProvider>
      )
    }
    const page = await draw(part({}))
    type Button = { onClick?: () => void; children: ReactNode; variant?: string }
    const parts = () =>
      Children.toArray(element?.props.children).filter((each) => isValidElement<Button>(each))
    const button = () => parts().find(({ props }) => props.onClick)?.props
    const dialog = () => {
      const frame = parts().find(({ props }) => !props.onClick)?.props.children
      return isValidElement<CheckoutDialogProps>(frame) ? frame.props : undefined
    }
    return {
      ...{ button, dialog, show: (more: Partial<Action>) => page.again(part(more)) },
      press: () => act(async () => button()?.onClick?.()),
    }
  }

  it.each([
    ['buy', undefined, 'Buy Offsets', 'accent'],
    ['gift', undefined, 'Gift Offsets', 'outline'],
    ['buy', { kg: 7, label: 'Same as last time: 7 kg' }, 'Same as last time: 7 kg', 'outline'],
  ] as const)('has the words of its kind: %s, %o', async (kind, again, words, variant) => {
    const { button } = await action({ kind, ...(again ? { again } : {}) })
    expect(button()).toMatchObject({ children: words, variant })
  })

  it('opens with the batch that the page chose last, and closes', async () => {
    const { press, dialog, show } = await action()
    expect(dialog()).toBeUndefined()
    await press()
    expect(dialog()).toMatchObject({ kind: 'buy', batchId: 'b', open: true, profile: ada })
    await act(async () => dialog()?.onBatch('scarce'))
    expect(dialog()?.batchId).toBe('scarce')
    await act(async () => dialog()?.onOpenChange(false))
    expect(dialog()?.open).toBe(false)
    await show({ chosenId: 'scarce' })
    await press()
    expect(dialog()).toMatchObject({ batchId: 'scarce', open: true })
    await act(async () => dialog()?.onOpenChange(false))
    await show({ chosenId: 'b' })
    await press()
    expect(dialog()).toMatchObject({ batchId: 'b', open: true })
  })

  it.each([
    ['what it can pay', 1, 'b', 50],
    ['no more than a purchase may have', 1_000_000, 'b', 10_000],
    ['no more than are left', 1_000_000, 'scarce', 30],
    ['nothing where it is empty', 0, 'b', 0],
  ])(
    'knows how many kilograms the wallet pays alone: %s',
    async (_, totalInUserCurrency, chosenId, kg) => {
      const others = { userCurrency: 'GBP', as_of: null }
      walletAnswer = () => Response.json({ wallets: [], totalInUserCurrency, ...others })
      const { press, dialog } = await action({ chosenId })
      await press()
      expect(dialog()).toBeDefined()
      await until(() => expect(dialog()?.coveredKg).toBe(kg))
    },
  )

  it.each([
    ['at the rate', { rate: 0.5 }, 1, 100],
    ['unknown without a rate', undefined, 1, undefined],
    ['nothing of an empty wallet, also without a rate', undefined, 0, 0],
  ])('knows it for a batch in another currency: %s', async (_, known, totalInUserCurrency, kg) => {
    const others = { userCurrency: 'GBP', as_of: null }
    walletAnswer = () => Response.json({ wallets: [], totalInUserCurrency, ...others })
    const rate = { from: 'USD', to: 'GBP', as_of: '2026-11-20', source: 'ecb', ...known }
    rateAnswer = () => Response.json(rate, { status: known ? 200 : 404 })
    const { press, dialog } = await action({ batches: [{ ...batch, currency: 'USD' }] })
    await press()
    await until(() => expect(dialog()?.coveredKg).toBe(kg))
    await pass(1_000)
    expect(dialog()?.coveredKg).toBe(kg)
  })

  it('opens without a press where the page asks for it, once, and stores its own order', async () => {
    const { dialog, show } = await action({ kind: 'gift', opens: true })
    expect(dialog()).toMatchObject({ open: true, kind: 'gift', batchId: 'b' })
    expect(readRecord('gift:p', ada.id)).toMatchObject({ order: null, pending: null })
    expect(readRecord('p', ada.id)).toBeUndefined()
    await act(async () => dialog()?.onOpenChange(false))
    await show({ batches: [batch] })
    expect(dialog()?.open).toBe(false)
  })

  it('repeats the kilograms of an earlier purchase', async () => {
    const { press, dialog } = await action({ again: { kg: 7, label: 'Again' } })
    await press()
    expect(dialog()?.againKg).toBe(7)
  })

  const order = { batchId: 'scarce', count: 20 }
  const sent = (batchId = 'scarce') =>
    writeRecord('p', { ...freshRecord(ada.id), order: { ...order, batchId } })

  it.each([
    ['the batch of the order that a reload interrupted', 'scarce', 'b', 'scarce'],
    ['the chosen one where that is gone', 'gone', 'b', 'b'],
    ['the first with kilograms where none is chosen', 'gone', undefined, 'scarce'],
  ])('opens by itself with %s', async (_, batchId, chosenId, shown) => {
    sent(batchId)
    const { dialog, button } = await action({ chosenId })
    expect(dialog()).toMatchObject({ open: true, batchId: shown })
    expect(button() === undefined).toBe(chosenId === undefined)
  })

  it('does not open by itself without an order, for another kind, or as a repeat', async () => {
    expect((await action()).dialog()).toBeUndefined()
    sent()
    expect((await action({ kind: 'gift' })).dialog()).toBeUndefined()
    expect((await action({ again: { kg: 7, label: 'Again' } })).dialog()).toBeUndefined()
  })
})

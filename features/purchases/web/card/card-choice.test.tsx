// Tests the choice of a card: saved cards, their list's failures, and the pay sheet's token.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { listSavedCards, type SavedCard } from '../../saved-cards/saved-cards-calls.ts'
import { CardChoice, type CardChoiceHandle, sheetAmountOf } from './card-choice.tsx'
import type { SheetAmount } from './sandbox-sheet.tsx'

const ids = ['a', 'b', 'c', 'd', 'e'].map((each) => `0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f6${each}`)
const cardsOf = (...expiries: readonly (readonly [number, number])[]): SavedCard[] =>
  expiries.map(([exp_month, exp_year], index) => ({
    ...{ id: ids[index] ?? '', brand: 'visa', last4: `424${index}` },
    ...{ exp_month, exp_year },
  }))
const valid = [12, 2099] as const
const newest = /Visa ending in 4240/
const tenPounds = { value: 10, currency: 'GBP' }

let cards: () => Promise<Response>
beforeEach(() => {
  cards = async () => Response.json([])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string) =>
    path === listSavedCards.path ? cards() : Response.json({ id: 'tok_1' }),
  )
})

async function opened(amount?: SheetAmount) {
  const client = newQueryClient()
  const ref = createRef<CardChoiceHandle>()
  const taken: (string | undefined)[] = []
  const part = (shown: SheetAmount | undefined) => (
    <QueryClientProvider client={client}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          taken.push(ref.current?.takeSheetToken())
        }}
      >
        <CardChoice ref={ref} error={undefined} onEdit={() => undefined} amount={shown} />
      </form>
    </QueryClientProvider>
  )
  const page = await draw(part(amount))
  return {
    ...{ page, client, taken },
    show: (next: SheetAmount | undefined) => page.again(part(next)),
    tokenise: () => act(async () => ref.current?.tokenise()),
  }
}
const required = { problem: { at: 'card', code: 'card_details_required' } }

it('offers the newest card that has not expired, which pays without its number', async () => {
  cards = async () => Response.json(cardsOf([1, 2020], valid, valid))
  const { page, tokenise } = await opened()
  await until(() => page.text().includes('Expired'))
  expect(page.text()).not.toContain('Card number')
  expect(await tokenise()).toEqual({ token: `saved:${ids[1]}` })
  await page.tick('Another card')
  expect(await tokenise()).toEqual(required)
  await page.type('Card number', '4242 4242 4242 4242')
  await page.type('Expiry', '12 / 40')
  await page.type('CVV', '123')
  await page.tick('Save this card for next time')
  expect(await tokenise()).toEqual({ token: 'tok_1', saves: true })
})

it.each([
  ['a saved card', cardsOf(valid), ['Declined.']],
  ['another card', [], ['Declined.']],
])('shows the problem of %s once', async (_, listed, alerts) => {
  cards = async () => Response.json(listed)
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <CardChoice
        {...{ ref: createRef<CardChoiceHandle>(), amount: undefined }}
        error="Declined."
        onEdit={() => undefined}
      />
    </QueryClientProvider>,
  )
  await until(() => page.text().includes(listed.length > 0 ? 'Another card' : 'Card number'))
  const shown = [...document.querySelectorAll('[role=alert]')].map((each) => each.textContent)
  expect(shown.filter(Boolean)).toEqual(alerts)
})

it('each choice of a card clears the problem of the last one', async () => {
  cards = async () => Response.json(cardsOf(valid, valid))
  const onEdit = vi.fn()
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <CardChoice
        {...{ ref: createRef<CardChoiceHandle>(), amount: undefined, onEdit }}
        error="Declined."
      />
    </QueryClientProvider>,
  )
  await until(() => page.text().includes('Another card'))
  expect(onEdit).not.toHaveBeenCalled()
  await page.tick(/Visa ending in 4241/)
  expect(onEdit).toHaveBeenCalledTimes(1)
  await page.tick('Another card')
  expect(onEdit).toHaveBeenCalledTimes(2)
  await page.type('Card number', '4242')
  expect(onEdit).toHaveBeenCalledTimes(3)
})

it.each([
  ['the card pays a part', { card: 1.5 }, false, { value: 1.5, currency: 'EUR' }],
  ['its figures are awaited', { card: 1.5 }, true, undefined],
  ['the card pays nothing', { card: 0 }, false, undefined],
  ['its part is unknown', { card: null }, false, undefined],
  ['there is no amount', undefined, false, undefined],
])('a pay sheet has an amount where it is settled: %s', (_, part, isSettling, amount) => {
  const split = { total: 2, wallet: 0, kgToCardMinimum: 0, walletCouldPay: false }
  const figures = part && ({ ...split, ...part, method: 'card' } as const)
  const cost = { figures, isSettling } as Parameters<typeof sheetAmountOf>[0]
  expect(sheetAmountOf(cost, 'EUR')).toEqual(amount)
})

it('a card is kept by the sandbox, or by Stripe where the page has its key', async () => {
  const { page } = await opened()
  await until(() => page.text().includes('Save this card'))
  const keepers = [texts.purchases_card_kept_sandbox(), texts.purchases_card_kept_stripe()]
  const shown = () => keepers.map((words) => page.text().includes(words))
  expect(shown()).toEqual([true, false])
  document.documentElement.dataset.stripeKey = 'pk_of_the_page'
  await page.tick('Save this card for next time')
  expect(shown()).toEqual([false, true])
})

it('a problem of the sheet is shown at the sheet, and one of the next order at the card', async () => {
  cards = async () => Response.json(cardsOf(valid))
  const ref = createRef<CardChoiceHandle>()
  const part = (error: string | undefined) => (
    <QueryClientProvider client={client}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ref.current?.takeSheetToken()
        }}
      >
        <CardChoice {...{ ref, error, amount: tenPounds }} onEdit={() => undefined} />
      </form>
    </QueryClientProvider>
  )
  const client = newQueryClient()
  const page = await draw(part(undefined))
  await until(() => page.offers('Pay with the sandbox’s sheet') === 1)
  await until(() => newest.test(page.text()))
  const alerts = () =>
    [...document.querySelectorAll('[role=alert]')].flatMap((each) =>
      each.textContent ? [[each.textContent, each.hasAttribute('data-sheet-error')]] : [],
    )
  await page.press('Pay with the sandbox’s sheet')
  await page.press('Confirm £10.00')
  await until(() => page.offers('Confirm £10.00') === 0)
  await page.again(part('Declined.'))
  expect(alerts()).toEqual([['Declined.', true]])
  await act(async () => ref.current?.focus())
  expect(document.activeElement?.textContent).toBe('Declined.')
  await page.submit()
  expect(alerts()).toEqual([['Declined.', false]])
  await act(async () => ref.current?.focus())
  expect(document.activeElement?.getAttribute('type')).toBe('radio')
})

it('is filled with a saved card, or with each field of another one', async () => {
  cards = async () => Response.json(cardsOf(valid))
  const ref = createRef<CardChoiceHandle>()
  const page = await draw(
    <QueryClientProvider client={newQueryClient()}>
      <CardChoice
        {...{ ref, error: undefined, amount: undefined }}
        onEdit={() => undefined}
        marksEmpty
      />
    </QueryClientProvider>,
  )
  await until(() => page.text().includes('Another card'))
  expect(ref.current?.isFilled()).toBe(true)
  await page.tick('Another card')
  expect(ref.current?.isFilled()).toBe(false)
  const marks = () => page.text().split(texts.common_fill_in()).length - 1
  expect(marks()).toBe(3)
  await page.type('Card number', '4242 4242 4242 4242')
  await page.type('Expiry', '12 / 40')
  expect([ref.current?.isFilled(), marks()]).toEqual([false, 1])
  await page.type('CVV', '123')
  expect([ref.current?.isFilled(), marks()]).toEqual([true, 0])
})

it('a fifth card can be saved', async () => {
  cards = async () => Response.json(cardsOf(valid, valid, valid, valid))
  const { page } = await opened()
  await until(() => page.text().includes('Another card'))
  await page.tick('Another card')
  expect(page.text()).toContain('Save this card')
  expect(page.text()).not.toContain('You have saved')
})

it('of five cards, one must go before another can be saved', async () => {
  cards = async () => Response.json(cardsOf(valid, valid, valid, valid, valid))
  const { page } = await opened()
  await until(() => page.text().includes('Another card'))
  await page.tick('Another card')
  expect(page.text()).toContain('You have saved 5 cards.')
  expect(page.text()).not.toContain('Save this card')
})

it('a card that was removed meanwhile leads to the fields, not to a card that was not chosen', async () => {
  cards = async () => Response.json(cardsOf(valid, valid))
  const { page, client, tokenise } = await opened()
  await until(() => page.text().includes('Another card'))
  expect(await tokenise()).toEqual({ token: `saved:${ids[0]}` })
  cards = async () => Response.json(cardsOf(valid, valid).slice(1))
  await act(async () => void client.invalidateQueries())
  await until(() => page.text().includes('Card number'))
  expect(page.text()).not.toMatch(newest)
  expect(await tokenise()).toEqual(required)
})

it('a list that fails leaves the fields, and Retry loads it', async () => {
  cards = async () => Response.json({ code: 'x' }, { status: 500 })
  const { page } = await opened()
  await until(() => page.text().includes('Your cards could not be loaded.'))
  expect(page.valueOf('Card number')).toBe('')
  cards = async () => Response.json(cardsOf(valid))
  await page.press('Retry')
  await until(() => newest.test(page.text()))
  expect(page.text()).not.toContain('could not be loaded')
})

it('a list that is late chooses no card, because the user may be typing one', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  cards = () => promise
  const { page, tokenise } = await opened()
  expect(page.text()).not.toContain('Card number')
  expect(await tokenise()).toEqual(required)
  await pass(3_000)
  await page.type('Card number', '4242 4242 4242 4242')
  resolve(Response.json(cardsOf(valid)))
  await until(() => newest.test(page.text()))
  expect(page.valueOf('Card number')).toBe('4242 4242 4242 4242')
})

it('the sheet’s token pays the order that its confirmation sends, and no other', async () => {
  const { page, taken } = await opened(tenPounds)
  await until(() => page.offers('Pay with the sandbox’s sheet') === 1)
  await page.press('Pay with the sandbox’s sheet')
  await page.press('Confirm £10.00')
  await until(() => taken.length === 1)
  await page.submit()
  expect(taken).toEqual(['tok_1', undefined])
})

it('no order is sent for an amount that changed while the sheet was confirmed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { page, taken, show } = await opened(tenPounds)
  await until(() => page.offers('Pay with the sandbox’s sheet') === 1)
  vi.stubGlobal('fetch', () => promise)
  await page.press('Pay with the sandbox’s sheet')
  await page.press('Confirm £10.00')
  await show({ value: 20, currency: 'GBP' })
  await act(async () => resolve(Response.json({ id: 'tok_1' })))
  await until(() => page.text().includes('The sheet did not answer.'))
  expect(taken).toEqual([])
  await show(undefined)
  expect([page.offers('Pay with the sandbox’s sheet'), page.offers(/Confirm/)]).toEqual([0, 0])
})

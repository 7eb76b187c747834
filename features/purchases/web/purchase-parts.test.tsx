// Tests the parts of purchase forms that a user presses: notices, days, cards and envelopes.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RewardAction } from '#features/purchases/web/success/reward-action.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { RetypeField } from './acknowledge/retype-field.tsx'
import { SandboxSheet } from './card/sandbox-sheet.tsx'
import { SavedCardList } from './card/saved-card-list.tsx'
import type { Cost } from './checkout/use-figures.ts'
import { GiftDayField } from './gift/gift-day.tsx'
import { Notices } from './purchase-notices.tsx'
import { type Gains, NewEnvelopes, NewStamps } from './success/gains.tsx'

beforeEach(() => {
  openPage()
})

describe('a notice', () => {
  const preview: Cost['preview'] = {
    ...{ card_needed: 0.1, wallet_used: 0, wallet_total: 0, wallet_held: 0, rate: 1 },
    ...{ wallet_tx_id: 'quote', currency: 'GBP', card_minimum: 0.3 },
    expires_at: '2199-01-01T12:00:00.000Z',
  }
  const figures = { total: 0.1, wallet: 0, card: 0.1, kgToCardMinimum: 10, walletCouldPay: false }
  const cost = (own: Partial<Cost>): Cost => ({
    ...{ kg: 5, figures: { ...figures, method: 'card' }, presets: [], total: 0.1, preview },
    ...{ isForeign: false, rate: undefined, rateValue: 1, rateFailed: false },
    ...{ previewFailed: false, isSettling: false, retryPreview: () => undefined, ...own },
  })
  const drawn = async (own: Partial<Cost>, offersWallet = true) => {
    const onQuantity = vi.fn()
    const given = { cost: cost(own), currency: 'GBP', batch: undefined, problem: null }
    const page = await draw(<Notices {...{ ...given, offersWallet, onQuantity }} />)
    return { page, onQuantity }
  }

  it.each([5, 7])('adds the missing kilograms to those chosen: %i', async (kg) => {
    const { page, onQuantity } = await drawn({ kg })
    await page.press('Add 10 kg')
    expect(onQuantity.mock.calls).toEqual([[String(kg + 10)]])
  })

  it('asks the wallet again, where the form can use it', async () => {
    const retryPreview = vi.fn()
    const { page } = await drawn({ previewFailed: true, retryPreview })
    await page.press('Try the wallet again')
    expect(retryPreview).toHaveBeenCalledOnce()
    expect((await drawn({ previewFailed: true }, false)).page.offers(/wallet/)).toBe(0)
    expect((await drawn({})).page.offers(/wallet/)).toBe(0)
  })
})

describe('the day of a gift', () => {
  it.each([
    ['2026-11-28T12:00:00', '2026-11-29', '2027-11-28'],
    ['2026-12-31T12:00:00', '2027-01-01', '2027-12-31'],
    ['2028-02-28T12:00:00', '2028-02-29', '2029-02-28'],
  ])('is from tomorrow on to a year from now: %s', async (now, first, last) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    await draw(<GiftDayField day="" error={undefined} onChange={() => undefined} />)
    const field = document.querySelector('input[type=date]')
    expect([field?.getAttribute('min'), field?.getAttribute('max')]).toEqual([first, last])
  })

  it('is asked for once its box is ticked, and forgotten once it is not', async () => {
    const onChange = vi.fn()
    const part = (day: string | null) => <GiftDayField {...{ day, onChange }} error={undefined} />
    const page = await draw(part(null))
    expect(document.querySelector('input[type=date]')).toBeNull()
    await page.tick(texts.gifts_day_ask())
    await page.again(part('2199-12-24'))
    expect(page.valueOf(texts.gifts_day())).toBe('2199-12-24')
    await page.tick(texts.gifts_day_ask())
    expect(onChange.mock.calls).toEqual([[''], [null]])
  })
})

describe('the list of cards', () => {
  const card = (id: string, exp_year: number) => ({
    ...{ id, brand: 'visa', last4: `000${id}`, exp_month: 12, exp_year },
  })
  it('chooses the card that is pressed, unless it has expired', async () => {
    const chosen: unknown[] = []
    const cards = [card('1', 2099), card('2', 2020), card('3', 2099)]
    const given = { cards, value: '1', other: texts.purchases_card_other(), error: 'Declined.' }
    const page = await draw(<SavedCardList {...given} onChange={(id) => chosen.push(id)} />)
    for (const name of [/0003/, /0002/, /Another card/]) await page.tick(name)
    expect(chosen).toEqual(['3', null])
    const inputs = [...document.querySelectorAll('input')]
    expect(inputs.map(({ disabled }) => disabled)).toEqual([false, true, false, false])
    expect(inputs.map(({ checked }) => checked)).toEqual([true, false, false, false])
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Declined.')
  })
})

it('the sandbox’s sheet closes with its amount, and stays closed', async () => {
  Object.assign(window.HTMLElement.prototype, { scrollIntoView: () => undefined })
  const part = (value: number | undefined) => (
    <SandboxSheet
      amount={value === undefined ? undefined : { value, currency: 'GBP' }}
      onToken={() => true}
    />
  )
  const page = await draw(part(10))
  await page.press(texts.purchases_sheet_open())
  expect(page.offers('Confirm £10.00')).toBe(1)
  await page.again(part(undefined))
  await page.again(part(20))
  expect(page.offers(/^Confirm/)).toBe(0)
  await page.press(texts.purchases_sheet_open())
  expect(page.offers('Confirm £20.00')).toBe(1)
  await page.press(texts.common_cancel())
  expect(page.offers(/^Confirm/)).toBe(0)
})

describe('a retyped id', () => {
  const drawn = (typed: string, error?: string) =>
    draw(
      <RetypeField
        {...{ txId: 'CP-AAAA-BBBB-CCCC', typed, error, disabled: false, isFirst: true }}
        aboutId="about"
        onType={() => undefined}
      />,
    )
  it.each([
    ['CP', '1 of 4 groups match', undefined],
    ['CP-AAAA-XXXX', '2 of 4 groups match', 'Check group 3: it should read BBBB.'],
    ['XX-AAAA-BBBB-CCCC', '3 of 4 groups match', 'Check group 1: it should read CP.'],
    ['CP-AAAA-BBBB-CCCC', '4 of 4 groups match', undefined],
  ])(
    'counts its groups, and names the first wrong one after an error: %s',
    async (typed, count, check) => {
      expect((await drawn(typed)).text()).toContain(count)
      expect(document.body.textContent).not.toContain('Check group')
      if (check === undefined) return
      expect((await drawn(typed, texts.purchases_mismatch())).text()).toContain(check)
    },
  )

  it('that is empty has no count', async () => {
    expect((await drawn('')).text()).not.toContain('groups match')
  })
})

describe('what is new', () => {
  const stamp = (code: string): Gains['stamps'][number] => ({
    ...{ code, title: code, label: code, currentValue: 1, threshold: 1, progressPct: 100 },
    ...{ colorClass: 'blue', feedback: '', reached_at: null },
  })
  it.each([
    [1, 1, '', [200]],
    [2, 2, '', [200, 450]],
    [3, 3, '', [200, 450, 700]],
    [4, 3, '+1', [200, 400, 600]],
    [5, 3, '+2', [200, 360, 520]],
  ])(
    'shows at most three of %i stamps, and how many more there are',
    async (count, shown, more, delays) => {
      const codes = ['first_offset', 'offset_100', 'offset_1000', 'offset_500', 'first_gift']
      await draw(<NewStamps stamps={codes.slice(0, count).map(stamp)} />)
      const fresh = [...document.querySelectorAll<HTMLElement>('.stamp-fresh')]
      expect(fresh.map(({ style }) => style.animationDelay)).toEqual(
        delays.map((ms) => `${ms}ms`).slice(0, shown),
      )
      expect(document.querySelector('li[aria-hidden]')?.textContent ?? '').toBe(more)
    },
  )

  const reward = (reward_id: string): Gains['rewards'][number] => ({
    ...{ reward_id, achievement_code: 'first_offset', description: '' },
    ...{ reward_type: 'token', reward_value: { label: '1 kg', kg: 1 } },
  })
  it.each([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
  ])('shows each of %i envelopes, several after a press', async (count, isStack) => {
    const ids = ['r1', 'r2', 'r3'].slice(0, count)
    const button = ({ reward_id }: { reward_id: string }) => (
      <button type="button">{reward_id}</button>
    )
    const page = await draw(
      <RewardAction value={button}>
        <NewEnvelopes rewards={ids.map(reward)} />
      </RewardAction>,
    )
    const offered = () => ids.filter((id) => page.offers(id) === 1)
    expect(offered()).toEqual(isStack ? [] : ids)
    if (!isStack) return
    await page.press(/./)
    await until(() => expect(offered()).toEqual(ids))
  })
})

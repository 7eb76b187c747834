// Tests the activity at home and on its own page at the first render, the kilograms of one
// purchase, and the repeated purchase.

import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Achievement, listAchievements } from '#features/achievements/achievements-calls.ts'
import {
  exampleBatch,
  exampleProject,
  getProject,
  type Project,
} from '#features/catalogue/catalogue-calls.ts'
import { type ActivityEntry, listActivity, listTokens } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { paths } from '#web/paths.ts'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { formatDateTime } from '#web/ui/number-format.ts'
import { OffsetActivity } from './offset-activity.tsx'
import { TokenDetailsDialog } from './token-details-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { TransactionsPage } from './transactions-page.tsx'
import { WeeklyStreak } from './weekly-streak.tsx'

const entry = testEntry
const batch = { ...exampleBatch, id: 'b1', serial_number: 'GS1', kg_available: 500 }
const project: Project = { ...exampleProject, id: 'p', batches: [batch] }
const weeks: Achievement = {
  ...{ code: 'weekly_streak', title: 'Weeks', label: 'Weeks', currentValue: 1, threshold: 4 },
  ...{ progressPct: 25, colorClass: 'blue', feedback: '', reached_at: null },
  weeks: ['2026-11-16'],
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:00:00Z') })
  vi.stubGlobal('window', {})
  vi.stubGlobal('history', { state: null })
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const of = (own: Partial<ActivityEntry> = {}) => ({ ...entry, ...own })
const many = (count: number, own: Partial<ActivityEntry> = {}) =>
  Array.from({ length: count }, (_, place) => of({ tx_id: `CP-${place}`, ...own }))

type Answers = { entries?: readonly ActivityEntry[]; project?: Project; done?: readonly string[] }
function drawn(part: ReactNode, answers: Answers = {}, tokens?: readonly object[]): string {
  const { entries, project: shown, done } = answers
  const pages = entries && { pages: [{ entries, nextPath: null }], pageParams: ['/'] }
  return markupOf(part, [
    [[listActivity.id], pages],
    [[getProject.id, 'p'], shown],
    [[listAchievements.id], done && [{ ...weeks, weeks: done }]],
    [[listTokens.id, 'CP-1', 0], tokens],
  ])
}

const threeMonths = (count: number) =>
  ['11', '10', '09'].flatMap((month) =>
    many(count, { created_at: `2026-${month}-15T12:00:00Z` }).map((each) => ({
      ...each,
      tx_id: `${each.tx_id}-${month}`,
    })),
  )
const rowsByMonth = (html: string) =>
  html.split('<section ').flatMap((month) => {
    const [, name] = /<h\d id="month-[^>]*>([^<]*)/.exec(month) ?? []
    return name === undefined ? [] : [[name, month.match(/<li /g)?.length]]
  })

describe('the activity at home', () => {
  it('links to the whole list where there are more than five entries', () => {
    const [five, six] = [5, 6].map((count) => drawn(<OffsetActivity />, { entries: many(count) }))
    expect([five?.includes('Show all'), six?.includes('Show all')]).toEqual([false, true])
    expect(six).toContain(`href="${paths.transactions}"`)
    expect(six?.match(/<li /g)).toHaveLength(5)
  })

  it('has the two newest months with five rows each, on a phone too', () => {
    const html = drawn(<OffsetActivity />, { entries: threeMonths(7) })
    expect(rowsByMonth(html)).toEqual([
      ['November 2026', 5],
      ['October 2026', 5],
    ])
    expect(html).not.toMatch(/max-md:hidden|Show 2 more/)
  })

  it('does not link to the whole list where two months show all of it', () => {
    const html = drawn(<OffsetActivity />, { entries: threeMonths(1).slice(0, 2) })
    expect([html.includes('Show all'), html.includes('October')]).toEqual([false, true])
  })

  it('links to the whole list where a month is left out, and shows attempts on a phone', () => {
    const html = drawn(<OffsetActivity />, { entries: threeMonths(1) })
    expect([html.includes('Show all'), html.includes('September')]).toEqual([true, false])
    const tried = drawn(<OffsetActivity />, {
      entries: [of(), of({ tx_id: 'x', status: 'FAILED' })],
    })
    expect(tried).toContain('1 attempt that failed or expired')
    expect(tried).not.toContain('max-md:hidden')
  })

  it('is short: without notes and without the actions of a gift', () => {
    const gift = { is_gift: true, to_user: '+44•••••456', gift_status: 'waiting' } as const
    const html = drawn(<OffsetActivity />, { entries: [of({ ...gift, note: 'For you' })] })
    expect(html).not.toMatch(/For you|Send the link again/)
  })

  it('has a text for an empty list and a name while it loads', () => {
    expect(wordsIn(drawn(<OffsetActivity />, { entries: [] }))).toContain(
      'You have no carbon transactions yet.',
    )
    expect(drawn(<OffsetActivity />)).toContain('aria-label="Loading your offset activity"')
  })
})

describe('the page of the activity', () => {
  it('shows every month with five rows', () => {
    const html = drawn(<TransactionsPage />, { entries: threeMonths(7) })
    expect(rowsByMonth(html)).toEqual([
      ['November 2026', 5],
      ['October 2026', 5],
      ['September 2026', 5],
    ])
    expect(html.match(/Show 2 more/g)).toHaveLength(3)
  })

  it('without purchases links to the projects', () => {
    const html = drawn(<TransactionsPage />, { entries: [] })
    expect(html).toContain('You have no carbon transactions yet.')
    expect(html).toContain(`href="${paths.projects}"`)
  })

  it('shows until when a reservation waits, with Cancel and Continue', () => {
    const open = { status: 'PENDING', expires_at: '2026-11-25T12:10:00Z' } as const
    const words = wordsIn(drawn(<TransactionsPage />, { entries: [of(open)] }))
    expect(words.join()).toMatch(/Held until .*,Cancel,Continue/)
    expect(words).not.toContain('Kilograms of Wind, Nov 21, 2026')
    const undated = drawn(<TransactionsPage />, { entries: [of({ status: 'PENDING' })] })
    expect(undated).toContain('Awaiting your confirmation')
  })
})

/** Returns the content of the dialog, which renders next to the page. */
function Sheet({ own }: { own: Partial<ActivityEntry> }) {
  const dialog: ReactElement<{ children: ReactNode }> = TokenDetailsDialog({
    ...{ entry: of(own), open: true, onClose: () => undefined },
  })
  return dialog.props.children
}

describe('the kilograms of one purchase', () => {
  const sheet = (own: Partial<ActivityEntry>) => drawn(<Sheet own={own} />, { project })
  const range = { kg: 1_500, first_token: 'GS1.401', last_token: 'GS1.1900' }

  it('show their tonnes in the registry’s serial', () => {
    expect(wordsIn(sheet(range))).toContain('1,500 kg, tonnes 1 to 2 of serial GS1')
    expect(wordsIn(sheet({ kg: 10, first_token: 'GS1.1001', last_token: 'GS1.1010' }))).toContain(
      '10 kg, in tonne 2 of serial GS1',
    )
    expect(wordsIn(sheet({}))).toContain('10 kg, each with its own ID')
  })

  it.each([
    [0, 10, 'Not retired at the registry yet'],
    [4, 6, '4 kg are retired at the registry, 6 kg not yet'],
    [10, 0, 'Retired at the registry'],
  ])('of which %i are retired and %i are not: %s', (retired_kg, allocated_kg, words) => {
    expect(wordsIn(sheet({ ...range, retired_kg, allocated_kg }))).toContain(words)
  })

  it('of a purchase refunded in part are those that are left, also where one is left', async () => {
    const part = {
      ...range,
      refunded_kg: 600,
      last_token: 'GS1.1300',
      refund_status: 'paid',
    } as const
    const words = wordsIn(sheet(part))
    expect(words).toContain('900 kg, tonnes 1 to 2 of serial GS1')
    expect(words).toContain('Show all: 900 kg, each with its own ID')
    const one = { ...part, kg: 2, refunded_kg: 1, last_token: 'GS1.401' }
    expect(wordsIn(sheet(one))).toContain('1 kg, in tonne 1 of serial GS1')
    expect(wordsIn(sheet(one)).join('|')).toContain('ID|GS1.401')
    expect(sheet(one)).not.toContain('aria-expanded')
  })

  const certificate = ['Certificate', 'Loading your certificate']
  const all = 'Show all: 1,500 kg, each with its own ID'
  it.each<[string, Partial<ActivityEntry>, string[], string[]]>([
    [
      'a purchase',
      {},
      ['For yourself', 'paid by card', '£0.20'],
      ['Receipt (PDF)', ...certificate, all],
    ],
    [
      'a purchase in another currency, with a note',
      { note: 'Mine', total: 12, total_currency: 'EUR', payment_source: 'wallet' },
      ['For yourself', 'paid from wallet', '€12.00', '“Mine”'],
      ['Receipt (PDF)', ...certificate, all],
    ],
    [
      'a gift that was given',
      { is_gift: true, to_user: '+44•••••456', to_name: 'Ben', gift_status: 'waiting' },
      ['Gift to Ben (+44•••••456)', 'not yet received', 'paid by card', '£0.20'],
      ['Receipt (PDF)', all],
    ],
    [
      'a gift that waits for its day',
      { is_gift: true, to_user: '+44•••••456', gift_status: 'waiting', deliver_on: '2026-12-24' },
      ['Gift to +44•••••456', 'arrives on Dec 24, 2026', 'paid by card', '£0.20'],
      ['Receipt (PDF)', all],
    ],
    [
      'a received gift',
      { is_gift: true, from_user: 'Ada', note: 'For you', total: 0 },
      ['Gift from Ada', 'Gift', '“For you”'],
      ['Say thanks', ...certificate, all],
    ],
    [
      'a reward',
      { is_reward: true, payment_source: 'reward', total: 0 },
      ['Reward'],
      ['Receipt (PDF)', ...certificate, all],
    ],
    [
      'a refunded purchase with a credit note',
      { status: 'REFUNDED', refund_status: 'on_its_way', has_credit_note: true },
      ['For yourself', 'the refund is on its way', '£0.20'],
      ['Receipt (PDF)', 'Credit note (PDF)', ...certificate, all],
    ],
    [
      'a disputed purchase',
      { status: 'DISPUTED' },
      ['For yourself', 'your bank is asking about this payment', 'Disputed'],
      ['Receipt (PDF)', ...certificate, all],
    ],
  ])('%s has these facts and actions', (_, own, facts, actions) => {
    const words = wordsIn(sheet({ ...range, allocated_kg: 1_500, ...own }))
    const moment = formatDateTime(entry.created_at)
    expect(words).toEqual([
      ...['Wind', ': See the project and its registry page', moment, ...facts],
      '1,500 kg, tonnes 1 to 2 of serial GS1',
      'The registry counts in tonnes: one serial is 1,000 kg.',
      ...[
        'Serial number of the batch',
        'GS1',
        'Copy',
        'Registry',
        'Gold Standard GS7426',
        '(opens in a new tab)',
        'Transaction',
        'CP-1',
        'Copy',
      ],
      ...['Retirement', 'Not retired at the registry yet', ...actions],
    ])
  })

  it('of a single kilogram are no list', () => {
    const one = { kg: 1, first_token: 'GS1.5', last_token: 'GS1.5' }
    expect(wordsIn(sheet(one))).toContain('GS1.5')
    expect(sheet(one)).not.toContain('aria-expanded')
    expect(sheet(range)).toContain('aria-expanded="false"')
  })

  it('that a registry took back are shown with the kilograms held now', () => {
    const replacement = {
      former: [{ kg: 10, first_token: 'GS1.1', last_token: 'GS1.10' }],
      present: [{ kg: 9, first_token: 'GS2.5', last_token: 'GS2.13' }],
    }
    const words = wordsIn(sheet({ ...range, replacement }))
    expect(words.join('|')).toContain('Taken back by the registry: 10 kg|GS1.1–10')
    expect(words.join('|')).toContain('Held now: 9 kg|GS2.5–13')
    expect(words.join()).not.toContain('in tonne')
  })

  it('have a receipt for the buyer, thanks for a received gift, and a certificate for the holder', () => {
    const partsOf = (own: Partial<ActivityEntry>) => {
      const html = sheet({ ...range, ...own })
      return ['receipt.pdf', 'Say thanks', 'certificate-part'].map((part) => html.includes(part))
    }
    const received = { is_gift: true, from_user: 'Ada' }
    expect(partsOf({})).toEqual([true, false, true])
    expect(partsOf({ is_gift: true, to_user: '+44•••••456' })).toEqual([true, false, false])
    expect(partsOf(received)).toEqual([false, true, true])
    expect(partsOf({ ...received, status: 'REFUNDED' })).toEqual([false, false, true])
    expect(partsOf({ first_token: null, last_token: null })).toEqual([true, false, false])
    expect(sheet({ ...range, has_credit_note: true })).toContain('credit-note.pdf')
    expect(sheet(range)).not.toContain('credit-note.pdf')
  })
})

it('ids have their place in the whole list, and are marked where retired', () => {
  const tokens = [1, 2].map((place) => ({
    id: `GS1.${place}`,
    state: place === 1 ? 'allocated' : 'retired',
  }))
  const html = drawn(<TokenList txId="CP-1" count={10_000} />, {}, tokens)
  const rows = html.split('<li ').slice(1)
  expect(rows).toHaveLength(20)
  expect(rows[1]).toMatch(/aria-setsize="10000" aria-posinset="2"/)
  expect(rows.slice(0, 2).map((row) => wordsIn(row).slice(1, -1))).toEqual([
    ['1', 'GS1', '.1'],
    ['2', 'GS1', '.2', 'retired'],
  ])
})

type Repeat = { last: ActivityEntry; chosenId?: string }
type Tell = { tell: (chosenId: unknown) => void }

/** Reports the batch that the button of a repeated purchase chooses. */
function LookAtRepeat({ part, tell }: Tell & { part: ReactElement<Repeat> }) {
  const repeat = part.type as (props: Repeat) => ReactElement<Repeat> | null
  tell(repeat(part.props)?.props.chosenId)
  return null
}

function LookAtStreak({ entry: last, tell }: Tell & { entry: ActivityEntry }) {
  const streak: ReactElement<{ children: ReactNode }> | null = WeeklyStreak({ entries: [last] })
  const part = Children.toArray(streak?.props.children).find(
    (each) => isValidElement<Repeat>(each) && 'last' in each.props,
  )
  return isValidElement<Repeat>(part) ? <LookAtRepeat {...{ part, tell }} /> : null
}

describe('the repeated purchase', () => {
  const again = (entries: readonly ActivityEntry[], batches = [batch]) => {
    const known = { project: { ...project, batches }, done: ['2026-11-16'] }
    return wordsIn(drawn(<WeeklyStreak entries={entries} />, known)).filter((each) =>
      each.startsWith('Same as last time'),
    )
  }

  it('has as many kilograms as the user’s last own purchase', () => {
    const others = [
      of({ kg: 1, is_gift: true }),
      of({ kg: 2, is_reward: true }),
      of({ kg: 3, status: 'REFUNDED' }),
      of({ kg: 4, status: 'PENDING' }),
    ]
    expect(again([...others, of({ kg: 5 }), of({ kg: 6 })])).toEqual(['Same as last time: 5 kg'])
    expect(again(others)).toEqual([])
  })

  it('is offered where a batch of the project still has as many', () => {
    const bought = [of({ kg: 500 })]
    expect(again(bought)).toHaveLength(1)
    expect(again([of({ kg: 501 })])).toEqual([])
    expect(again(bought, [{ ...batch, is_offered: false }])).toEqual([])
    const other = { ...batch, id: 'b2', serial_number: 'GS2' }
    expect(again(bought, [{ ...batch, kg_available: 1 }, other])).toHaveLength(1)
  })

  it('is of the same batch, where that one still has as many', () => {
    const own = of({ kg: 5, batch_serial_number: 'GS2' })
    const chosen = (kg_available: number) => {
      const same = { ...batch, id: 'b2', serial_number: 'GS2', kg_available }
      const found: unknown[] = []
      const known = { project: { ...project, batches: [batch, same] }, done: ['2026-11-16'] }
      drawn(<LookAtStreak entry={own} tell={(id) => found.push(id)} />, known)
      return found
    }
    expect([chosen(5), chosen(4)]).toEqual([['b2'], ['b1']])
  })

  it('is next to the weeks, which are hidden without any week', () => {
    const known = { project, done: ['2026-11-23', '2026-11-09'] }
    const words = wordsIn(drawn(<WeeklyStreak entries={[entry]} />, known))
    expect(words.slice(0, 5)).toEqual([
      ...['Week of Nov 2: open', 'Week of Nov 9: stamped', 'Week of Nov 16: open'],
      ...['Week of Nov 23: stamped', 'This week is stamped.'],
    ])
    expect(drawn(<WeeklyStreak entries={[entry]} />, { project, done: [] })).toBe('')
    const open = drawn(<WeeklyStreak entries={[entry]} />, { project, done: ['2026-11-16'] })
    expect(wordsIn(open)).toContain('5 days left this week')
  })
})

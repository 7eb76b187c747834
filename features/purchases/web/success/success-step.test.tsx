// Tests the last step at its first render: the purchase and its payment, its message, and its
// gains.

import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { draw, openPage } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import type { Pending } from '../purchase-steps.ts'
import { CountedKg, type Gains, gainsText, NewEnvelopes, NewLeagues, NewStamps } from './gains.tsx'
import { RewardAction } from './reward-action.ts'
import { SuccessStep } from './success-step.tsx'

const pending: Pending = {
  ...{ txId: 'CP-2222-2222-2222', expiresAt: '2199-01-01T12:00:00.000Z', kg: 100, total: 2 },
  ...{ currency: 'GBP', walletUsed: 0.5, cardUsed: 1.5, vintageYear: 2024, recipient: null },
  ...{ recipientName: null, asksBank: false },
}
const entry: ActivityEntry = {
  ...testEntry,
  ...{ tx_id: pending.txId, created_at: '2026-11-21T12:00:00.000Z', kg: 100, allocated_kg: 100 },
  ...{ total: 2.5, total_currency: 'EUR', project_country: 'India' },
  ...{ project_name: 'Wind in the list', project_shown_name: 'Wind in the list' },
  ...{ batch_serial_number: 's', first_token: 's.1', last_token: 's.100' },
}

beforeEach(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
})
afterEach(() => vi.unstubAllGlobals())

type Known = Parameters<typeof markupOf>[1]
function drawn(
  own: Partial<Pending> = {},
  known?: Partial<ActivityEntry> | null,
  others: Known = [],
): string[] {
  const key = [listActivity.id, 'receipt', pending.txId]
  const step = (
    <SuccessStep pending={{ ...pending, ...own }} projectName="Wind" onDone={() => undefined} />
  )
  const receipt = known && { ...entry, ...known }
  return wordsIn(markupOf(step, [[key, receipt], ...others], '/app/projects/p'))
}
const receiptOf = (words: readonly string[]) => words.slice(words.indexOf('Details') + 1)

it('shows the kilograms added and their project; the receipt has the payers', () => {
  const words = drawn({}, null)
  expect(words).toContain('100 kg of carbon offsets are now in your passport.')
  expect(words).toContain('Total offsets')
  expect(words).toContain('Wind')
  expect(receiptOf(words)).toEqual([
    ...['From your wallet', '£0.50', 'Card', '£1.50', 'Total', '£2.00'],
    ...['Transaction ID', pending.txId, 'Done'],
  ])
})

it('shows the server’s figures where it has answered, with the first and the last kilogram', () => {
  const words = drawn({ walletUsed: 0, cardUsed: 2 }, {})
  expect(words).toContain('Wind in the list')
  expect(receiptOf(words)).toEqual([
    ...['Card', '£2.00', 'Total', '€2.50', 'Transaction ID', pending.txId],
    ...['First kilogram', 's.1', 'Last kilogram', 's.100', 'Done'],
  ])
  const one = receiptOf(drawn({ kg: 1, walletUsed: 2, cardUsed: 0 }, { kg: 1, last_token: 's.1' }))
  expect(one).toEqual([
    ...['From your wallet', '£2.00', 'Total', '€2.50', 'Transaction ID', pending.txId],
    ...['Your kilogram', 's.1', 'Done'],
  ])
})

it('of a gift names its receiver, shares its link, and adds nothing to the giver’s passport', () => {
  const words = drawn({ recipient: '+44•••••321', recipientName: 'Grace' })
  expect(words).toContain('100 kg of carbon offsets are on their way to Grace (+44•••••321).')
  expect(words.slice(-2)).toEqual(['Share the link', 'Done'])
  expect(words.join()).not.toContain('in your passport')
  expect(words).not.toContain('Total offsets')
})

it('of a gift with a day names the day, and offers nothing to share before it', () => {
  const own = { recipient: '+44•••••321', recipientName: 'Grace', deliverOn: '2026-12-24' }
  const words = drawn(own)
  expect(words).toContain(
    '100 kg of carbon offsets will reach Grace (+44•••••321) on Dec 24, 2026.',
  )
  expect(words.join()).toContain('Until then only you know.')
  expect(words.join()).not.toContain('Share')
})

it('is compared with the user’s year where the kilograms are the user’s, and not as a gift', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await openSession(ada, terminal)
  const estimate = { passportId: ada.id, yearKg: 3650, answers: {} }
  const gift = { recipient: '+44•••••321', recipientName: 'Grace' }
  const shares = [{}, gift, { ...gift, deliverOn: '2026-12-24' }].map((own) =>
    drawn(own, null, [[['estimate', ada.id], estimate]]).filter((each) =>
      /of your year/.test(each),
    ),
  )
  await signOut()
  expect(shares).toEqual([['About 10 days of your year'], [], []])
})

it('shows no total where the new one is unknown, and counts from the previous one where it is known', () => {
  const shown = (afterKg: number | undefined) =>
    renderToStaticMarkup(<CountedKg beforeKg={40} afterKg={afterKg} isStill={false} />)
  expect(shown(undefined)).not.toContain('40')
  expect(shown(140)).toContain('>40')
})

it('shows the new total also where it arrives after the first drawing', async () => {
  openPage()
  const counted = (afterKg: number | undefined) => (
    <CountedKg beforeKg={40} afterKg={afterKg} isStill />
  )
  const page = await draw(counted(undefined))
  await page.again(counted(140))
  const shown = document.querySelector('span[aria-hidden="true"]')?.textContent
  expect(shown).toBe('140\u00a0kg')
  await page.close()
})

const gains: Gains = {
  ...{ totalKg: 140, offsetLeague: 'silver', ecoLeague: null },
  stamps: [],
  rewards: [
    {
      ...{ reward_id: 'r1', achievement_code: 'first_offset', description: '' },
      ...{ reward_type: 'token', reward_value: { label: '1 kg', kg: 1 } },
    },
  ],
}
it('the gains are given in words: the league entered, under its own name', () => {
  expect(gainsText(gains)).toMatch(/^Offset league: Silver\. .*1\u00a0kg/)
  const stamp = {
    ...{ code: 'first_offset', title: 'First', label: 'First', currentValue: 1, threshold: 1 },
    ...{ progressPct: 100, colorClass: 'blue', feedback: '', reached_at: null },
  }
  const others = { ...gains, offsetLeague: null, ecoLeague: 'gold', rewards: [] } as const
  expect(gainsText({ ...others, stamps: [stamp] })).toMatch(/^New stamp: .+ Eco league: Gold\.$/)
  const html = renderToStaticMarkup(<NewLeagues gains={gains} />)
  expect(html).toContain('Silver')
  expect(html).not.toContain('Bronze')
})

it('the gains name every stamp, league and envelope', () => {
  const [reward] = gains.rewards
  if (reward === undefined) throw new Error('no reward')
  const second = { ...reward, reward_id: 'r2', reward_value: { label: '7 kg', kg: 7 } }
  const stampOf = (code: string) => ({
    ...{ code, title: code, label: code, currentValue: 1, threshold: 1, progressPct: 100 },
    ...{ colorClass: 'blue', feedback: '', reached_at: null },
  })
  const all: Gains = {
    ...{ totalKg: 140, offsetLeague: 'silver', ecoLeague: 'gold' },
    stamps: [stampOf('first_offset'), stampOf('offset_1000')],
    rewards: [reward, second],
  }
  const words = gainsText(all).replaceAll('\u00a0', ' ')
  expect(words.match(/New stamp: /g)).toHaveLength(2)
  for (const part of ['Offset league: Silver.', 'Eco league: Gold.', '1 kg', '7 kg']) {
    expect(words).toContain(part)
  }
})

it.each([
  [0, 0, undefined],
  [1, 1, undefined],
  [3, 3, undefined],
  [4, 3, '+1'],
  [5, 3, '+2'],
])(
  'of %i new stamps the first %i are shown, and the number of the others: %s',
  (count, of, rest) => {
    const stamps = Array.from({ length: count }, (_, index) => ({
      ...{ code: `c${index}`, title: `Title ${index}`, label: `Label ${index}`, currentValue: 1 },
      ...{ threshold: 1, progressPct: 100, colorClass: 'blue', feedback: '', reached_at: null },
    }))
    const html = renderToStaticMarkup(<NewStamps stamps={stamps} />)
    expect(html.match(/stamp-fresh/g) ?? []).toHaveLength(of)
    expect(wordsIn(html).find((each) => each.startsWith('+'))).toBe(rest)
  },
)

it('each new envelope has the button that opens its reward in place', () => {
  const html = renderToStaticMarkup(
    <RewardAction value={({ reward_id }) => <button type="button">{`Open ${reward_id}`}</button>}>
      <NewEnvelopes rewards={gains.rewards} />
    </RewardAction>,
  )
  expect(html).toMatch(/<article.*<button type="button">Open r1<\/button>/)
})

type Shared = { contentOf: () => unknown; scene: ReactElement<{ project: object }> | null }
type Parts = Partial<Shared> & { children?: ReactNode }

/** Returns the elements below a node that share a picture, and their names. */
function sharedIn(node: ReactNode): [name: string, props: Parts][] {
  return Children.toArray(node).flatMap((each): [string, Parts][] => {
    if (!isValidElement<Parts>(each)) return []
    const own: [string, Parts][] =
      typeof each.type === 'function' && /^Share/.test(each.type.name)
        ? [[each.type.name, each.props]]
        : []
    return [...own, ...sharedIn(each.props.children)]
  })
}

function Look({ pending, tell }: { pending: Pending; tell: (drawn: ReactNode) => void }) {
  tell(SuccessStep({ pending, projectName: 'Wind', onDone: () => undefined }))
  return null
}

describe('the picture that is shared', () => {
  function shared(own: Partial<Pending>, known: ActivityEntry | null = entry) {
    let found: ReactNode
    const tell = (drawn: ReactNode) => {
      found = drawn
    }
    const key = [listActivity.id, 'receipt', pending.txId]
    markupOf(<Look {...{ pending: { ...pending, ...own }, tell }} />, [[key, known]])
    return sharedIn(found)
  }

  it('of a purchase has its kilograms, its stamp of today, and the scene of its project', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
    const [[name, props] = ['', {}], ...others] = shared({ kg: 1_234 })
    expect([name, others]).toEqual(['ShareButton', []])
    expect(props.contentOf?.()).toEqual({
      ...{ figure: '1,234', unit: 'kg CO₂', words: texts.passport_share_words() },
      stamp: {
        ...{ shape: 'round', ink: 'green', tilt: -7, date: 'NOV 21, 26' },
        lines: [texts.purchases_stamp_word(), '1,234 KG'],
      },
    })
    const { project_id: id, project_country: country, project_scene: scene } = entry
    expect(props.scene?.props.project).toEqual({ id, country, scene })
    expect(shared({}, null)[0]?.[1].scene).toBeNull()
    vi.useRealTimers()
  })

  it('of a gift has its kilograms and its scene, unless the gift waits for its day', () => {
    const gift = { kg: 7, recipient: '+44•••••321', recipientName: 'Grace' }
    const parts = shared(gift)
    expect(parts.map(([name]) => name)).toEqual(['ShareGift', 'ShareGiftPicture'])
    expect(parts[1]?.[1]).toMatchObject({ kg: 7, givenAt: expect.stringMatching(/^20/) })
    expect(parts[1]?.[1].scene?.props.project).toMatchObject({ id: entry.project_id })
    expect(shared({ ...gift, deliverOn: '2026-12-24' })).toEqual([])
  })
})

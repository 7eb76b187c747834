// Tests each press in the activity: the entry that it acts on where the list has several, and the
// words where the server refuses.

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { getPassport } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { toastManager } from '#web/ui/dialog/toast.tsx'
import { formatTime } from '#web/ui/number-format.ts'
import { ActivityList } from './activity-list.tsx'
import { ActivityMonth, groupByMonth } from './activity-month.tsx'
import { OffsetActivity } from './offset-activity.tsx'
import { ThanksButton } from './thanks-button.tsx'
import { TokenDetailsDialog } from './token-details-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { TransactionsPage } from './transactions-page.tsx'
import { isSealed, ShowGift, useOpenGift } from './unopened-gifts.ts'

const entryOf = (own: Partial<ActivityEntry>): ActivityEntry => ({ ...testEntry, ...own })
const bought = entryOf({ tx_id: 'CP-1', project_shown_name: 'Wind' })
const second = entryOf({ tx_id: 'CP-2', project_shown_name: 'Forest' })
const received = { is_gift: true, from_user: 'Grace' } as const
const sealed = entryOf({ tx_id: 'CP-3', ...received, opened_at: null })
const unsealed = entryOf({ tx_id: 'CP-4', ...received, opened_at: '2026-11-22T10:00:00.000Z' })
const waits = { status: 'PENDING', expires_at: '2199-01-01T12:00:00.000Z' } as const
const held = ['CP-8', 'CP-9'].map((tx_id) => entryOf({ tx_id, ...waits }))

const failure = () => Response.json({}, { status: 500 })
/** Answers by path without its query. Any other path fails. */
let answers: Record<string, (address: URL) => Response>
let asked: string[]
let toasts: unknown[]
let client: QueryClient
beforeEach(() => {
  answers = {}
  asked = []
  toasts = []
  client = newQueryClient()
  client.setQueryDefaults([], { retry: false })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  openPage()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push(path)
    const address = new URL(path, 'https://passport.example')
    return answers[address.pathname]?.(address) ?? failure()
  })
  vi.spyOn(toastManager, 'add').mockImplementation(({ title }) => {
    toasts.push(title)
    return String(title)
  })
  return () => {
    vi.restoreAllMocks()
    client.clear()
  }
})

const shown = (part: ReactNode, showGift: (gift: ActivityEntry) => void = () => undefined) => (
  <QueryClientProvider client={client}>
    <ShowGift value={showGift}>{part}</ShowGift>
  </QueryClientProvider>
)
const drawn = (part: ReactNode) => draw(shown(part))

describe('a row', () => {
  const rowsOf = (entries: readonly ActivityEntry[], cancelling?: string) => {
    const pressed: string[] = []
    const note = (what: string) => (entry: ActivityEntry) => pressed.push(`${what} ${entry.tx_id}`)
    const part = groupByMonth(entries).map((month) => (
      <ActivityMonth
        key={month.key}
        {...{ month, cancelling, Heading: 'h2', isBrief: false }}
        onOpen={note('open')}
        onResume={note('continue')}
        onCancel={note('cancel')}
      />
    ))
    return { pressed, part }
  }

  it('opens the purchase that it names, and a sealed gift is named as sealed', async () => {
    const { pressed, part } = rowsOf([bought, second, sealed, unsealed])
    const page = await drawn(part)
    for (const name of [/Kilograms of Forest/, /Kilograms of Wind/, /Sealed for you/]) {
      await page.press(name)
    }
    await page.press(/Kilograms of Wind/, 1)
    expect(pressed).toEqual(['open CP-2', 'open CP-1', 'open CP-3', 'open CP-4'])
    expect(page.offers(/Sealed for you/)).toBe(1)
  })

  it('that waits is continued or cancelled, each by its own buttons, and not opened', async () => {
    const { pressed, part } = rowsOf(held)
    const page = await drawn(part)
    for (const nth of [1, 0]) {
      await page.press('Continue', nth)
      await page.press('Cancel', nth)
    }
    expect(pressed).toEqual(['continue CP-9', 'cancel CP-9', 'continue CP-8', 'cancel CP-8'])
  })

  it('that waits has the time of its own end', async () => {
    const ends = ['2199-01-01T12:10:00.000Z', '2199-01-01T13:25:00.000Z']
    const entries = ends.map((expires_at) => entryOf({ ...waits, tx_id: expires_at, expires_at }))
    const page = await drawn(rowsOf(entries).part)
    const times = ends.map((end) => texts.activity_pending_until({ time: formatTime(end) }))
    for (const time of times) expect(page.text()).toContain(time.replaceAll('\u00a0', ' '))
  })

  it.each([
    ['the first', 'CP-8', [true, false]],
    ['the second', 'CP-9', [false, true]],
    ['neither', undefined, [false, false]],
  ])('is busy while it is cancelled, and no other: %s', async (_, cancelling, busy) => {
    await drawn(rowsOf(held, cancelling).part)
    const buttons = [...document.querySelectorAll('button')].filter(
      (each) => each.textContent === 'Cancel',
    )
    expect(buttons.map((each) => each.getAttribute('aria-busy') === 'true')).toEqual(busy)
  })

  it('of a waiting gift shares its link each time that it is pressed', async () => {
    const shared: unknown[] = []
    vi.stubGlobal('navigator', { share: async (data: unknown) => shared.push(data) })
    const gift = { is_gift: true, gift_status: 'waiting' } as const
    const { pressed, part } = rowsOf(
      ['Grace', 'Alan'].map((to_name) =>
        entryOf({ tx_id: to_name, to_user: '+44', to_name, ...gift }),
      ),
    )
    const page = await drawn(part)
    const names = ['Grace', 'Alan', 'Grace']
    for (const name of names) await page.press(new RegExp(`^Send the link again: .*${name}`))
    expect([shared.length, pressed]).toEqual([names.length, []])
  })
})

describe('a link that is sent again', () => {
  const waiting = entryOf({ is_gift: true, to_user: '+44', gift_status: 'waiting' })
  it('keeps its button busy until the share sheet is closed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    vi.stubGlobal('navigator', { share: () => promise })
    const page = await drawn(<ActivityList entries={[waiting]} headingLevel="h2" />)
    const isBusy = () => document.querySelector('button[aria-busy=true]') !== null
    expect(page.text()).toContain('Waiting')
    expect(isBusy()).toBe(false)
    await page.press(/^Send the link again/)
    expect(isBusy()).toBe(true)
    await act(async () => resolve())
    await until(() => !isBusy())
  })
})

describe('a month', () => {
  const entries = ['11', '10'].flatMap((month) =>
    ['EXPIRED', 'FAILED', 'COMPLETED'].map((status) =>
      entryOf({
        ...{ tx_id: `${status} ${month}`, status: status as ActivityEntry['status'] },
        ...{ project_shown_name: `${status} ${month}`, created_at: `2026-${month}-15T12:00:00Z` },
      }),
    ),
  )

  it('shows and hides its own attempts, and no other’s', async () => {
    const page = await drawn(<ActivityList entries={entries} headingLevel="h2" />)
    const names = () =>
      entries.map((each) => each.project_shown_name).filter((name) => page.text().includes(name))
    const completed = ['COMPLETED 11', 'COMPLETED 10']
    expect(names()).toEqual(completed)
    const fold = /2 attempts that failed or expired/
    expect(page.offers(fold)).toBe(2)
    const expanded = () =>
      [...document.querySelectorAll('[aria-expanded]')].map((each) =>
        each.getAttribute('aria-expanded'),
      )
    expect(expanded()).toEqual(['false', 'false'])
    await page.press(fold, 1)
    expect(expanded()).toEqual(['false', 'true'])
    expect(names()).toEqual(['COMPLETED 11', 'EXPIRED 10', 'FAILED 10', 'COMPLETED 10'])
    await page.press(fold, 1)
    expect(expanded()).toEqual(['false', 'false'])
    expect(names()).toEqual(completed)
    await page.press(fold, 0)
    expect(names()).toEqual(['EXPIRED 11', 'FAILED 11', ...completed])
  })
})

/** Draws the content of the dialog, which renders next to the page. */
function Details({ entry }: { entry: ActivityEntry }) {
  const dialog: ReactElement<{ children: ReactNode }> = TokenDetailsDialog({
    ...{ entry, open: true, onClose: () => undefined },
  })
  return dialog.props.children
}

type Share = { kg: number; givenAt: string; scene: ReactElement<{ project: unknown }> }
/** Keeps the properties of the button that shares the gift's picture. */
function LookAtShare({ entry, tell }: { entry: ActivityEntry; tell: (share?: Share) => void }) {
  const dialog: ReactElement<{ children: ReactElement<{ children: ReactNode }> }> =
    TokenDetailsDialog({ entry, open: true, onClose: () => undefined })
  const parts = Children.toArray(dialog.props.children.props.children)
  tell(
    parts.filter((part) => isValidElement<Share>(part)).find(({ props }) => props.givenAt)?.props,
  )
  return null
}

describe('the details', () => {
  it('share the picture of a given gift with its kilograms, its day and its scene', async () => {
    const shares: (Share | undefined)[] = []
    const gift = entryOf({
      is_gift: true,
      kg: 9,
      refunded_kg: 2,
      created_at: '2026-10-01T10:00:00Z',
    })
    for (const own of [{}, { deliver_on: '2026-12-24' }, { from_user: 'Ada' }]) {
      const tell = (share?: Share) => void shares.push(share)
      await drawn(<LookAtShare entry={{ ...gift, ...own }} tell={tell} />)
    }
    expect(shares.slice(1)).toEqual([undefined, undefined])
    expect({ ...shares[0], scene: shares[0]?.scene.props }).toEqual({
      ...{ kg: 7, givenAt: '2026-10-01T10:00:00Z' },
      scene: { project: { id: 'p', country: 'TR', scene: 'wind' } },
    })
  })

  const ids = { first_token: 'GS1.401', last_token: 'GS1.410', kg: 10 }
  it('name the purchase as the list does, with its note and its transaction', async () => {
    const own = { ...ids, note: 'For you', total: 1.5, total_currency: 'EUR' }
    const page = await drawn(<Details entry={entryOf({ ...own, tx_id: 'CP-7' })} />)
    for (const words of ['Wind', '€1.50', 'paid by card', 'For you', 'CP-7', 'GS1']) {
      expect(page.text()).toContain(words)
    }
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/app/projects/p')
  })

  it.each([
    ['a purchase', {}],
    ['a given gift', { is_gift: true, to_user: '+44•••••456' }],
    ['a refunded purchase', { status: 'REFUNDED' }],
  ] as const)('have the credit note of %s, and no other’s', async (_, own) => {
    const address = '/api/tokens/transaction/CP-7/credit-note.pdf'
    const entry = entryOf({ ...ids, ...own, tx_id: 'CP-7' })
    const link = () => document.querySelector(`a[href="${address}"]`)
    const page = await drawn(<Details entry={entry} />)
    expect(link()).toBeNull()
    await page.again(shown(<Details entry={{ ...entry, has_credit_note: true }} />))
    expect(link()).not.toBeNull()
  })

  it('show and hide the ids of all kilograms', async () => {
    const page = await drawn(<Details entry={entryOf(ids)} />)
    const isShown = () => [page.text().includes('GS1.410'), page.text().includes('All IDs')]
    expect(isShown()).toEqual([false, false])
    await page.press(/^Show all/)
    expect(isShown()).toEqual([true, true])
    await page.press(/^Show all/)
    expect(isShown()).toEqual([false, false])
  })

  it.each([
    [1, 0],
    [2, 1],
  ])('of %i kilograms offer the ids of all: %i', async (kg, offers) => {
    const page = await drawn(<Details entry={entryOf({ ...ids, kg })} />)
    expect(page.offers(`Show all: ${kg} kg, each with its own ID`)).toBe(offers)
  })

  it('of a purchase refunded in part list as many ids as are left', async () => {
    const page = await drawn(<Details entry={entryOf({ ...ids, refunded_kg: 6 })} />)
    await page.press('Show all: 4 kg, each with its own ID')
    const rows = [...document.querySelectorAll('li[aria-setsize]')]
    expect(rows.map((row) => row.getAttribute('aria-setsize'))).toEqual(['4', '4', '4', '4'])
  })

  it('have every range of kilograms that a registry took back, and of those held now', async () => {
    const range = (serial: string, kg: number) => ({
      ...{ kg, first_token: `${serial}.1`, last_token: `${serial}.${kg}` },
    })
    const replacement = {
      former: [range('F1', 2), range('F2', 3)],
      present: [range('H1', 4), range('H2', 1)],
    }
    const page = await drawn(<Details entry={entryOf({ ...ids, replacement })} />)
    const codes = [...document.querySelectorAll('dd [translate=no]')].map(
      (each) => each.textContent,
    )
    expect(codes.slice(0, 4)).toEqual(['F1.1–2', 'F2.1–3', 'H1.1–4', 'H2.1'])
    expect(page.text().match(/(Taken back by the registry|Held now): \d kg/g)).toEqual([
      ...['Taken back by the registry: 2 kg', 'Taken back by the registry: 3 kg'],
      ...['Held now: 4 kg', 'Held now: 1 kg'],
    ])
  })
})

describe('Cancel in the list', () => {
  const cancelPin = '/api/tokens/cancelPin'
  it.each([
    ['released', () => Response.json({ status: 'EXPIRED' }), texts.purchases_cancelled()],
    ['kept', failure, texts.purchases_cancel_failed()],
    [
      'completed meanwhile',
      () => Response.json({ code: 'purchase_completed' }, { status: 409 }),
      texts.problems_purchase_completed(),
    ],
  ])('says what became of the reservation: %s', async (_, answer, words) => {
    answers[cancelPin] = answer
    const refreshed = vi.spyOn(client, 'invalidateQueries')
    const page = await drawn(<ActivityList entries={held} headingLevel="h2" />)
    for (const [nth] of held.entries()) {
      await page.press('Cancel', nth)
      await until(() => expect(toasts).toHaveLength(nth + 1))
    }
    expect(toasts).toEqual(held.map(() => words))
    expect(refreshed.mock.calls.length).toBeGreaterThanOrEqual(held.length)
  })
})

type ListElement = ReactElement<{ children: ReactNode }>
function LookAtList({ tell }: { tell: (list: ListElement) => void }) {
  tell(ActivityList({ entries: [bought], headingLevel: 'h2' }))
  return null
}

describe('the dialogs of the list', () => {
  type Handlers = Record<'onOpen' | 'onResume', (entry: ActivityEntry) => void>
  async function listed() {
    await openSession(ada, terminal)
    answers['/api/auth/logout'] = () => new Response(null, { status: 204 })
    onTestFinished(signOut)
    const gifts: string[] = []
    let list: ListElement | undefined
    const tell = (next: ListElement) => {
      list = next
    }
    const showGift = (gift: ActivityEntry) => void gifts.push(gift.tx_id)
    await draw(shown(<LookAtList tell={tell} />, showGift))
    const parts = () =>
      Children.toArray(list?.props.children).filter((part) => isValidElement<Handlers>(part))
    return {
      gifts,
      dialogs: () => parts().slice(1),
      press: (on: keyof Handlers, entry: ActivityEntry) =>
        act(async () => parts()[0]?.props[on](entry)),
    }
  }

  it('a sealed gift opens on a screen of its own, an opened one in the dialog', async () => {
    const { press, gifts, dialogs } = await listed()
    await press('onOpen', sealed)
    expect([gifts, dialogs().length]).toEqual([['CP-3'], 0])
    await press('onOpen', unsealed)
    expect([gifts, dialogs().length]).toEqual([['CP-3'], 1])
  })

  it.each(['onOpen', 'onResume'] as const)('each entry has one of its own: %s', async (on) => {
    const { press, dialogs } = await listed()
    const keys: unknown[] = []
    for (const entry of [held[0], held[1], held[0]]) {
      await press(on, entry ?? bought)
      expect(dialogs()).toHaveLength(1)
      keys.push(dialogs()[0]?.key)
    }
    expect(new Set(keys).size).toBe(2)
    expect(keys[2]).toBe(keys[0])
  })
})

describe('a list that fails', () => {
  const list = '/api/tokens/transaction/me'
  const failed = texts.activity_failed()

  it.each([
    ['at home', <OffsetActivity key="home" />],
    ['on its page', <TransactionsPage key="page" />],
  ])('is loaded again by Retry: %s', async (_, part) => {
    const page = await drawn(part)
    await until(() => expect(page.text()).toContain(failed))
    answers[list] = () => Response.json([second])
    await page.press('Retry')
    await until(() => expect(page.text()).toContain('Forest'))
    expect(page.text()).not.toContain(failed)
  })

  it('keeps the newer pages, and Retry loads the older one; the last has no button', async () => {
    const next = { headers: { link: `<${list}?cursor=7>; rel="next"` } }
    answers[list] = ({ searchParams }) =>
      searchParams.has('cursor') ? failure() : Response.json([bought], next)
    const page = await drawn(<TransactionsPage />)
    await until(() => page.offers('Show older') === 1)
    expect(document.title).toContain(texts.activity_title())
    let gate = Promise.withResolvers<void>()
    const served = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string) => {
      await gate.promise
      return served(path)
    })
    const busy = () =>
      [...document.querySelectorAll('[aria-busy=true]')].map(({ textContent }) => textContent)
    expect(busy()).toEqual([])
    await page.press('Show older')
    await until(() => expect(busy()).toEqual(['Show older']))
    gate.resolve()
    await until(() => expect(page.text()).toContain(failed))
    expect(busy()).toEqual([])
    gate = Promise.withResolvers<void>()
    expect(page.text()).toContain('Wind')
    expect(page.offers('Show older')).toBe(0)
    answers[list] = ({ searchParams }) =>
      Response.json(
        searchParams.has('cursor') ? [second] : [bought],
        searchParams.has('cursor') ? {} : next,
      )
    await page.press('Retry')
    await until(() => expect(busy()).toEqual(['Retry']))
    gate.resolve()
    await until(() => expect(page.text()).toContain('Forest'))
    expect([page.offers('Show older'), page.offers('Retry')]).toEqual([0, 0])
  })
})

function Opener({ gift }: { gift: ActivityEntry }) {
  const open = useOpenGift()
  return <button type="button" onClick={() => open(gift)}>{`Open ${gift.tx_id}`}</button>
}

describe('a gift that is opened', () => {
  it.each([
    ['stored', () => Response.json({ status: 'opened' }), true],
    ['refused', failure, false],
  ])(
    'is shown as opened alone and at once, and reloads what it changes once it is %s',
    async (_, answer, isStored) => {
      const other = { ...sealed, tx_id: 'CP-9' }
      const keys = [[listActivity.id], [getPassport.id]]
      client.setQueryData([listActivity.id], {
        pages: [{ entries: [bought, other] }, { entries: [sealed, unsealed] }],
        pageParams: [null, 'next'],
      })
      client.setQueryData([getPassport.id], ada)
      const gate = Promise.withResolvers<void>()
      vi.stubGlobal('fetch', async (path: string) => {
        if (path === '/api/auth/terminal') return Response.json(terminal)
        asked.push(path)
        await gate.promise
        return answer()
      })
      const page = await drawn(<Opener gift={sealed} />)
      await page.press('Open CP-3')
      type Data = { pages: { entries: ActivityEntry[] }[] }
      const entries = client
        .getQueryData<Data>([listActivity.id])
        ?.pages.flatMap((each) => each.entries)
      expect(entries?.filter(isSealed).map(({ tx_id }) => tx_id)).toEqual(['CP-9'])
      expect(entries?.find(({ tx_id }) => tx_id === 'CP-1')?.opened_at).toBe(bought.opened_at)
      await until(() => expect(asked).toHaveLength(1))
      expect(asked[0]).toContain('CP-3')
      const stale = () => keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
      expect(stale()).toEqual([false, false])
      gate.resolve()
      await pass(10)
      await until(() => expect(stale()).toEqual([isStored, isStored]))
    },
  )
})

describe('thanks', () => {
  it.each([
    [true, 0],
    [false, 1],
    [undefined, 1],
  ])('that were said once are not offered again: %s', async (is_thanked, offers) => {
    const page = await drawn(<ThanksButton gift={entryOf({ ...received, is_thanked })} />)
    expect(page.offers('Say thanks')).toBe(offers)
    expect(page.text().includes(texts.activity_thanks_said())).toBe(offers === 0)
  })

  it('keep their button busy while they are sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', async () => promise)
    const page = await drawn(<ThanksButton gift={entryOf(received)} />)
    const isBusy = () => document.querySelector('button[aria-busy=true]') !== null
    await page.press('Say thanks')
    expect(isBusy()).toBe(true)
    resolve(failure())
    await until(() => expect(toasts).toHaveLength(1))
    expect(isBusy()).toBe(false)
  })

  it('that the server refuses are not shown as said, and can be sent again', async () => {
    const page = await drawn(<ThanksButton gift={entryOf(received)} />)
    for (const times of [1, 2]) {
      await page.press('Say thanks')
      await until(() => expect(toasts).toHaveLength(times))
    }
    expect(toasts).toEqual([texts.activity_thanks_failed(), texts.activity_thanks_failed()])
    expect(page.text()).toBe('Say thanks')
  })
})

describe('the ids of a purchase', () => {
  const pathOf = (txId: string) => `/api/tokens/transaction/${txId}/tokens`
  const idsOf =
    (serial: string) =>
    ({ searchParams }: URL) => {
      const from = Number(searchParams.get('cursor'))
      const ids = Array.from({ length: 1_000 }, (_, place) => `${serial}.${from + place + 1}`)
      return Response.json(ids.map((id) => ({ id, state: 'allocated' })))
    }
  const scrollTo = (row: number) =>
    act(async () => {
      const section = document.querySelector('section')
      if (section) section.scrollTop = row * 44
      section?.dispatchEvent(new window.Event('scroll'))
    })

  it('are those of the purchase shown, also after those of another', async () => {
    answers[pathOf('CP-1')] = idsOf('GS1')
    answers[pathOf('CP-2')] = idsOf('GS2')
    const page = await drawn(<TokenList key="one" txId="CP-1" count={5} />)
    await until(() => expect(page.text()).toContain('1GS1.1'))
    await page.again(shown(<TokenList key="two" txId="CP-2" count={5} />))
    await until(() => expect(page.text()).toContain('1GS2.1'))
    expect(page.text()).not.toContain('GS1.')
  })

  it('are not requested again within a minute, and later they are, because a kilogram may be retired', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-25T12:00:00Z'))
    answers[pathOf('CP-1')] = idsOf('GS1')
    const list = <TokenList txId="CP-1" count={5} />
    const open = async () => {
      const page = await drawn(list)
      await until(() => page.text().includes('1GS1.1'))
      await until(() => client.isFetching() === 0)
      await page.close()
    }
    await open()
    now.mockReturnValue(Date.parse('2026-11-25T12:00:59Z'))
    await open()
    expect(asked).toHaveLength(1)
    now.mockReturnValue(Date.parse('2026-11-25T12:01:00Z'))
    await open()
    expect(asked).toHaveLength(2)
  })

  it('of every page that failed are loaded by one Retry', async () => {
    const page = await drawn(<TokenList txId="CP-1" count={3_000} />)
    await scrollTo(995)
    await pass(200)
    await until(() => expect(page.text()).toContain(texts.activity_tokens_failed()))
    answers[pathOf('CP-1')] = idsOf('GS1')
    asked = []
    await page.press('Retry')
    await until(() => expect(page.text()).toContain('1,001GS1.1001'))
    expect(page.text()).toContain('1,000GS1.1000')
    expect(page.text()).not.toContain(texts.activity_tokens_failed())
    expect(asked.map((path) => path.replace(/.*\?/, '')).sort()).toEqual([
      'cursor=0',
      'cursor=1000',
    ])
  })
})

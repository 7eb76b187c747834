// Tests the requests of the activity: page by page, in the user's months, again at the end of a
// reservation; and the effect of a press on a row.

import { QueryClientProvider } from '@tanstack/react-query'
import {
  act,
  Children,
  type ComponentProps,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { newQueryClient } from '#web/api/query-client.ts'
import { draw, openPage, pass, until } from '#web/test-page.ts'
import { terminal } from '#web/test-person.ts'
import { ActivityList } from './activity-list.tsx'
import type { ActivityMonth } from './activity-month.tsx'
import { ThanksButton } from './thanks-button.tsx'
import { TokenList } from './token-list.tsx'
import { useActivity } from './use-activity.ts'

const entry = testEntry
const now = Date.parse('2026-11-25T12:00:00Z')

let asked: string[]
let answers: Record<string, () => Response>
beforeEach(() => {
  asked = []
  answers = {}
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], now })
  openPage()
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('fetch', async (path: string, { body = '' }: { body?: string } = {}) => {
    if (path === '/api/auth/terminal') return Response.json(terminal)
    asked.push(`${path} ${body}`.trim())
    return answers[path.replace(/\?.*/, '')]?.() ?? Response.json({}, { status: 500 })
  })
})
type Activity = ReturnType<typeof useActivity>
function Look({ tell }: { tell: (activity: Activity) => void }) {
  tell(useActivity())
  return null
}
const list = '/api/tokens/transaction/me'

it('is requested without its ids and in the user’s time zone, and continues at the answer’s link', async () => {
  const client = newQueryClient()
  let activity: Activity | undefined
  const tell = (next: Activity) => {
    activity = next
  }
  const link = { link: `<${list}?cursor=7>; rel="next"` }
  answers[list] = () =>
    asked.length === 1
      ? Response.json([entry], { headers: link })
      : Response.json([{ ...entry, tx_id: 'CP-2' }])
  const page = await draw(
    <QueryClientProvider client={client}>
      <Look tell={tell} />
    </QueryClientProvider>,
  )
  await pass(10)
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(asked).toEqual([`${list}?tokens=none&time_zone=${zone}`])
  expect([activity?.entries?.length, activity?.hasNextPage]).toEqual([1, true])
  await act(async () => void activity?.fetchNextPage())
  await pass(10)
  expect(asked[1]).toBe(`${list}?cursor=7`)
  expect(activity?.entries?.map(({ tx_id }) => tx_id)).toEqual(['CP-1', 'CP-2'])
  expect(activity?.hasNextPage).toBe(false)
  await page.close()
  client.clear()
})

it('is requested in UTC where the browser does not know its time zone', async () => {
  const client = newQueryClient()
  const known = new Intl.DateTimeFormat().resolvedOptions()
  const unknown = { ...known, timeZone: 'Etc/Unknown' }
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(unknown)
  const page = await draw(
    <QueryClientProvider client={client}>
      <Look tell={() => undefined} />
    </QueryClientProvider>,
  )
  await pass(10)
  vi.restoreAllMocks()
  expect(asked).toEqual([`${list}?tokens=none&time_zone=UTC`])
  await page.close()
  client.clear()
})

it('is requested again when the first of its reservations ends, and at no other time', async () => {
  const client = newQueryClient()
  const ends = (ms: number) => ({ ...entry, expires_at: new Date(now + ms).toISOString() })
  answers[list] = () => Response.json(asked.length === 1 ? [ends(60_000), ends(30_000)] : [entry])
  const page = await draw(
    <QueryClientProvider client={client}>
      <Look tell={() => undefined} />
    </QueryClientProvider>,
  )
  await pass(29_000)
  expect(asked).toHaveLength(1)
  await pass(2_000)
  expect(asked).toHaveLength(2)
  await pass(600_000)
  expect(asked).toHaveLength(2)
  await page.close()
  client.clear()
})

it('is requested again after 3 s at the earliest, where a reservation has just ended', async () => {
  const client = newQueryClient()
  const expires_at = new Date(now - 1_000).toISOString()
  answers[list] = () => Response.json([{ ...entry, expires_at }])
  await draw(
    <QueryClientProvider client={client}>
      <Look tell={() => undefined} />
    </QueryClientProvider>,
  )
  await pass(2_900)
  expect(asked).toHaveLength(1)
  await pass(200)
  expect(asked).toHaveLength(2)
  client.clear()
})

it('is requested again when a reservation of an older page ends', async () => {
  const client = newQueryClient()
  let activity: Activity | undefined
  const tell = (next: Activity) => {
    activity = next
  }
  const link = { link: `<${list}?cursor=7>; rel="next"` }
  const expires_at = new Date(now + 30_000).toISOString()
  answers[list] = () =>
    asked.at(-1)?.includes('cursor')
      ? Response.json([{ ...entry, tx_id: 'CP-2', expires_at }])
      : Response.json([entry], { headers: link })
  const page = await draw(
    <QueryClientProvider client={client}>
      <Look tell={tell} />
    </QueryClientProvider>,
  )
  await pass(10)
  await act(async () => void activity?.fetchNextPage())
  await pass(10)
  expect(asked).toHaveLength(2)
  await pass(29_000)
  expect(asked).toHaveLength(2)
  await pass(2_000)
  expect(asked.length).toBeGreaterThan(2)
  await page.close()
  client.clear()
})

it('Cancel in the list cancels that purchase, once, and reloads everything', async () => {
  const client = newQueryClient()
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  answers['/api/tokens/cancelPin'] = () => Response.json({ status: 'EXPIRED' })
  const open = { status: 'PENDING', tx_id: 'CP-9' } as const
  const page = await draw(
    <QueryClientProvider client={client}>
      <ActivityList
        entries={[
          { ...entry, ...open },
          { ...entry, ...open, tx_id: 'CP-8' },
        ]}
        headingLevel="h2"
      />
    </QueryClientProvider>,
  )
  await page.press('Cancel')
  await page.press('Cancel', 1)
  await until(() => expect(refreshed).toHaveBeenCalled())
  expect(asked.filter((each) => each.includes('cancelPin'))).toEqual([
    '/api/tokens/cancelPin {"txId":"CP-9"}',
  ])
  await page.close()
  client.clear()
})

type List = ReactElement<{ children: ReactNode }>
type ListLookProps = { entries: readonly ActivityEntry[]; tell: (list: List) => void }
function LookAtList({ entries, tell }: ListLookProps) {
  tell(ActivityList({ entries, headingLevel: 'h2' }))
  return null
}

it('each purchase opens a dialog of its own, so that none shows what another one unfolded', async () => {
  const client = newQueryClient()
  const entries = ['CP-1', 'CP-2'].map((tx_id) => ({ ...entry, tx_id }))
  let list: List | undefined
  const tell = (next: List) => {
    list = next
  }
  await draw(
    <QueryClientProvider client={client}>
      <LookAtList {...{ entries, tell }} />
    </QueryClientProvider>,
  )
  const parts = () =>
    Children.toArray(list?.props.children).filter((part) =>
      isValidElement<Partial<ComponentProps<typeof ActivityMonth>>>(part),
    )
  const dialogs: unknown[] = []
  for (const each of [...entries, ...entries]) {
    await act(async () => parts()[0]?.props.onOpen?.(each))
    expect(parts()).toHaveLength(2)
    dialogs.push(parts()[1]?.key)
  }
  const [first, second] = dialogs
  expect(second).not.toBe(first)
  expect(dialogs).toEqual([first, second, first, second])
  client.clear()
})

it('each month expands on its own', async () => {
  const client = newQueryClient()
  const entries = ['11', '10'].flatMap((month) =>
    Array.from({ length: 7 }, (_, place) => ({
      ...entry,
      tx_id: `CP-${month}-${place}`,
      created_at: `2026-${month}-15T12:00:00Z`,
    })),
  )
  const page = await draw(
    <QueryClientProvider client={client}>
      <ActivityList entries={entries} headingLevel="h2" />
    </QueryClientProvider>,
  )
  const rows = () =>
    [...document.querySelectorAll('section')].map((month) => month.querySelectorAll('li').length)
  expect(rows()).toEqual([5, 5])
  await page.press('Show 2 more', 1)
  expect(rows()).toEqual([5, 7])
  await page.close()
  client.clear()
})

it('thanks are sent for that gift, and shown once they are stored', async () => {
  const client = newQueryClient()
  client.setQueryData([listActivity.id], [])
  answers['/api/gifts/thanks'] = () => Response.json({ status: 'thanked' })
  const page = await draw(
    <QueryClientProvider client={client}>
      <ThanksButton gift={{ ...entry, tx_id: 'CP-3' }} />
    </QueryClientProvider>,
  )
  await page.press('Say thanks')
  expect(asked).toEqual(['/api/gifts/thanks {"tx_id":"CP-3"}'])
  expect(page.text()).toBe('Your thanks are with the giver.')
  expect(client.getQueryState([listActivity.id])?.isInvalidated).toBe(true)
  answers['/api/gifts/thanks'] = () => Response.json({}, { status: 500 })
  await page.again(
    <QueryClientProvider client={client}>
      <ThanksButton key="other" gift={entry} />
    </QueryClientProvider>,
  )
  await page.press('Say thanks')
  expect(page.text()).toBe('Say thanks')
  await page.close()
  client.clear()
})

it('only the visible ids are requested, after a pause in the scrolling', async () => {
  const client = newQueryClient()
  const tokens = '/api/tokens/transaction/CP-1/tokens'
  answers[tokens] = () => {
    const from = Number(/cursor=(\d+)/.exec(asked.at(-1) ?? '')?.[1])
    const ids = Array.from({ length: 1_000 }, (_, place) => `GS1.${from + place + 1}`)
    return Response.json(ids.map((id) => ({ id, state: 'allocated' })))
  }
  const page = await draw(
    <QueryClientProvider client={client}>
      <TokenList txId="CP-1" count={10_000} />
    </QueryClientProvider>,
  )
  await pass(200)
  expect(asked).toEqual([`${tokens}?cursor=0`])
  const scroll = (scrollTop: number) =>
    act(async () => {
      const section = document.querySelector('section')
      if (section) section.scrollTop = scrollTop
      section?.dispatchEvent(new window.Event('scroll'))
    })
  await scroll(44 * 4_000)
  await pass(40)
  await scroll(44 * 8_500)
  await pass(200)
  await pass(50)
  expect(asked.slice(1)).toEqual([`${tokens}?cursor=8000`])
  expect(page.text()).toContain('8,501GS1.8501')
  await page.close()
  client.clear()
})

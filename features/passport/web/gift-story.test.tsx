// Tests the envelope of an unopened gift on home, and the steps of its own screen.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isSealed, ShowGift, useOpenGift } from '#features/activity/web/unopened-gifts.ts'
import { useActivity } from '#features/activity/web/use-activity.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada, terminal } from '#web/test-person.ts'
import { GiftReveal } from './gift-reveal.tsx'
import { GiftStory } from './gift-story.tsx'

type Frame = (now: number) => void
/** The requested animation frames, which a test runs. */
let frames: Frame[] = []
let isStill = false
beforeEach(() => {
  openPage()
  isStill = false
  vi.stubGlobal('fetch', async () => Response.json({}))
  const matchMedia = () => ({ matches: isStill, addEventListener() {}, removeEventListener() {} })
  Object.assign(window, { matchMedia })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: Frame) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(signOut)

const gift = (tx_id: string, from_user: string, kg = 10): ActivityEntry => ({
  ...testEntry,
  ...{ tx_id, from_user, kg, created_at: new Date().toISOString(), note: `Yours, ${from_user}` },
  ...{ project_name: 'Forest', project_shown_name: 'Forest', is_gift: true, opened_at: null },
})

function clientWith(entries: readonly ActivityEntry[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  client.setQueryData([listActivity.id], { pages: [{ entries, nextPath: null }], pageParams: [''] })
  return client
}

function drawStory(gifts: readonly ActivityEntry[], totalKg: number) {
  const opened: string[] = []
  let isDone = false
  const story = (
    <QueryClientProvider client={clientWith(gifts)}>
      <GiftStory
        gifts={gifts}
        passport={{ ...ada, total_offsets: totalKg }}
        onOpen={({ tx_id }) => opened.push(tx_id)}
        onDone={() => {
          isDone = true
        }}
      />
    </QueryClientProvider>
  )
  return { page: draw(story), opened, isDone: () => isDone }
}

it('an envelope is alone and names its giver only, until its seal is broken', async () => {
  const { page: drawing, opened } = drawStory([gift('CP-1', 'Ben')], 50)
  const page = await drawing
  expect(page.text()).toBe('Sealed for youGift from BenBreak the seal')
  expect(opened).toEqual([])
  await page.press('Break the seal')
  expect(opened).toEqual(['CP-1'])
  // The seal breaks first, and a second press opens nothing.
  expect(page.text()).not.toContain('Yours')
  await page.press('Break the seal')
  await until(() => page.text().includes('Yours, Ben'))
  expect(opened).toEqual(['CP-1'])
})

it('with reduced motion the letter and the new total appear at once', async () => {
  isStill = true
  const { page: drawing, isDone } = drawStory([gift('CP-1', 'Ben', 40)], 140)
  const page = await drawing
  await page.press('Break the seal')
  expect(page.text()).toMatch(/^Yours, BenGift from Ben40.kgfrom Forest/)
  expect(page.text()).not.toContain('140')
  await page.press('See your passport')
  expect(page.text()).toContain('40 kg of carbon offsets are now in your passport.')
  expect(page.text()).toContain('offsets140 kg')
  await page.press('Done')
  expect(isDone()).toBe(true)
})

it('the total counts up from the kilograms before the gift', async () => {
  const { page: drawing } = drawStory([gift('CP-1', 'Ben', 40)], 140)
  const page = await drawing
  await page.press('Break the seal')
  await until(() => page.offers('See your passport') === 1)
  await page.press('See your passport')
  expect(page.text()).toContain('offsets100 kg')
  const afterwards = performance.now() + 10_000
  await act(async () => {
    for (const frame of frames.splice(0)) frame(afterwards)
  })
  expect(page.text()).toContain('offsets140 kg')
})

it('several gifts follow one another with their place, and the passport comes after the last', async () => {
  isStill = true
  const { page: drawing, opened } = drawStory(
    [gift('CP-1', 'Ben', 10), gift('CP-2', 'Cem', 20)],
    50,
  )
  const page = await drawing
  expect(page.text()).toContain('Gift 1 of 2')
  await page.press('Break the seal')
  expect(page.offers('See your passport')).toBe(0)
  await page.press('Next gift')
  expect(page.text()).toContain('Gift 2 of 2')
  expect(page.text()).not.toContain('Yours')
  expect(opened).toEqual(['CP-1'])
  await page.press('Break the seal')
  expect(page.text()).toContain('Gift from Cem')
  await page.press('See your passport')
  expect(page.text()).toContain('30 kg of carbon offsets are now in your passport.')
})

it('thanks are sent for the gift whose letter is shown', async () => {
  isStill = true
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    asked.push(String(body))
    return Response.json({ status: 'thanked' })
  })
  const { page: drawing } = drawStory([gift('CP-1', 'Ben'), gift('CP-2', 'Cem')], 50)
  const page = await drawing
  for (const next of ['Next gift', 'See your passport']) {
    await page.press('Break the seal')
    await page.press('Say thanks')
    await until(() => page.text().includes('Your thanks are with the giver.'))
    await page.press(next)
  }
  expect(asked).toEqual(['{"tx_id":"CP-1"}', '{"tx_id":"CP-2"}'])
})

it('a single gift has no place, and a passport that is still loading does not hold the user', async () => {
  isStill = true
  let isDone = false
  const gifts = [gift('CP-1', 'Ben', 40)]
  const page = await draw(
    <QueryClientProvider client={clientWith(gifts)}>
      <GiftStory
        {...{ gifts, passport: undefined, onOpen: () => undefined }}
        onDone={() => {
          isDone = true
        }}
      />
    </QueryClientProvider>,
  )
  expect(page.text()).not.toContain('Gift 1')
  await page.press('Break the seal')
  await page.press('See your passport')
  expect(page.text()).toBe('40 kg of carbon offsets are now in your passport.Done')
  await page.press('Done')
  expect(isDone).toBe(true)
})

it('the count never begins below zero', async () => {
  const { page: drawing } = drawStory([gift('CP-1', 'Ben', 40)], 25)
  const page = await drawing
  await page.press('Break the seal')
  await until(() => page.offers('See your passport') === 1)
  await page.press('See your passport')
  expect(page.text()).toContain('offsets0 kg')
})

it('of a gift that was refunded in part, letter and total show the kilograms that are left', async () => {
  isStill = true
  const part = { ...gift('CP-1', 'Ben', 40), refunded_kg: 15 }
  const { page: drawing } = drawStory([part, gift('CP-2', 'Cem', 20)], 145)
  const page = await drawing
  await page.press('Break the seal')
  expect(page.text()).toContain('25 kgfrom Forest')
  await page.press('Next gift')
  await page.press('Break the seal')
  await page.press('See your passport')
  expect(page.text()).toContain('45 kg of carbon offsets are now in your passport.')
})

it('home shows the oldest sealed gift, which its button and a gift’s message show on its own screen', async () => {
  const shown: string[] = []
  const client = clientWith([gift('CP-2', 'Cem'), gift('CP-1', 'Ben')])
  const part = () => (
    <QueryClientProvider client={client}>
      <ShowGift value={({ tx_id }) => shown.push(tx_id)}>
        <GiftReveal />
      </ShowGift>
    </QueryClientProvider>
  )
  const reveal = () => draw(part())
  const page = await reveal()
  expect(page.text()).not.toContain('Yours')
  expect(shown).toEqual([])
  await page.press(/^Open: .*Ben/)
  expect(shown).toEqual(['CP-1'])
  await page.close()
  window.history.replaceState(null, '', '/app?gift')
  const fromMessage = await reveal()
  expect(shown).toEqual(['CP-1', 'CP-1'])
  // It is shown by itself once.
  await fromMessage.again(part())
  expect(shown).toEqual(['CP-1', 'CP-1'])
  expect(window.location.search).toBe('')
})

/** Shows which gifts are sealed, and opens the first one on a press. */
function Seals() {
  const { entries = [] } = useActivity()
  const open = useOpenGift()
  const [first] = entries
  return (
    <button type="button" onClick={() => first && open(first)}>
      {entries.map((entry) => (isSealed(entry) ? 'sealed' : 'open')).join(' ')}
    </button>
  )
}

it('an opened gift is open on every page at once, and the server stores it', async () => {
  await openSession(ada, terminal)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response(null, { status: 204 })
  })
  const entries = [gift('CP-2', 'Cem'), gift('CP-1', 'Ben')]
  const page = await draw(
    <QueryClientProvider client={clientWith(entries)}>
      <Seals />
    </QueryClientProvider>,
  )
  expect(page.text()).toContain('sealed sealed')
  await page.press('sealed sealed')
  await until(() => page.text().includes('open sealed'))
  await until(() => asked.includes('/api/gifts/CP-2/open'))
})

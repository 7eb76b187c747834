// Tests what Back and Forward do to open dialogs, with a history of its own.
// tests/journeys/sheets.journey.ts uses the histories of real browsers.
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'

type Entry = { readonly state: unknown; readonly href: string }
type Hook = typeof import('./close-on-back.ts').useCloseOnBack

const here = 'https://passport.example/app'
const sheet = { state: { isSheet: true }, href: here }
const page = { state: null, href: here }
const before = { state: null, href: 'https://passport.example/' }

let entries: Entry[]
let at: number
let useHook: Hook
/** The calls to dialogs, in order. */
let done: string[]

let loaded = 0
/** Begins a document, with a module of its own. */
async function begin(own: readonly Entry[] = [before, page]): Promise<void> {
  openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubEnv('SSR', false)
  entries = [...own]
  at = entries.length - 1
  vi.stubGlobal('location', {
    get href() {
      return entries[at]?.href
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state
    },
    pushState(state: unknown, _title: string, href = entries[at]?.href ?? '') {
      entries.splice(at + 1, entries.length, { state, href })
      at += 1
    },
    // A browser goes back later, as does this one.
    back: () => void setTimeout(() => move(-1), 5),
  })
  loaded += 1
  useHook = (await import(/* @vite-ignore */ `./close-on-back.ts?document=${loaded}`))
    .useCloseOnBack as Hook
}
afterEach(() => vi.unstubAllEnvs())

function move(step: 1 | -1): void {
  if (!entries[at + step]) return void done.push('left')
  at += step
  window.dispatchEvent(new window.Event('popstate'))
}
/** Presses Back or Forward, and waits until everything that follows has happened. */
async function press(step: 1 | -1): Promise<void> {
  await act(async () => move(step))
  await pass(50)
}
const shown = () => [entries, at]

/** The functions that open and close each dialog. */
let setters: Record<string, (isOpen: boolean) => void>
type SheetProps = { name: string; stays?: boolean; begins?: boolean }
function Sheet({ name, stays = false, begins = false }: SheetProps) {
  const [isOpen, setOpen] = useState(begins)
  setters[name] = setOpen
  useHook(
    isOpen,
    () => {
      done.push(`close ${name}`)
      if (!stays) setOpen(false)
    },
    () => {
      done.push(`reopen ${name}`)
      setOpen(true)
    },
  )
  return isOpen ? <p>{name}</p> : null
}
async function set(name: string, isOpen: boolean): Promise<void> {
  await act(async () => setters[name]?.(isOpen))
  await pass(50)
}

beforeEach(() => {
  done = []
  setters = {}
})

it('Back closes a dialog and stays on the page, and Forward opens it again, each time', async () => {
  await begin()
  const { text } = await draw(<Sheet name="a" />)
  expect(shown()).toEqual([[before, page], 1])
  await set('a', true)
  expect(shown()).toEqual([[before, page, sheet], 2])
  await press(-1)
  expect([text(), ...shown()]).toEqual(['', [before, page, sheet], 1])
  await press(1)
  expect([text(), ...shown()]).toEqual(['a', [before, page, sheet], 2])
  await press(-1)
  expect([text(), ...shown()]).toEqual(['', [before, page, sheet], 1])
  expect(done).toEqual(['close a', 'reopen a', 'close a'])
  await press(-1)
  expect(entries[at]).toEqual(before)
})

it('a dialog that closes by itself leaves no step in the history, and can open again', async () => {
  await begin()
  await draw(<Sheet name="a" />)
  for (const _time of [1, 2]) {
    await set('a', true)
    expect(entries[at]).toEqual(sheet)
    await set('a', false)
    expect(shown()).toEqual([[before, page, sheet], 1])
  }
  // Forward opens only what Back has closed.
  await press(1)
  expect(done).toEqual([])
  // That entry belongs to no dialog, so Back leaves the page, not only the entry.
  await press(-1)
  expect([done, entries[at]]).toEqual([[], before])
})

it('a dialog that is removed leaves no step, and Forward does not open it', async () => {
  await begin()
  const drawn = await draw(<Sheet name="a" begins />)
  await pass(50)
  expect(entries[at]).toEqual(sheet)
  await press(-1)
  await drawn.again(null)
  await press(1)
  expect(done).toEqual(['close a'])
  const other = await draw(<Sheet name="b" begins />)
  await pass(50)
  await other.close()
  await pass(50)
  expect([done, entries[at]]).toEqual([['close a'], page])
})

it('a dialog that stays open takes the step back, and Back asks it again', async () => {
  await begin()
  const { text } = await draw(<Sheet name="a" begins stays />)
  for (const times of [1, 2]) {
    await press(-1)
    expect([text(), done.length, ...shown()]).toEqual(['a', times, [before, page, sheet], 2])
  }
})

it('of two open dialogs Back closes the upper one, then the lower one, and then leaves', async () => {
  await begin()
  const { text } = await draw([<Sheet key="a" name="a" />, <Sheet key="b" name="b" />])
  await set('a', true)
  await set('b', true)
  expect([text(), ...shown()]).toEqual(['ab', [before, page, sheet], 2])
  await press(-1)
  expect([text(), done, entries[at]]).toEqual(['a', ['close b'], sheet])
  await press(-1)
  expect([text(), done, entries[at]]).toEqual(['', ['close b', 'close a'], page])
  await press(1)
  expect([text(), done.at(-1)]).toEqual(['a', 'reopen a'])
})

it('of two open dialogs the one that closes by itself leaves the step to the other', async () => {
  await begin()
  await draw([<Sheet key="a" name="a" />, <Sheet key="b" name="b" />])
  await set('a', true)
  await set('b', true)
  await set('a', false)
  expect(entries[at]).toEqual(sheet)
  await press(-1)
  expect(done).toEqual(['close b'])
})

it('a dialog that opens while the step of the last one is undone has a step', async () => {
  await begin()
  const { text } = await draw([<Sheet key="a" name="a" />, <Sheet key="b" name="b" />])
  await set('a', true)
  await act(async () => setters.a?.(false))
  await pass(2)
  await act(async () => setters.b?.(true))
  await pass(50)
  expect([text(), done, ...shown()]).toEqual(['b', [], [before, page, sheet], 2])
  await press(-1)
  expect([text(), done]).toEqual(['', ['close b']])
})

it('Forward opens only the dialog that Back closed last, and not below another one', async () => {
  await begin()
  const { text } = await draw([<Sheet key="a" name="a" />, <Sheet key="b" name="b" />])
  await set('a', true)
  await press(-1)
  await set('b', true)
  await set('b', false)
  await press(1)
  expect([text(), done]).toEqual(['', ['close a']])
})

it('a page that was opened from a dialog stays, and Back leads to the page before', async () => {
  await begin()
  const drawn = await draw(<Sheet name="a" begins />)
  await pass(50)
  const next = { state: null, href: 'https://passport.example/app/projects' }
  await act(async () => history.pushState(next.state, '', next.href))
  await drawn.close()
  await pass(50)
  expect(shown()).toEqual([[before, page, sheet, next], 3])
  // The step of the dialog is still there; it has no dialog.
  await press(-1)
  expect(entries[at]).toEqual(sheet)
  await press(-1)
  expect([done, entries[at]]).toEqual([[], before])
})

it.each([
  ['the same page costs no second step', page, before],
  [
    'another page shows that page',
    { ...page, href: `${here}/card` },
    { ...page, href: `${here}/card` },
  ],
])('after a reload with an open dialog, Back to %s', async (_, previous, expected) => {
  await begin([before, previous, sheet])
  await draw(<Sheet name="a" />)
  await press(-1)
  expect([done, entries[at]]).toEqual([[], expected])
})

it('a dialog that is open again after a reload uses the step of before', async () => {
  await begin([before, page, sheet])
  const { text } = await draw(<Sheet name="a" begins />)
  expect(shown()).toEqual([[before, page, sheet], 2])
  await press(-1)
  expect([text(), done, entries[at]]).toEqual(['', ['close a'], page])
})

it('the state of another script is no dialog, and is kept', async () => {
  const own = { state: { key: 'x' }, href: here }
  await begin([before, own])
  await draw(<Sheet name="a" begins />)
  await pass(50)
  expect(shown()).toEqual([[before, own, sheet], 2])
  await press(-1)
  expect(shown()).toEqual([[before, own, sheet], 1])
})

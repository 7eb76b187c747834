// Simulates a page by happy-dom for tests that draw, press and wait. It has no layout; journeys use
// real browsers. For tests only.
import { environmentManager } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { Window } from '#tools/test-libraries/page.ts'
// Loaded before the page opens: a button that is busy at the end of a test would load it after the page has closed.
import './ui/long-wait.ts'

/** The window's properties that the product uses as globals. */
const bareNames = [
  'document',
  'HTMLElement',
  'ResizeObserver',
  'sessionStorage',
  'location',
] as const
const bareMethods = ['addEventListener', 'removeEventListener'] as const

const soon = globalThis.setTimeout

/** Drawn parts that are not closed yet. */
const drawn = new Set<() => Promise<void>>()

/**
 * Replaces the browser until the test ends, after its `afterEach`; then timers are real again and all spies are
 * restored, because the pages of a worker share the prototypes of their elements.
 */
export function openPage(): void {
  const page = new Window({ url: 'https://passport.example/app', console })
  // happy-dom does not know `search` yet, about which React would warn in each run.
  Object.defineProperty(page.HTMLUnknownElement.prototype, Symbol.toStringTag, {
    value: 'HTMLElement',
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('window', page)
  vi.stubGlobal('history', page.history)
  for (const name of bareNames) vi.stubGlobal(name, page[name])
  for (const name of bareMethods) vi.stubGlobal(name, page[name].bind(page))
  environmentManager.setIsServer(() => false)
  onTestFinished(async () => {
    try {
      for (const close of drawn) await close()
      // Work that React or a query postponed to the next turn still needs the page.
      await new Promise((resolve) => soon(resolve))
    } finally {
      drawn.clear()
      vi.useRealTimers()
      environmentManager.setIsServer(() => true)
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
      await page.happyDOM.close()
    }
  })
}

/** Advances the fake timers by this time. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** More turns than any test needs. */
const turnsMax = 1_000

/**
 * Runs pending work until the condition is true or the expectation passes; fake timers are
 * advanced.
 */
export async function until(holds: () => unknown): Promise<void> {
  for (let turns = 1; ; turns += 1) {
    try {
      const held = holds()
      // Without a promise nothing is awaited: a turn outside `act` would let React work unobserved.
      if ((held instanceof Promise ? await held : held) !== false) return
      if (turns === turnsMax) throw new Error(`it never holds: ${holds}`)
    } catch (wrong) {
      if (turns === turnsMax) throw wrong
    }
    await act(async () => {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(50)
      await new Promise((resolve) => soon(resolve))
    })
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Name = string | RegExp

const wordsOf = (element: Element) => element.textContent.replaceAll('\u00a0', ' ')

/** Whether this is the accessible name. */
function isNamed(element: HTMLButtonElement | Field, name: Name): boolean {
  const label = element.getAttribute('aria-label')
  const names = [label ?? wordsOf(element), ...[...(element.labels ?? [])].map(wordsOf)]
  return names.some((each) => (typeof name === 'string' ? each === name : name.test(each)))
}

/** As a user's typing: React replaces the setter of each field to detect its own changes. */
function setValue(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
}

/** React checks once, at load, whether there is a page and which browser it is in, so it is loaded only here. */
async function loadReactDom() {
  const { navigator } = globalThis
  if (navigator.userAgent !== undefined) return import('react-dom/client')
  vi.stubGlobal('navigator', { userAgent: '' })
  const loaded = await import('react-dom/client')
  vi.stubGlobal('navigator', navigator)
  return loaded
}

/**
 * Draws into the open page, with effects, until `close` or the end of the test. With `early`, the part is already
 * in the document, and `early` does what a user does there before the code has loaded.
 */
export async function draw(part: ReactNode, early?: (place: HTMLElement) => void) {
  const place = document.body.appendChild(document.createElement('div'))
  const { createRoot, hydrateRoot } = await loadReactDom()
  if (early) {
    place.innerHTML = renderToString(part)
    early(place)
  }
  const root = early ? await act(async () => hydrateRoot(place, part)) : createRoot(place)
  async function close() {
    if (!drawn.delete(close)) return
    await act(async () => root.unmount())
    place.remove()
  }
  drawn.add(close)
  const again = (next: ReactNode) => act(async () => root.render(next))
  if (!early) await again(part)
  const pressable = (name: Name) =>
    [...place.querySelectorAll('button')].filter((each) => !each.disabled && isNamed(each, name))
  function field(name: Name): Field {
    const all = place.querySelectorAll<Field>('input, textarea, select')
    const found = [...all].find((each) => isNamed(each, name))
    if (found === undefined) throw new Error(`no field ${name} in: ${wordsOf(place)}`)
    return found
  }
  return {
    text: () => wordsOf(place),
    /** Draws the next state of the same part. */
    again,
    count: (className: string) => place.getElementsByClassName(className).length,
    /** The number of enabled buttons with this name. */
    offers: (name: Name) => pressable(name).length,
    press(name: Name, nth = 0) {
      const found = pressable(name)[nth]
      if (found === undefined) throw new Error(`no button ${name} in: ${wordsOf(place)}`)
      return act(async () => found.click())
    },
    valueOf: (name: Name) => field(name).value,
    type(name: Name, text: string) {
      const found = field(name)
      return act(async () => {
        setValue(found, text)
        found.dispatchEvent(
          new window.Event(found.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
        )
      })
    },
    tick: (name: Name) => act(async () => field(name).click()),
    submit: () =>
      act(async () => {
        const form = place.querySelector('form')
        if (form === null) throw new Error('no form')
        form.requestSubmit()
      }),
    close,
  }
}

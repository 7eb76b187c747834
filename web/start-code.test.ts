// Tests when a page loads its code, and what a press does until it has loaded or if it never does.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, pass, until } from './test-page.ts'

/** Reports a paint; undefined until the page waits for one. */
let paint: (() => void) | undefined
let frame: (() => void) | undefined
let observed: unknown[]
let reloads: number
let isHidden: boolean

beforeEach(() => {
  openPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  paint = undefined
  frame = undefined
  observed = []
  reloads = 0
  isHidden = false
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onPaint: () => void) {
        paint = onPaint
      }
      observe = (options: object) => observed.push(options)
    },
  )
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frame = draw
  })
  for (const name of ['Element', 'HTMLAnchorElement']) {
    vi.stubGlobal(name, Reflect.get(window, name))
  }
  vi.spyOn(location, 'reload').mockImplementation(() => {
    reloads += 1
  })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  Reflect.deleteProperty(globalThis, 'timesStarted')
})

let loaded = 0
/** Opens a page whose code is this script. */
async function open(script: string): Promise<void> {
  loaded += 1
  const code = document.createElement('link')
  code.id = 'code'
  Object.defineProperty(code, 'href', { value: script })
  document.head.append(code)
  document.body.innerHTML =
    '<template id="late"><link rel="modulepreload" href="/a.js"><link rel="preload" href="/b.woff2"></template>' +
    '<form id="join"><select><option>GB</option></select><input type="tel"></form>'
  await import(/* @vite-ignore */ `./start-landing.ts?page=${loaded}`)
  document.dispatchEvent(new window.Event('DOMContentLoaded') as unknown as Event)
}
const counting = () =>
  `data:text/javascript,globalThis.timesStarted=(globalThis.timesStarted??0)+1//${loaded}`
const started = () => Reflect.get(globalThis, 'timesStarted')
const late = () =>
  [...document.head.querySelectorAll('[rel$=preload]')].map((link) => link.getAttribute('href'))
function submit(isHandled = false): boolean {
  const event = new window.Event('submit', { bubbles: true, cancelable: true })
  if (isHandled) event.preventDefault()
  document.querySelector('form')?.dispatchEvent(event as unknown as Event)
  return event.defaultPrevented
}
const pressed = () => document.documentElement.dataset.pressed

describe('the code of a page', () => {
  it('loads once, after a paint, with its further files in their order', async () => {
    await open(counting())
    await pass(10_000)
    expect([started(), late(), observed]).toEqual([
      undefined,
      [],
      [{ type: 'paint', buffered: true }],
    ])
    paint?.()
    paint?.()
    frame?.()
    await pass(1_000)
    await until(() => started() === 1)
    expect([started(), late()]).toEqual([1, ['/a.js', '/b.woff2']])
  })

  it('loads half a second after the first frame in a browser that reports no paint', async () => {
    await open(counting())
    frame?.()
    await pass(499)
    expect([started(), late()]).toEqual([undefined, []])
    await pass(5)
    expect(late()).toEqual(['/a.js', '/b.woff2'])
    await until(() => started() === 1)
  })

  it('loads at once in a hidden page, which is not painted', async () => {
    isHidden = true
    await open(counting())
    await until(() => started() === 1)
    expect(observed).toEqual([])
  })
})

describe('a press of the button', () => {
  it('before the code has loaded is recorded, and sends nothing', async () => {
    await open(counting())
    expect(pressed()).toBeUndefined()
    expect([submit(), pressed(), reloads]).toEqual([true, '', 0])
  })

  it('that the code handles is not recorded', async () => {
    await open(counting())
    expect([submit(true), pressed()]).toEqual([true, undefined])
  })

  it('reloads a page whose code does not load', async () => {
    isHidden = true
    await open('data:text/javascript,throw new Error("no code")')
    await pass(100)
    await until(() => {
      submit()
      return reloads > 0
    })
    expect(reloads).toBe(1)
  })

  it('that came before the code failed reloads the page once', async () => {
    isHidden = true
    await open('data:text/javascript,throw new Error("no code either")')
    submit()
    await until(() => reloads > 0)
    expect(reloads).toBe(1)
  })
})

describe('what was typed', () => {
  it('is recorded also in a browser without storage', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    await open(counting())
    expect(document.documentElement.dataset.typed).toBe('GB|')
  })

  it('is kept for a page in another language only', async () => {
    await open(counting())
    const press = (html: string) => {
      document.body.insertAdjacentHTML('beforeend', html)
      const link = document.body.lastElementChild
      link?.addEventListener('click', (event) => event.preventDefault())
      link?.dispatchEvent(
        new window.MouseEvent('click', { bubbles: true, cancelable: true }) as unknown as Event,
      )
      return [link?.getAttribute('href'), sessionStorage.getItem('typed')]
    }
    expect(press('<a href="/privacy">Privacy</a>')).toEqual(['/privacy', null])
    expect(press('<a href="/?language=fr" hreflang="fr">Français</a>')[1]).toBe('GB|')
  })
})

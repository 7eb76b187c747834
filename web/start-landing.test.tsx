// Tests what a page does before its code has loaded: it records typed text and pressed buttons, and sets the
// styles of a drawn page, and loads the code after the first paint. The script runs once, when it is imported, so one test uses all of it.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PhoneField } from '#features/people/web/phone/phone-field.tsx'
import { openPage } from './test-page.ts'

it('actions before the code has loaded are recorded, and the code loads after the first paint', async () => {
  openPage()
  let reportPaint = () => {}
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onPaint: () => void) {
        reportPaint = onPaint
      }
      observe = vi.fn()
    },
  )
  vi.stubGlobal('Element', window.Element)
  vi.stubGlobal('requestAnimationFrame', () => 0)
  document.body.innerHTML = renderToStaticMarkup(
    <form id="join">
      <PhoneField label="Phone number" text="" country="GB" onChange={() => undefined} />
    </form>,
  )
  await import('./start-landing.ts')
  const country = document.querySelector('select')
  const field = document.querySelector<HTMLInputElement>('[type=tel]')
  if (!country || !field) throw new Error('a field is missing')
  country.value = 'GB'
  field.value = '+447400123456'
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  expect(document.documentElement.dataset.typed).toBe('GB|+447400123456')

  document.body.innerHTML =
    '<div data-drawn><button><i>Buy</i></button><a href="#x">More</a></div><button>Other</button>'
  for (const pressed of document.querySelectorAll('i, a, body > button')) {
    pressed.dispatchEvent(new window.MouseEvent('click', { bubbles: true }))
  }
  const recorded = [...document.querySelectorAll('[data-pressed]')]
  expect(recorded.map((each) => each.textContent)).toEqual(['Buy'])

  // The page in another language, with the text that was typed before the change.
  sessionStorage.setItem('typed', 'NL|0612')
  document.body.innerHTML =
    '<i data-style="width:40%"></i><i></i><template id="late"><link rel="modulepreload" href="/a.js"></template>' +
    '<form id="join"><select><option>GB</option><option>NL</option></select><input type="tel"></form>' +
    '<a hreflang="de" href="/?language=de">Deutsch</a>'
  document.dispatchEvent(new window.Event('DOMContentLoaded'))
  const styles = [...document.querySelectorAll<HTMLElement>('i')].map((each) => each.style.width)
  expect(styles).toEqual(['40%', ''])

  const typed = [...document.querySelectorAll<HTMLInputElement>('select, [type=tel]')]
  expect(typed.map(({ value }) => value)).toEqual(['NL', '0612'])
  expect(sessionStorage.getItem('typed')).toBeNull()
  // A change of the language keeps the text and the other parameters of the address.
  window.history.replaceState(null, '', '/?gift=1')
  vi.stubGlobal('HTMLAnchorElement', window.HTMLAnchorElement)
  const link = document.querySelector<HTMLAnchorElement>('a[hreflang]')
  link?.addEventListener('click', (event) => event.preventDefault())
  link?.click()
  expect(link?.search).toBe('?gift=1&language=de')
  expect(sessionStorage.getItem('typed')).toBe('NL|0612')
  const preloads = () => document.head.querySelectorAll('[rel=modulepreload]').length
  expect(preloads()).toBe(0)
  reportPaint()
  reportPaint()
  await vi.waitFor(() => expect(preloads()).toBe(1))
})

// Tests what a page records before its code has loaded: typed text, and pressed buttons.
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { PhoneField } from '#features/people/web/phone/phone-field.tsx'
import { openPage } from './test-page.ts'

/** Runs the script in a new page. */
beforeEach(async () => {
  openPage()
  vi.stubGlobal('Element', window.Element)
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.resetModules()
  await import('./start-landing.ts')
})

it('text typed before the code has loaded is recorded with its country', () => {
  document.body.innerHTML = renderToStaticMarkup(
    <form id="join">
      <PhoneField label="Phone number" text="" country="GB" onChange={() => undefined} />
    </form>,
  )
  const country = document.querySelector('select')
  const field = document.querySelector<HTMLInputElement>('[type=tel]')
  if (!country || !field) throw new Error('a field is missing')
  country.value = 'GB'
  field.value = '+447400123456'
  field.dispatchEvent(new window.Event('input', { bubbles: true }))
  expect(document.documentElement.dataset.typed).toBe('GB|+447400123456')
})

it('a press of a button of a drawn page is recorded before the code has loaded', () => {
  document.body.innerHTML =
    '<div data-drawn><button><i>Buy</i></button><a href="#x">More</a></div><button>Other</button>'
  for (const pressed of document.querySelectorAll('i, a, button:not([data-drawn] *)')) {
    pressed.dispatchEvent(new window.MouseEvent('click', { bubbles: true }))
  }
  expect([...document.querySelectorAll('[data-pressed]')].map((each) => each.textContent)).toEqual([
    'Buy',
  ])
})

it('a drawn page gets its styles, which its document may not hold', () => {
  document.body.innerHTML = '<i data-style="width:40%"></i><i></i>'
  document.dispatchEvent(new window.Event('DOMContentLoaded'))
  const styles = [...document.querySelectorAll<HTMLElement>('i')].map((each) => each.style.width)
  expect(styles).toEqual(['40%', ''])
})

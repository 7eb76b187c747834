// Tests that the landing page records text which is typed before its code has loaded.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PhoneField } from '#features/people/web/phone/phone-field.tsx'
import { openPage } from './test-page.ts'

it('text typed before the code has loaded is recorded with its country', async () => {
  openPage()
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
})

// Tests the fields of a gift's receiver and giver on the page, and its opened preview.

import { expect, it } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { GiftPeople } from './gift-fields.tsx'
import { GiftPreview } from './gift-preview.tsx'

it('the preview opens to the letter: giver, note, kilograms and project', async () => {
  openPage()
  const page = await draw(
    <GiftPreview
      {...{ giver: 'Ada L.', note: ' For you ', kg: 1_234, projectName: 'Wind' }}
      profile={ada}
    />,
  )
  expect(page.count('letter')).toBe(0)
  await page.press(/./)
  const letter = document.querySelector('.letter')
  expect(letter?.getAttribute('aria-label')).toBe('Gift from Ada L.')
  expect(letter?.querySelector('blockquote')?.textContent).toBe('For you')
  expect(letter?.textContent.replaceAll('\u00a0', ' ')).toBe(
    `For youGift from Ada L.1,234 kg${texts.passport_gift_project({ project: 'Wind' })}`,
  )
  expect(page.text()).toContain(': 1,234 kg of carbon offsets (Wind)')
  expect(page.text()).toContain('https://passport.example/?gift')
})

it('the fields of receiver and giver each change their own part, and show their own error', async () => {
  openPage()
  const changes: unknown[] = []
  const fields = {
    phone: { text: '', country: 'FR' },
    signature: { name: 'Ada', isNickname: true },
  }
  const part = (recipientError?: string, giverError?: string) => (
    <GiftPeople
      {...{ profile: ada, fields, recipientError, giverError }}
      change={(own) => changes.push(own)}
    />
  )
  const page = await draw(part())
  await page.type(texts.gifts_recipient(), '0')
  await until(() => expect(changes).toEqual([{ phone: { text: '0', country: 'FR' } }]))
  await page.type(texts.gifts_giver(), 'Ben')
  await page.tick(texts.gifts_giver_nickname())
  expect(changes.slice(1)).toEqual([
    { signature: { name: 'Ben', isNickname: true } },
    { signature: { name: 'Ada', isNickname: false } },
  ])
  const wrong = () =>
    [...document.querySelectorAll('[aria-invalid=true]')].map((each) => each.getAttribute('name'))
  expect(wrong()).toEqual([])
  await page.again(part('Not a number.'))
  expect([wrong(), page.text().includes('Not a number.')]).toEqual([['recipient'], true])
  await page.again(part(undefined, 'Not a name.'))
  expect([wrong(), page.text().includes('Not a name.')]).toEqual([['giver'], true])
})

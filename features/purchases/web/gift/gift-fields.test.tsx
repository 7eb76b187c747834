// The fields of a gift: what is refused before it is sent, who signs it, and what its receiver will see.

import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/sign-in/contract.ts'
import { ada } from '#web/test-person.ts'
import { GiverField, keepGiver, NoteField, readGift, receiverText } from './gift-fields.tsx'
import { GiftPreview } from './gift-preview.tsx'

afterEach(() => vi.unstubAllGlobals())

const phone = (text: string) => ({ text, country: 'GB' })

it('the number is read in the giver’s country, and the note has no blanks around it', async () => {
  const gift = await readGift({ phone: phone('07400 654321'), note: ' For you\n' })
  expect(gift).toEqual({ recipient: '+447400654321', note: 'For you' })
})

it.each([
  ['no number', phone('123'), '', { at: 'recipient', code: 'invalid_recipient' }],
  [
    'a note of 256 letters',
    phone('07400654321'),
    '🌲'.repeat(256),
    { at: 'note', code: 'note_too_long' },
  ],
])('%s is refused at its field', async (_, number, note, problem) => {
  expect(await readGift({ phone: number, note })).toEqual({ problem })
})

it('a note of 255 letters is taken, whatever a letter is made of', async () => {
  const note = '🌲'.repeat(255)
  expect(await readGift({ phone: phone('07400654321'), note })).toMatchObject({ note })
})

it('the giver’s name is kept as the nickname where it is one, and else says what is wrong', async () => {
  const sent: unknown[] = []
  let status = 200
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, JSON.parse(String(body))])
    return Response.json(ada, { status })
  })
  const kept = (giver: string) => keepGiver(new QueryClient(), { giver })
  expect(await kept('  ')).toBeUndefined()
  expect(await kept('<b>')).toEqual({ at: 'giver', code: 'nickname_wrong' })
  expect(sent).toEqual([])
  expect(await kept(' Ada L. ')).toBeUndefined()
  expect(sent).toEqual([['PATCH', '/api/profile', { nickname: 'Ada L.' }]])
  status = 500
  expect(await kept('Ada L.')).toEqual({ at: 'giver', code: 'nickname_not_saved' })
})

it('whoever has a nickname is not asked for a name; others read which number stands for it', () => {
  const field = (own: Profile) =>
    renderToStaticMarkup(
      <GiverField profile={own} giver="" error={undefined} onChange={() => undefined} />,
    )
  expect(field({ ...ada, nickname: 'Ada' })).toBe('')
  expect(field(ada)).toContain('or else +44•••••123.')
})

it('the note says how many letters it has', () => {
  const html = renderToStaticMarkup(
    <NoteField note="For you" error={undefined} onChange={() => undefined} />,
  )
  expect(html).toContain('7 of 255')
  expect(html).toContain('maxLength="255"')
})

it('a receiver is read by name and number, or as the list masks it', () => {
  expect(receiverText({ recipient: '+44•••••321', recipientName: null })).toBe('+44•••••321')
  const named = receiverText({ recipient: '+447400654321', recipientName: 'Grace' })
  expect(named).toMatch(/^Grace \(\+44.*321\)$/)
})

it.each([
  ['Sam', 'Ada', { nickname: 'Sam', firstName: 'Ada' }],
  ['Ada L.', ' Ada L. ', { firstName: 'Ada' }],
  ['Ada', '<b>', { firstName: 'Ada' }],
  ['+44•••••123', '', {}],
])('it arrives from %s where %j was typed', (name, giver, own) => {
  const html = renderToStaticMarkup(
    <GiftPreview
      {...{ giver, note: '', kg: 5, projectName: 'Wind' }}
      profile={{ ...ada, firstName: null, lastName: null, ...own }}
    />,
  )
  expect(html).toContain(`Gift from ${name}`)
})

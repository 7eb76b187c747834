// Tests the fields of a gift: refusals before it is sent, its signature, and the receiver's
// preview.

import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#features/people/people-calls.ts'
import { ada } from '#web/test-person.ts'
import {
  emptySignature,
  NoteField,
  readGift,
  receiverText,
  SignatureField,
  saveNickname,
} from './gift-fields.tsx'
import { GiftPreview } from './gift-preview.tsx'

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://passport.example' } }))
afterEach(() => vi.unstubAllGlobals())

const signature = { name: ' Ada L. ', isNickname: false }
const phone = (text: string) => ({ text, country: 'GB' })

it('the number is read as one of the giver’s country, and the note is trimmed', async () => {
  const gift = await readGift({
    ...{ phone: phone('07400 654321'), note: ' For you\n', signature, day: null },
  })
  expect(gift).toEqual({ recipient: '+447400654321', note: 'For you', fromName: 'Ada L.' })
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
  expect(await readGift({ phone: number, note, signature, day: null })).toEqual({ problem })
})

it('a note of 255 letters is accepted, whatever a letter is made of', async () => {
  const note = '🌲'.repeat(255)
  expect(await readGift({ phone: phone('07400654321'), note, signature, day: null })).toMatchObject(
    { note },
  )
})

it('an invalid signature is refused at its field, and an empty one is allowed', async () => {
  const read = (name: string) =>
    readGift({
      ...{ phone: phone('07400654321'), note: '', day: null },
      signature: { name, isNickname: false },
    })
  expect(await read('<b>')).toEqual({ problem: { at: 'giver', code: 'nickname_wrong' } })
  expect(await read('A')).toEqual({ problem: { at: 'giver', code: 'nickname_wrong' } })
  expect(await read(' ')).toMatchObject({ fromName: '' })
  expect(await read(' Zoë O’Neill–Luc ')).toMatchObject({ fromName: "Zoë O'Neill-Luc" })
})

it('a gift has a day only where its giver chose one, and a chosen day is typed', async () => {
  const read = (day: string | null) =>
    readGift({ phone: phone('07400654321'), note: '', signature, day })
  expect(await read(null)).not.toHaveProperty('deliverOn')
  expect(await read('2026-12-24')).toMatchObject({ deliverOn: '2026-12-24' })
  expect(await read('')).toEqual({ problem: { at: 'day', code: 'invalid_delivery_day' } })
})

it('the signature becomes the nickname only where its box is ticked', async () => {
  const sent: unknown[] = []
  let status = 200
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, JSON.parse(String(body))])
    return Response.json(ada, { status })
  })
  const kept = (name: string, isNickname: boolean) =>
    saveNickname(new QueryClient(), { name, isNickname })
  expect(await kept('Ada L.', false)).toBeUndefined()
  expect(await kept('  ', true)).toBeUndefined()
  expect(sent).toEqual([])
  expect(await kept(' Ada L. ', true)).toBeUndefined()
  expect(sent).toEqual([['PATCH', '/api/profile', { nickname: 'Ada L.' }]])
  status = 500
  expect(await kept('Ada L.', true)).toEqual({ at: 'giver', code: 'nickname_not_saved' })
})

it('the signature begins with the nickname; a name other than the nickname may become it', () => {
  expect(emptySignature({ nickname: 'Ada' })).toEqual({ name: 'Ada', isNickname: false })
  const field = (own: Profile, name: string) =>
    renderToStaticMarkup(
      <SignatureField
        profile={own}
        signature={{ name, isNickname: false }}
        error={undefined}
        onChange={() => undefined}
      />,
    )
  expect(field(ada, '')).toContain('Without a name the reader sees +44•••••123.')
  expect(field(ada, '')).not.toContain('checkbox')
  const other = field({ ...ada, nickname: 'Ada' }, 'Countess')
  expect(other).toContain('Use it as my nickname on leaderboards, too')
  expect(other).not.toContain('checked=')
  expect(field({ ...ada, nickname: 'Ada' }, 'Ada')).not.toContain('checkbox')
})

it('the note shows its number of letters', () => {
  const html = renderToStaticMarkup(
    <NoteField note="For you" error={undefined} onChange={() => undefined} />,
  )
  expect(html).toContain('7 of 255')
  expect(html).toContain('maxLength="255"')
})

it('a receiver is shown by name and number, or as the list masks it', () => {
  expect(receiverText({ recipient: '+44•••••321', recipientName: null })).toBe('+44•••••321')
  const named = receiverText({ recipient: '+447400654321', recipientName: 'Grace' })
  expect(named).toMatch(/^Grace \(\+44.*321\)$/)
})

it.each([
  ['Ada', 'Ada', { nickname: 'Sam', firstName: 'Ada' }],
  ['Sam', '', { nickname: 'Sam', firstName: 'Ada' }],
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
  // The SMS, with a part of the number after a name.
  const sender = name.startsWith('+') ? '+44...123' : `${name} (+44...123)`
  expect(html).toContain(`Gift from ${sender}: 5 kg of carbon offsets (Wind), paid for`)
})

it.each([
  ['For the drive. See evil.example.com', '&quot;For the drive. See&quot; See it'],
  ['+44 7400 900123', 'at Carbon Passport. See it'],
  [' ', 'at Carbon Passport. See it'],
])('the SMS with the note %j is shown as it is sent', (note, shown) => {
  const html = renderToStaticMarkup(
    <GiftPreview {...{ giver: '', note, kg: 5, projectName: 'Wind' }} profile={ada} />,
  )
  expect(html).toContain(shown)
  expect(html).not.toContain('evil')
})

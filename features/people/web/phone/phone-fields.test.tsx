// Tests the two fields of a phone number: country, flag, hint, error, and text from before the code has loaded.
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { NumberField } from './number-field.tsx'
import { forgetTypedEarly, PhoneField, takeEarlyPress } from './phone-field.tsx'
import { loadPhoneLibrary } from './phone-text.ts'
import type { PhoneText } from './use-phone-typing.ts'

beforeEach(() => openPage())

/** Draws a field that keeps what it reports, and returns all reports. */
async function drawField(
  Field: typeof PhoneField | typeof NumberField,
  first: PhoneText,
  error?: string,
) {
  await loadPhoneLibrary()
  const reports: PhoneText[] = []
  function Form() {
    const [phone, setPhone] = useState(first)
    const onChange = (next: PhoneText) => {
      reports.push(next)
      setPhone(next)
    }
    return <Field {...{ ...phone, label: 'Phone', name: 'phone', onChange, error }} hint="A hint" />
  }
  return { page: await draw(<Form />), reports }
}
const select = () => {
  const found = document.querySelector('select')
  if (found === null) throw new Error('no list of countries')
  return found
}
const shownCode = () => document.querySelector('[translate="no"]')?.textContent
const flag = () => document.querySelector('svg')?.innerHTML ?? ''

describe.each([
  ['the landing page', PhoneField],
  ['a form of the app', NumberField],
] as const)('the field of %s', (_, Field) => {
  it('reports a chosen country with the same text, and shows its code and flag', async () => {
    const { page, reports } = await drawField(Field, { text: '0612345678', country: 'GB' })
    const shown = new Set<string>()
    for (const { country, code } of callingCodes) {
      await page.type(texts.sign_in_country(), country)
      expect(reports.at(-1) ?? { country: 'GB' }, country).toMatchObject({ country })
      expect(shownCode(), country).toBe(`+${code}`)
      shown.add(flag())
    }
    expect(reports.every(({ text }) => text === '0612345678')).toBe(true)
    expect(shown.size).toBe(callingCodes.length)
  })

  it('names each country with its code', async () => {
    await drawField(Field, { text: '', country: 'NL' })
    expect([...select().options].map(({ value, text }) => [value, text])).toEqual(
      callingCodes.map(({ country, code }) => [country, `${formatCountry(country)} +${code}`]),
    )
    expect(select().value).toBe('NL')
  })

  it('groups the typed number by its country', async () => {
    const { page, reports } = await drawField(Field, { text: '', country: 'GB' })
    await page.type('Phone', '07400123456')
    await until(() => reports.length > 0)
    expect(reports.at(-1)).toEqual({ text: '07400 123456', country: 'GB' })
  })

  it('takes the country of a number with a plus sign, and asks for no other', async () => {
    const { page } = await drawField(Field, { text: '+31 6 12345678', country: 'GB' })
    const dutch = flag()
    expect([select().disabled, shownCode()]).toEqual([true, undefined])
    await page.close()
    await drawField(Field, { text: '', country: 'NL' })
    expect(flag()).toBe(dutch)
    expect([select().disabled, shownCode()]).toEqual([false, '+31'])
  })

  it('shows a globe for a calling code that the table lacks', async () => {
    const flags = new Set<string>()
    for (const text of ['+46 70 123 45 67', '+358 40', '+44 7400']) {
      const { page } = await drawField(Field, { text, country: 'GB' })
      flags.add(flag())
      await page.close()
    }
    expect(flags.size).toBe(2)
  })

  it('ties an error to the field', async () => {
    await drawField(Field, { text: '07', country: 'GB' }, 'No such number')
    const input = document.querySelector('input')
    expect(input?.getAttribute('aria-invalid')).toBe('true')
    const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? []
    const described = ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
    expect(described).toContain('No such number')
  })

  it('is valid without an error', async () => {
    await drawField(Field, { text: '07', country: 'GB' })
    const input = document.querySelector('input')
    expect(input?.getAttribute('aria-invalid') ?? 'false').toBe('false')
  })
})

describe('the country below a form’s field', () => {
  it.each<[string, string, string | undefined, string]>([
    ['shows the hint before a number', '', undefined, 'A hint'],
    ['names the country of a number', '+49 151', undefined, formatCountry('DE')],
    ['makes way for the hint at an error', '+49 151', 'Wrong', 'A hint'],
    ['keeps the hint for an unknown country', '+46 70', undefined, 'A hint'],
  ])('%s', async (_, text, error, expected) => {
    const { page } = await drawField(NumberField, { text, country: 'GB' }, error)
    const lists = [...select().options].map((option) => option.text).join('')
    const others = ['A hint', formatCountry('DE')].filter((each) => each !== expected)
    const shown = page.text().replace(lists, '')
    expect(shown).toContain(expected)
    for (const other of others) expect(shown).not.toContain(other)
    expect(shown.includes('Wrong')).toBe(error !== undefined)
  })
})

describe('before the code of the landing page has loaded', () => {
  it('the typed number and its country are kept, and the field has the focus', async () => {
    document.documentElement.dataset.typed = 'NL|0612345678'
    const { page, reports } = await drawField(PhoneField, { text: '', country: 'GB' })
    await until(() => reports.length > 0)
    expect(reports.at(-1)).toMatchObject({ country: 'NL' })
    expect(page.valueOf('Phone').replaceAll(' ', '')).toBe('0612345678')
    expect(document.activeElement?.tagName).toBe('INPUT')
    forgetTypedEarly()
    expect(document.documentElement.dataset.typed).toBeUndefined()
  })

  it('a field that has a text keeps it, and the focus of another element stays', async () => {
    document.documentElement.dataset.typed = 'NL|0612345678'
    const { page, reports } = await drawField(PhoneField, { text: '07400', country: 'GB' })
    expect([reports, page.valueOf('Phone')]).toEqual([[], '07400'])
    await page.close()
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    const empty = await drawField(PhoneField, { text: '', country: 'GB' })
    await until(() => empty.reports.length > 0)
    expect(document.activeElement).toBe(other)
  })

  it.each([undefined, 'NL|'])('no text (%j) changes nothing', async (typed) => {
    if (typed !== undefined) document.documentElement.dataset.typed = typed
    const { reports } = await drawField(PhoneField, { text: '', country: 'GB' })
    expect([reports, select().value]).toEqual([[], 'GB'])
    expect(document.activeElement?.tagName).toBe('BODY')
  })

  it('a press counts once', () => {
    expect(takeEarlyPress()).toBe(false)
    document.documentElement.dataset.pressed = ''
    expect([takeEarlyPress(), takeEarlyPress()]).toEqual([true, false])
  })
})

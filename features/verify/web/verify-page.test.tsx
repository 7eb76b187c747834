// Tests the page that checks a certificate: inputs are checked, and each refusal has its own
// sentence.

import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { VerifyPage } from './verify-page.tsx'

const code = '0123456789ABCDEF'
let answers: Record<string, string | number>
let asked: string[]
beforeEach(() => {
  asked = []
  answers = {}
  openPage()
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const answer = answers[path]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return typeof answer === 'number'
      ? new Response(null, { status: answer })
      : new Response(answer)
  })
})

const field = 'Code, address or text of the certificate'
const block = { registry: 'GS', serial: 'GS1-1', first_place: 401, last_place: 500 }
const proof = {
  ...{ index: 0, entry: '{}', hashes: [], salt: '00'.repeat(16), tx_id: 'CP-1', checkpoint: '' },
}
const certificate = { kg: 100, project: 'Forest', ...block, replacement: null, proof }

it.each<[string, string, Record<string, string | number>, string]>([
  [
    'an input that names no certificate',
    'nothing',
    {},
    'That is no code, no address of a certificate and no JSON.',
  ],
  [
    'one of another site',
    `https://b.example/c/${code}`,
    {},
    'That certificate is of another site.',
  ],
  ['one that is closed', code, { [`/c/${code}.json`]: 404 }, 'There is no open certificate'],
  ['no network', code, {}, 'No connection.'],
  ['other JSON', '{}', {}, 'This text is no certificate of ours'],
  [
    'one that waits for the log',
    JSON.stringify({ ...certificate, proof: null }),
    {},
    'The log does not hold these kilograms yet.',
  ],
  ['a log that is away', JSON.stringify(certificate), {}, 'The public log does not answer'],
])('%s gets its sentence', async (_, typed, answered, words) => {
  answers = answered
  const page = await draw(<VerifyPage />)
  await page.type(field, typed)
  await page.submit()
  await until(() => page.text().includes(words))
  expect(page.text()).not.toContain('What is proven')
})

it('a code in the address is checked at once, and the result is shown', async () => {
  vi.stubGlobal('location', new URL(`https://passport.example/verify?code=${code}`))
  answers = { [`/c/${code}.json`]: JSON.stringify(certificate), '/log/key': 'a.example/log+0+A' }
  const page = await draw(<VerifyPage />)
  await until(() => page.text().includes('This certificate does not hold'))
  expect(page.valueOf(field)).toBe(code)
  expect(asked[0]).toBe(`/c/${code}.json`)
})

const policyField = 'Policy of witnesses'

it('a policy of one’s own is used, and its fault is shown at its field by line', async () => {
  answers = { '/log/key': 'a.example/log+0+A' }
  const page = await draw(<VerifyPage />)
  await page.type(field, JSON.stringify(certificate))
  await page.type(policyField, '# mine\nquorum A')
  await page.submit()
  await until(() => page.text().includes('Line 2 of the policy: “A” has no line above.'))
  expect(asked).toEqual([])
  await page.type(policyField, 'quorum none')
  await page.submit()
  await until(() => page.text().includes('By the policy that you entered.'))
  expect(asked).not.toContain('/log/policy')
})

it('text that was typed before the page’s code had loaded is checked', async () => {
  answers = { '/log/key': 'a.example/log+0+A' }
  const page = await draw(<VerifyPage />, (place) => {
    const [ofCertificate, ofPolicy] = place.querySelectorAll('textarea')
    if (!ofCertificate || !ofPolicy) throw new Error('no fields')
    ofCertificate.value = JSON.stringify(certificate)
    ofPolicy.value = 'quorum none'
  })
  await page.submit()
  await until(() => page.text().includes('By the policy that you entered.'))
  expect(page.valueOf(field)).toBe(JSON.stringify(certificate))
  expect(page.valueOf(policyField)).toBe('quorum none')
})

/** Chooses a file with this content in the nth field of files. */
async function choose(nth: number, content: BlobPart) {
  const input = document.querySelectorAll<HTMLInputElement>('[type=file]')[nth]
  if (!input) throw new Error('no field of files')
  Object.defineProperty(input, 'files', { value: [new File([content], 'a')], configurable: true })
  await act(async () => void input.dispatchEvent(new window.Event('change', { bubbles: true })))
}

it('a chosen file is shown and checked, and its text is never loaded as a code', async () => {
  answers = { '/log/key': 'a.example/log+0+A' }
  const page = await draw(<VerifyPage />)
  // The field of the policy is above.
  const ofCertificate = document.querySelectorAll('[type=file]').length - 1
  await choose(ofCertificate, code)
  await until(() => page.text().includes('This text is no certificate of ours'))
  expect(asked).toEqual([])
  await choose(ofCertificate, JSON.stringify(certificate))
  await until(() => page.text().includes('This certificate does not hold'))
  expect(page.valueOf(field)).toBe(JSON.stringify(certificate))
})

/** Drops files on the form, or drags them over it. Returns whether the browser itself opens the file. */
async function drag(kind: 'drop' | 'dragover', ...contents: string[]): Promise<boolean> {
  const event = new window.Event(kind, { bubbles: true, cancelable: true })
  const files = contents.map((content) => new File([content], 'a'))
  Object.assign(event, { dataTransfer: { files } })
  await act(async () => void document.querySelector('form')?.dispatchEvent(event))
  return !event.defaultPrevented
}

it('a dropped file is checked with the entered policy, and dropped text is left to the field', async () => {
  answers = { '/log/key': 'a.example/log+0+A' }
  const page = await draw(<VerifyPage />)
  await page.type(policyField, 'quorum none')
  // Without this, the browser shows the file in place of the page.
  expect(await drag('dragover')).toBe(false)
  expect(await drag('drop')).toBe(true)
  expect(page.valueOf(field)).toBe('')
  expect(await drag('drop', JSON.stringify(certificate), 'second')).toBe(false)
  await until(() => page.text().includes('This certificate does not hold'))
  expect(page.valueOf(field)).toBe(JSON.stringify(certificate))
  expect(page.text()).toContain('By the policy that you entered.')
  expect(asked).not.toContain('/log/policy')
})

it('a second file replaces the first, and one that is too long or cannot be read is refused', async () => {
  const page = await draw(<VerifyPage />)
  const wrong = 'This text is no certificate of ours'
  await drag('drop', `{"project":"${'x'.repeat(300_000)}"}`)
  await until(() => page.text().includes(wrong))
  // One more character than the limit is enough to refuse it.
  expect(page.valueOf(field)).toHaveLength(262_145)
  await drag('drop', JSON.stringify({ ...certificate, proof: null }))
  await until(() => page.text().includes('The log does not hold these kilograms yet.'))
  expect(page.text()).not.toContain(wrong)
  const broken = vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new Error('gone'))
  await drag('drop', 'x')
  await until(() => page.text().includes(wrong))
  expect(page.valueOf(field)).toBe('')
  broken.mockRestore()
})

it('the same file can be chosen twice', async () => {
  await draw(<VerifyPage />)
  const input = document.querySelector<HTMLInputElement>('[type=file]')
  const values: string[] = []
  if (input)
    Object.defineProperty(input, 'value', { set: (value) => values.push(value), get: () => '' })
  await choose(0, 'quorum none')
  expect(values).toEqual([''])
})

it('a policy may be entered before its part is unfolded, and a fault unfolds it', async () => {
  const page = await draw(<VerifyPage />)
  const isOpen = () => document.querySelector('details')?.open
  expect(isOpen()).toBe(false)
  await page.type(field, JSON.stringify(certificate))
  await page.type(policyField, 'quorum A')
  await page.submit()
  await until(() => isOpen() === true)
})

it('a policy file that is no text is refused until another text is entered', async () => {
  const page = await draw(<VerifyPage />)
  await choose(0, new Uint8Array([0xff, 0xfe]))
  await until(() => page.text().includes('This file is not text in UTF-8.'))
  await page.type(policyField, 'quorum none')
  expect(page.text()).not.toContain('This file is not text in UTF-8.')
  await choose(0, 'quorum any')
  await until(() => page.valueOf(policyField) === 'quorum any')
})

it('the button is busy while a check runs', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const page = await draw(<VerifyPage />)
  await page.type(field, code)
  await page.submit()
  expect(document.querySelector('button[type=submit]')?.getAttribute('aria-busy')).toBe('true')
})

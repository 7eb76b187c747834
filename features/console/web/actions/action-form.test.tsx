// Tests the form of an action: each kind of field, the dropped or chosen file, and what is sent.
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ShownAction } from '#features/staff/staff-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, exampleAction } from '../test-console-page.tsx'
import { outlineOf } from '../test-outline.ts'
import { ActionSteps, useActionForm } from './action-steps.tsx'
import { FigureList, SecretList } from './figure-list.tsx'

const input = z.object({
  who: z.string().max(5).meta({ title: 'Person', description: 'Phone or passport' }),
  note: z.string().meta({ title: 'Note', format: 'text' }).optional(),
  amount: z.number().meta({ title: 'Amount' }),
  days: z.int().default(30).meta({ title: 'Days' }),
  way: z
    .enum(['card', 'by_cash'])
    .meta({ title: 'Way', optionTexts: { card: 'To the card.', by_cash: 'By hand.' } }),
  country: z.enum(['GB', 'TR']).optional().meta({ title: 'Country' }),
  roles: z.array(z.enum(['look', 'support', 'money'])).meta({ title: 'Roles' }),
  serials: z.array(z.string()).meta({ title: 'Serials' }),
  to_wallet: z.boolean().default(false).meta({ title: 'To the wallet', description: 'At once' }),
  on: z.iso.date().optional().meta({ title: 'Day' }),
})
const action: ShownAction = {
  ...exampleAction,
  ...{ needs_reason: true, subject: null, schema: z.toJSONSchema(input, { io: 'input' }) },
}

function Form({ shown = action }) {
  const form = useActionForm(shown, {})
  return <ActionSteps action={shown} form={form} onClose={() => {}} />
}

it('each kind of field is shown with its hint, and whether it may stay empty', async () => {
  answerCalls()
  await drawForStaff(<Form />)
  expect(outlineOf(document.body)).toMatchInlineSnapshot(`
    "Person:
    Phone or passport
    Note (optional):
    Amount:
    Days: 30
    Way: (Choose…) / Card / By cash
    Country (optional): (None) / GB / TR
    Roles
    look: no
    support: no
    money: no
    Serials:
    Separate them by commas.
    To the wallet. At once: no
    Day (optional):
    Reason:
    It is kept in the audit trail. Write no phone number in it.
    [Preview]"
  `)
})

it('each field has the limits of its input, and the reason that of the audit trail', async () => {
  answerCalls()
  await drawForStaff(<Form />)
  const fieldOf = (label: string) =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].find(
      ({ labels }) => labels?.[0]?.textContent === label,
    )
  const limitOf = (label: string) => fieldOf(label)?.getAttribute('maxlength')
  expect(['Person', 'Note (optional)', 'Reason'].map(limitOf)).toEqual(['5', null, '1000'])
  expect(fieldOf('Day (optional)')?.type).toBe('date')
  expect(['Amount', 'Days', 'Person'].map((label) => fieldOf(label)?.inputMode)).toEqual([
    ...['decimal', 'decimal', ''],
  ])
  expect(['Person', 'Note (optional)', 'Way', 'Country (optional)'].map(isNeeded)).toEqual([
    ...[true, false, true, false],
  ])
  function isNeeded(label: string) {
    return fieldOf(label)?.hasAttribute('required')
  }
})

it('the form sends what was typed and chosen, in the types of the input', async () => {
  const calls = answerCalls(() => answer({ outcome: 'previewed', figures: [] }))
  const page = await drawForStaff(<Form />)
  const texts = { Person: 'CP-1', Amount: '2.50', Serials: 'a, b', Way: 'by_cash', Reason: 'Why' }
  for (const [label, text] of Object.entries(texts)) await page.type(label, text)
  for (const label of ['money', 'look', 'support', 'support']) await page.tick(label)
  await page.tick('To the wallet. At once')
  expect(page.text()).toContain('By hand.')
  expect(page.text()).not.toContain('To the card.')
  await page.press('Preview')
  await until(() => expect(calls).toHaveLength(1))
  const sent = { who: 'CP-1', amount: 2.5, days: 30, way: 'by_cash', roles: ['look', 'money'] }
  expect(calls[0]?.body).toEqual({
    ...{ input: { ...sent, serials: ['a', 'b'], to_wallet: true }, preview: true },
    reason: 'Why',
  })
})

it('an action without a reason has no field for it, and sends none', async () => {
  const calls = answerCalls(() => answer({ outcome: 'previewed', figures: [] }))
  const page = await drawForStaff(<Form shown={{ ...action, needs_reason: false }} />)
  expect(page.text()).not.toContain('Reason')
  for (const [label, text] of Object.entries({ Person: 'x', Amount: '1', Serials: 'a' }))
    await page.type(label, text)
  await page.type('Way', 'card')
  await page.tick('look')
  await page.press('Preview')
  await until(() => expect(calls).toHaveLength(1))
  expect(Object.keys(Object(calls[0]?.body))).toEqual(['input', 'preview'])
})

it.each([
  ['input.who', 'Person'],
  ['input.amount', 'Amount'],
  ['reason', 'Reason'],
])('a fault of the server at %s is at its field', async (field, label) => {
  const refusal = { error: 'It is wrong.', code: 'invalid_input', field }
  answerCalls(() => answer(refusal, 400))
  const page = await drawForStaff(<Form />)
  const texts = { Person: 'x', Amount: '1', Serials: 'a', Way: 'card', Reason: 'Why' }
  for (const [name, text] of Object.entries(texts)) await page.type(name, text)
  await page.tick('look')
  await page.press('Preview')
  await until(() => expect(page.text()).toContain('It is wrong.'))
  const wrong = document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')
  expect([...wrong].map(({ labels }) => labels?.[0]?.textContent)).toEqual([label])
})

const fileInput = z.object({
  file: z
    .object({ name: z.string(), text: z.string() })
    .meta({ title: 'File', format: 'file', accept: '.csv', maxBytes: 20, description: 'Prices' }),
})
const importing: ShownAction = {
  ...action,
  ...{ needs_reason: false, schema: z.toJSONSchema(fileInput, { io: 'input' }) },
}

async function choose(file: File) {
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (field === null) throw new Error('no field')
  Object.defineProperty(field, 'files', { value: [file], configurable: true })
  await act(async () => field.dispatchEvent(new window.Event('change', { bubbles: true })))
}

it('a chosen file is described, sent, and can be removed', async () => {
  const calls = answerCalls(() => answer({ outcome: 'previewed', figures: [] }))
  const page = await drawForStaff(<Form shown={importing} />)
  expect(page.text()).toContain('Prices Or drop it here. At most 20 bytes.')
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  expect([field?.accept, field?.hasAttribute('required')]).toEqual(['.csv', true])
  await choose(new File(['a\nb\n'], 'p.csv'))
  await until(() => expect(page.text()).toContain('p.csv: 4 bytes, 2 lines'))
  await page.press('Remove the file')
  expect(page.text()).not.toContain('p.csv')
  await choose(new File(['a\nb\n'], 'p.csv'))
  await until(() => expect(page.text()).toContain('p.csv: 4 bytes'))
  await choose(new File(['a'.repeat(21)], 'q.csv'))
  await until(() => expect(page.text()).toContain('q.csv has 21 bytes. A file may have 20 bytes.'))
  expect(page.text()).not.toContain('p.csv')
  await choose(new File(['a'], 'r.csv'))
  await until(() => expect(page.text()).toContain('r.csv: 1 byte, 1 line'))
  expect(page.text()).not.toContain('q.csv')
  await page.press('Preview')
  await until(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ input: { file: { name: 'r.csv', text: 'a' } }, preview: true })
})

const note = { ...exampleAction, needs_reason: false, subject: null }
const noteInput = z.object({ note: z.string().meta({ title: 'Note', format: 'text' }) })

it.each([
  ['a file', importing],
  ['a long text', { ...note, schema: z.toJSONSchema(noteInput, { io: 'input' }) }],
])('a file of the same name may be chosen again for %s', async (_, shown) => {
  answerCalls()
  await drawForStaff(<Form shown={shown} />)
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (field === null) throw new Error('no field')
  let value = 'C:\\fakepath\\p.csv'
  Object.defineProperty(field, 'value', {
    ...{ get: () => value, configurable: true },
    set: (next: string) => {
      value = next
    },
  })
  await act(async () => field.click())
  expect(value).toBe('')
})

it('a file may be dropped, and the place says when it is above', async () => {
  answerCalls()
  const page = await drawForStaff(<Form shown={importing} />)
  const place = document.querySelector('input[type=file]')?.parentElement
  const drag = (type: string, files: readonly File[] = []) =>
    act(async () => {
      const event = new window.Event(type, { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'dataTransfer', { value: { files } })
      place?.dispatchEvent(event)
      expect(event.defaultPrevented).toBe(type !== 'dragleave')
    })
  const isMarked = () => place?.className.includes('border-forest')
  await drag('dragover')
  expect(isMarked()).toBe(true)
  await drag('dragleave')
  expect(isMarked()).toBe(false)
  await drag('dragover')
  await drag('drop', [new File(['a'], 'd.csv')])
  await until(() => expect(page.text()).toContain('d.csv: 1 byte, 1 line'))
  expect(isMarked()).toBe(false)
  await drag('drop')
  expect(page.text()).toContain('d.csv: 1 byte, 1 line')
})

it('figures show old and new values; without any the list says so', async () => {
  answerCalls()
  const figures = [
    { label: 'Kilograms', before: '20', after: '0' },
    { label: 'To the card', before: null, after: '2.03 GBP' },
  ]
  const page = await drawForStaff(<FigureList figures={figures} />)
  expect(outlineOf(document.body)).toBe('Kilograms: ~20~ 0\nTo the card: 2.03 GBP')
  await page.again(<FigureList figures={[]} />)
  expect(page.text()).toBe('No figures change.')
})

it('a secret of several lines can be saved, and only its beginning is shown', async () => {
  answerCalls()
  const long = `a\n${'x'.repeat(20_000)}y`
  const page = await drawForStaff(
    <SecretList
      secrets={[
        { label: 'Link', before: null, after: 'https://x.example' },
        { label: 'rows.csv', before: null, after: long },
      ]}
    />,
  )
  expect(page.offers('Save as a file')).toBe(1)
  expect(page.offers(/^Copy: /)).toBe(2)
  expect(document.querySelector('pre')?.textContent).toBe(`${long.slice(0, 20_000)}\n…`)
})

it.each([
  ['people.csv', 'text/csv', [0xef, 0xbb, 0xbf]],
  ['export.json', 'application/json', []],
  ['evidence.md', 'text/markdown', []],
  ['notes', 'text/plain', []],
] as const)('%s is saved as %s, with a mark for spreadsheets alone', async (label, type, mark) => {
  answerCalls()
  const saved = new Promise<Blob>((resolve) => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) resolve(blob)
      return 'blob:x'
    })
  })
  const after = 'Ünlü Öz\n'
  const page = await drawForStaff(<SecretList secrets={[{ label, before: null, after }]} />)
  await page.press('Save as a file')
  const file = await saved
  expect(file.type).toBe(type)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes).toEqual(Buffer.from([...mark, ...Buffer.from(after)]))
})

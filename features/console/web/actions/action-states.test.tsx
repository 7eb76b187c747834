// Tests the state of an action after each outcome: what is shown, what stays typed, and which buttons are busy.
import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { ShownAction } from '#features/staff/staff-calls.ts'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { until } from '#web/test-page.ts'
import {
  answer,
  answerCalls,
  drawForStaff,
  exampleAction,
  openConsole,
} from '../test-console-page.tsx'
import { outlineOf } from '../test-outline.ts'
import { ActionSteps, useActionForm } from './action-steps.tsx'
import { FileText } from './file-text.tsx'
import { RowList } from './row-list.tsx'
import { outcomeOfError } from './send-action.ts'
import { ActionButtons, SubjectActions } from './subject-actions.tsx'

const figures = [{ label: 'To the card', before: '0.00 GBP', after: '2.03 GBP' }]
const previewed = () => answer({ outcome: 'previewed', figures, needs_approval: false })
const done = () => answer({ outcome: 'done', figures })
const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}
const refused = (more: object = {}) =>
  answer({ error: 'It was refunded.', code: 'action_refused', ...more }, 409)
const failed = () => answer({ error: 'Failed.', code: 'internal' }, 500)
const shown = () => outlineOf(document.body)
const busy = () => document.querySelectorAll('[aria-busy=true], [aria-disabled=true]').length

const dialogs = () =>
  [...document.querySelectorAll('[role=dialog]')].map((each) => each.getAttribute('aria-label'))

const closed = vi.fn()
function Refund({ action = exampleAction }) {
  const form = useActionForm(action, { tx_id: 'CP-1' })
  return <ActionSteps action={action} form={form} onClose={closed} />
}

async function previewRefund() {
  const page = await drawForStaff(<Refund />)
  await page.type('Reason', ' Bought twice ')
  await page.tick('To the wallet')
  await page.press('Preview')
  return page
}
async function startRefund() {
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  return page
}

it('the preview, the way back and the outcome show the figures of each', async () => {
  const after = [{ label: 'To the card', before: '0.00 GBP', after: '2.00 GBP' }]
  const calls = answerCalls(previewed, previewed, () => answer({ outcome: 'done', figures: after }))
  const page = await previewRefund()
  await until(() =>
    expect(shown()).toBe('# This will happen\nTo the card: ~0.00 GBP~ 2.03 GBP\n[Refund]\n[Back]'),
  )
  await page.press('Back')
  expect(shown()).toBe(
    'To the wallet: yes\nReason:  Bought twice\nIt is kept in the audit trail. Write no phone number in it.\n[Preview]',
  )
  expect(busy()).toBe(0)
  await page.type('Reason', 'Other')
  await page.press('Preview')
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(shown()).toBe('Done.\nTo the card: ~0.00 GBP~ 2.00 GBP\n[Close]'))
  expect(calls.map(({ body }) => Object(body).reason)).toEqual(['Bought twice', 'Other', 'Other'])
  expect(Object(calls[2]?.body).input).toEqual({ tx_id: 'CP-1', to_wallet: true })
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3)
  closed.mockClear()
  await page.press('Close')
  expect(closed).toHaveBeenCalledTimes(1)
})

it('a refusal is shown with the figures, and the same button works again', async () => {
  const calls = answerCalls(previewed, () => refused(), done)
  const page = await startRefund()
  await until(() =>
    expect(shown()).toBe(
      '# This will happen\nTo the card: ~0.00 GBP~ 2.03 GBP\nIt was refunded.\n[Refund]\n[Back]',
    ),
  )
  expect(busy()).toBe(0)
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('Done.'))
  expect(page.text()).not.toContain('It was refunded.')
  expect(calls).toHaveLength(3)
})

it('the refusal of an action is gone after the way back', async () => {
  answerCalls(previewed, () => refused(), previewed)
  const page = await startRefund()
  await until(() => expect(page.text()).toContain('It was refunded.'))
  await page.press('Back')
  expect(page.text()).not.toContain('It was refunded.')
  await page.press('Preview')
  await until(() => expect(page.text()).toContain('This will happen'))
  expect(page.text()).not.toContain('It was refunded.')
})

it('a refusal of a field leads from the figures to the form, at the field', async () => {
  answerCalls(previewed, () => refused({ field: 'reason' }))
  const page = await startRefund()
  await until(() => expect(page.offers('Preview')).toBe(1))
  const [wrong] = document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')
  expect(wrong?.labels?.[0]?.textContent).toBe('Reason')
  expect(page.text()).toContain('It was refunded.')
})

it.each([
  ['a failure', failed, 'The server failed. Please try again.'],
  ['no connection', lost, 'There is no connection. Please try again.'],
] as const)(
  'after %s in a preview the form says so, and another attempt works',
  async (_, fails, text) => {
    answerCalls(fails, previewed)
    const page = await previewRefund()
    await until(() => expect(page.text()).toContain(text))
    expect([busy(), page.valueOf('Reason')]).toEqual([0, ' Bought twice '])
    await page.press('Preview')
    await until(() => expect(page.text()).toContain('This will happen'))
    expect(page.text()).not.toContain(text)
  },
)

it('a missing reason is not shown any more after it was typed and sent', async () => {
  answerCalls(previewed)
  const page = await drawForStaff(<Refund />)
  await page.type('Reason', '  ')
  await page.press('Preview')
  expect(page.text()).toContain('Please give a reason.')
  await page.type('Reason', 'Why')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  await page.press('Back')
  expect(page.text()).not.toContain('Please give a reason.')
})

it('an unknown outcome stays until an attempt is answered; a refusal leads back to the figures', async () => {
  const calls = answerCalls(previewed, failed, lost, () => refused(), done)
  const page = await startRefund()
  const unknown =
    'It is unknown whether this was done.\nThe answer was lost. Another attempt has the same key, so it cannot happen twice.\n[Try again]'
  await until(() => expect(shown()).toBe(unknown))
  expect(busy()).toBe(0)
  await page.press('Try again')
  await until(() => expect(calls).toHaveLength(3))
  await until(() => expect(busy()).toBe(0))
  expect(shown()).toBe(unknown)
  await page.press('Try again')
  await until(() => expect(page.text()).toContain('It was refunded.'))
  expect(page.text()).toContain('This will happen')
  const [, first, second, third] = calls.map(({ key }) => key)
  expect([second, third]).toEqual([first, first])
})

it('a second person’s approval has its own words and a link to the request', async () => {
  answerCalls(
    () => answer({ outcome: 'previewed', figures, needs_approval: true }),
    () => answer({ approval: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61' }, 202),
  )
  const page = await previewRefund()
  await until(() => expect(page.offers('Ask for approval')).toBe(1))
  expect(page.offers('Refund')).toBe(0)
  await page.press('Ask for approval')
  await until(() =>
    expect(shown()).toBe(
      [
        'Waits for approval.',
        'Another person with the role approves or refuses it. After 72 hours the request is void.',
        'Open the request </approvals?request=0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61>',
      ].join('\n'),
    ),
  )
})

const confirm = () => answer({ error: 'Please confirm.', code: 'passkey_required' }, 403)
const confirmWords =
  '# Nothing has happened yet\nConfirm that it is you. Your last confirmation is more than 5 minutes ago.\n'

it('the confirmation shows the figures of what happens then; a failure of it can be repeated', async () => {
  answerCalls(previewed, confirm, failed, failed)
  const page = await startRefund()
  const button = '[Confirm with your passkey]'
  await until(() =>
    expect(shown()).toBe(
      `${confirmWords}This happens then:\nTo the card: ~0.00 GBP~ 2.03 GBP\n${button}`,
    ),
  )
  await page.press('Confirm with your passkey')
  await until(() => expect(busy()).toBe(0))
  expect(page.offers('Confirm with your passkey')).toBe(1)
  expect(document.querySelector('[role=alert]')?.textContent).not.toBe('')
})

it('a preview that asks for the passkey has no figures yet', async () => {
  answerCalls(confirm)
  await previewRefund()
  await until(() => expect(shown()).toBe(`${confirmWords}[Confirm with your passkey]`))
})

it('a busy button is free again after each answer', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerCalls(() => promise, done)
  const page = await previewRefund()
  await until(() => expect(busy()).toBeGreaterThan(0))
  resolve(previewed())
  await until(() => expect(page.offers('Refund')).toBe(1))
  expect(busy()).toBe(0)
})

it.each([
  [new TypeError('Failed to fetch'), 'There is no connection. Please try again.'],
  [new Error('a mistake'), null],
])('a preview that fails with %s', (error, text) => {
  if (text === null) expect(() => outcomeOfError(error, true)).toThrow('a mistake')
  else expect(outcomeOfError(error, true)).toEqual({ kind: 'refused', text, field: undefined })
})

const named = (name: string, title: string, more: Partial<ShownAction> = {}): ShownAction => ({
  ...exampleAction,
  ...{ name, title, summary: `${title}s it.`, subject: { of: 'person', field: 'who' } },
  schema: {
    properties: { who: { type: 'string', title: 'Person' }, country: { type: 'string' } },
    required: ['who'],
  },
  ...more,
})

it('the second action of a page opens with empty fields, and about the same subject', async () => {
  const calls = answerCalls(
    () => answer([named('people block', 'Block'), named('people unblock', 'Free')]),
    previewed,
    done,
    () => answer([named('people unblock', 'Free')]),
  )
  const page = await drawForStaff(
    <WithDialogs>
      <SubjectActions of="person" id="7" />
    </WithDialogs>,
  )
  await until(() => expect(page.offers('Block')).toBe(1))
  expect(dialogs()).toEqual([])
  await page.press('Block')
  expect(dialogs()).toEqual(['Block'])
  expect(page.text()).toContain('Blocks it.')
  expect(page.text()).not.toContain('Person')
  await page.type('Reason', 'First')
  await page.press('Cancel')
  expect(dialogs()).toEqual([])
  await page.press('Free')
  expect(dialogs()).toEqual(['Free'])
  expect(page.text()).toContain('Frees it.')
  expect(page.valueOf('Reason')).toBe('')
  await page.type('Reason', 'Second')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  expect(calls[1]?.path).toBe('/console/api/actions/people%20unblock')
  expect(calls[1]?.body).toEqual({ input: { who: '7' }, reason: 'Second', preview: true })
  await page.press('Free', 1)
  await until(() => expect(page.text()).toContain('Done.'))
  // Its own Close, and that of the dialog.
  expect([page.offers('Close'), page.offers('Cancel')]).toEqual([2, 0])
  await page.press('Close')
  expect(dialogs()).toEqual([])
})

it('a dialog does not close while its action is being done', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerCalls(previewed, () => promise)
  const block = named('people block', 'Block')
  const page = await drawForStaff(
    <WithDialogs>
      <ActionButtons actions={[block]} prefilledOf={() => ({ who: '7' })} />
    </WithDialogs>,
  )
  await page.press('Block')
  await page.type('Reason', 'Why')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  await page.press('Block', 1)
  await page.press('Cancel')
  expect(dialogs()).toEqual(['Block'])
  resolve(done())
  await until(() => expect(page.text()).toContain('Done.'))
  await page.press('Close')
  expect(dialogs()).toEqual([])
})

function BlockedPage() {
  const [actions, setActions] = useState([named('people block', 'Block')])
  return (
    <WithDialogs>
      <p key="free">
        <button type="button" onClick={() => setActions([])}>
          Blocked now
        </button>
      </p>
      <ActionButtons key="actions" actions={actions} prefilledOf={() => ({ who: '7' })} />
    </WithDialogs>
  )
}

it('the outcome of an action stays when the page offers the action no more', async () => {
  answerCalls(previewed, done)
  const page = await drawForStaff(<BlockedPage />)
  await page.press('Block')
  await page.type('Reason', 'Why')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  await page.press('Block', 1)
  await until(() => expect(page.text()).toContain('Done.'))
  await page.press('Blocked now')
  expect(page.text()).toContain('Done.')
  await page.press('Close')
  expect(page.text()).toBe('Blocked now')
})

it('the actions of a part begin with the filters of the page, and have no subject', async () => {
  const save = named('people csv', 'Save', { subject: null })
  const others = [named('people block', 'Block'), named('peoples csv', 'Other', { subject: null })]
  const { page } = await openConsole('/people?country=GB&who=8&after=3', {
    ...{ '/actions': [save, ...others], '/people?country=GB&after=3': [] },
  })
  await until(() => expect(page.offers('Save')).toBe(1))
  expect([page.offers('Block'), page.offers('Other')]).toEqual([0, 0])
})

it('a field begins with the filter of its name, and may be changed', async () => {
  answerCalls(previewed)
  const save = named('people csv', 'Save', { subject: null })
  const initial = { country: 'GB', after: '3' }
  const page = await drawForStaff(
    <WithDialogs>
      <ActionButtons actions={[save]} prefilledOf={() => ({})} initial={initial} />
    </WithDialogs>,
  )
  await page.press('Save')
  expect([page.valueOf('Person'), page.valueOf('Country (optional)')]).toEqual(['', 'GB'])
})

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ line: index + 2, outcome: 'new' as const, subject: `row-${index + 1}` },
  }))
const subjects = () => [...document.querySelectorAll('.font-code')].map((each) => each.textContent)

it.each([
  [50, null],
  [51, '1 to 50 of 51'],
])('%i rows have the pages %s', async (count, pages) => {
  const page = await drawForStaff(<RowList rows={rowsOf(count)} />)
  expect(subjects()).toHaveLength(50)
  if (pages === null) expect(page.offers('Next rows')).toBe(0)
  else expect(page.text()).toContain(pages)
})

it('the pages of rows end at both sides', async () => {
  const page = await drawForStaff(<RowList rows={rowsOf(120)} />)
  expect([page.offers('Previous rows'), page.offers('Next rows')]).toEqual([0, 1])
  await page.press('Next rows')
  expect(page.text()).toContain('51 to 100 of 120')
  expect([page.offers('Previous rows'), page.offers('Next rows')]).toEqual([1, 1])
  await page.press('Next rows')
  expect(page.text()).toContain('101 to 120 of 120')
  expect([page.offers('Previous rows'), page.offers('Next rows')]).toEqual([1, 0])
  expect(subjects()).toEqual(Array.from({ length: 20 }, (_, at) => `row-${at + 101}`))
  await page.press('Previous rows')
  expect(page.text()).toContain('51 to 100 of 120')
})

it('each outcome has its own words, colour and number, and a pressed button says so', async () => {
  const outcomes = [
    'refused',
    'different',
    'removed',
    'left_out',
    'changed',
    'new',
    'unchanged',
  ] as const
  const rows = outcomes.map((outcome, line) => ({
    ...{ outcome, line: line === 0 ? null : line, subject: `s-${line}` },
    ...(outcome === 'new' ? { changes: [{ label: 'Price', before: null, after: '0.03' }] } : {}),
  }))
  const page = await drawForStaff(<RowList rows={[...rows, ...rows.slice(0, 1)]} />)
  expect(shown()).toMatchInlineSnapshot(`
    "# Rows
    [All 8]
    [Refused 2]
    [Different 1]
    [Removed 1]
    [Left out 1]
    [Changed 1]
    [New 1]
    [Unchanged 1]
    !! Refused s-0
    !! Different Line 1 s-1
    ! Removed Line 2 s-2
    ! Left out Line 3 s-3
    + Changed Line 4 s-4
    + New Line 5 s-5
    Price: 0.03
    Unchanged Line 6 s-6
    !! Refused s-0"
  `)
  const pressed = () =>
    [...document.querySelectorAll('[aria-pressed=true]')].map((each) => each.textContent)
  expect(pressed()).toEqual(['All 8'])
  await page.press(/^Refused/)
  expect(pressed()).toEqual(['Refused 2'])
  expect(subjects()).toEqual(['s-0', 's-0'])
})

it('a file is read into a field, and one that cannot be read is named', async () => {
  answerCalls()
  const onRead = vi.fn()
  const page = await drawForStaff(<FileText name="Rows" onRead={onRead} />)
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  const choose = (file: object) =>
    act(async () => {
      Object.defineProperty(field, 'files', { value: [file], configurable: true })
      field?.dispatchEvent(new window.Event('change', { bubbles: true }))
    })
  expect(field?.getAttribute('aria-label')).toBe('Choose a file for Rows')
  await choose(new File(['a,b\n'], 'rows.csv'))
  await until(() => expect(page.text()).toContain('rows.csv is read.'))
  expect(onRead.mock.calls).toEqual([['a,b\n']])
  await choose({ name: 'lost.csv', text: () => Promise.reject(new Error('gone')) })
  await until(() => expect(page.text()).toContain('lost.csv could not be read.'))
  expect(onRead).toHaveBeenCalledTimes(1)
})

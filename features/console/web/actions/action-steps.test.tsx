// Tests the way of an action from its form to its outcome.
import { useQuery } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, exampleAction } from '../test-console-page.tsx'
import { ActionSteps, useActionForm } from './action-steps.tsx'

const figures = [{ label: 'To the card', before: null, after: '2.03 GBP' }]
const exampleApproval = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'
const previewed = () => answer({ outcome: 'previewed', figures, needs_approval: false })
const done = () => answer({ outcome: 'done', figures })
const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}

function Refund({ action = exampleAction }) {
  const form = useActionForm(action, { tx_id: 'CP-1' })
  return <ActionSteps action={action} form={form} onClose={() => {}} />
}

function RefundOfRead({ read }: { read: () => Promise<string> }) {
  useQuery({ queryKey: ['purchase'], queryFn: read })
  return <Refund />
}

async function previewRefund() {
  const page = await drawForStaff(<Refund />)
  await page.type('Reason', 'Bought twice')
  await page.press('Preview')
  return page
}

it('an action is done after its figures were shown', async () => {
  const calls = answerCalls(previewed, done)
  const page = await previewRefund()
  await until(() => expect(page.text()).toContain('To the card2.03 GBP'))
  expect(calls).toHaveLength(1)
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('Done.'))
  const body = { input: { tx_id: 'CP-1', to_wallet: false }, reason: 'Bought twice' }
  expect(calls.map((call) => call.body)).toEqual([{ ...body, preview: true }, body])
  expect(calls[0]?.path).toBe('/console/api/actions/purchases%20refund')
})

it('the page reads its data again after an action, and not after its preview', async () => {
  answerCalls(previewed, done)
  const read = vi.fn(async () => 'a purchase')
  const page = await drawForStaff(<RefundOfRead read={read} />)
  await page.type('Reason', 'Bought twice')
  await page.press('Preview')
  await until(() => expect(page.offers('Refund')).toBe(1))
  expect(read).toHaveBeenCalledTimes(1)
  await page.press('Refund')
  await until(() => expect(read).toHaveBeenCalledTimes(2))
})

it('a missing reason is shown in the form, and nothing is sent', async () => {
  const calls = answerCalls(previewed)
  const page = await drawForStaff(<Refund />)
  await page.press('Preview')
  expect(page.text()).toContain('Please give a reason.')
  expect(calls).toEqual([])
})

it('a refusal of the preview keeps the typed texts', async () => {
  answerCalls(() => answer({ error: 'It was refunded.', code: 'action_refused' }, 409))
  const page = await previewRefund()
  await until(() => expect(page.text()).toContain('It was refunded.'))
  expect(page.valueOf('Reason')).toBe('Bought twice')
})

it('a lost answer is repeated with the same key, and other input has another key', async () => {
  const calls = answerCalls(previewed, lost, done)
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('It is unknown whether this was done.'))
  await page.press('Try again')
  await until(() => expect(page.text()).toContain('Done.'))
  const [preview, first, again] = calls.map(({ key }) => key)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(again).toBe(first)
  expect(preview).not.toBe(first)
})

it('a second press, while the first is on its way, sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const calls = answerCalls(previewed, () => promise)
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await page.press('Refund')
  resolve(done())
  await until(() => expect(page.text()).toContain('Done.'))
  expect(calls).toHaveLength(2)
})

it('an action that needs a second person says so before and after', async () => {
  answerCalls(
    () => answer({ outcome: 'previewed', figures, needs_approval: true }),
    () => answer({ approval: exampleApproval }, 202),
  )
  const page = await previewRefund()
  await until(() => expect(page.text()).toContain('A second person has to approve this.'))
  await page.press('Ask for approval')
  await until(() => expect(page.text()).toContain('Waits for approval.'))
})

it('the passkey is asked for without losing the input', async () => {
  answerCalls(previewed, () =>
    answer({ error: 'Please confirm with your passkey first.', code: 'passkey_required' }, 403),
  )
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(page.offers('Confirm with your passkey')).toBe(1))
})

it('an action without fields and reason begins with its preview', async () => {
  answerCalls(previewed)
  const { properties } = exampleAction.schema
  const action = {
    ...exampleAction,
    needs_reason: false,
    schema: { properties: { tx_id: Object(properties).tx_id }, required: ['tx_id'] },
  }
  const page = await drawForStaff(<Refund action={action} />)
  await until(() => expect(page.text()).toContain('This will happen'))
})

it('a secret is shown with a copy button', async () => {
  const secrets = [{ label: 'Link', before: null, after: 'https://console.example/invitation/x' }]
  answerCalls(previewed, () => answer({ outcome: 'done', figures, secrets }))
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('It is shown only once.'))
  expect(page.offers('Copy: Link')).toBe(1)
})

const rows = [{ line: 2, outcome: 'new', subject: 'GS1-1' }]
const withRows = (digest: string) => () =>
  answer({ outcome: 'previewed', figures, needs_approval: false, rows, digest })

it('a file runs with the digest of its preview, and an outdated preview is shown again', async () => {
  const outdated = {
    error: 'It has changed.',
    code: 'action_refused',
    reason_code: 'preview_changed',
  }
  const calls = answerCalls(
    withRows('first'),
    () => answer(outdated, 409),
    withRows('second'),
    done,
  )
  const page = await previewRefund()
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('It has changed.'))
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('Done.'))
  const digests = calls.map(({ body }) => Object(body).digest)
  expect(digests).toEqual([undefined, 'first', undefined, 'second'])
  expect(calls[3]?.key).not.toBe(calls[1]?.key)
})

it('an action that was refused for want of a session goes on from its figures', async () => {
  const ended = () => answer({ error: 'Please sign in.', code: 'unauthenticated' }, 401)
  const calls = answerCalls(ended, withRows('first'), ended, done)
  const page = await previewRefund()
  await until(() => expect(calls).toHaveLength(1))
  expect([page.offers('Preview'), page.valueOf('Reason')]).toEqual([1, 'Bought twice'])
  await page.press('Preview')
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(calls).toHaveLength(3))
  await until(() => expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(0))
  expect(page.text()).toContain('This will happen')
  expect(page.text()).not.toContain('Please sign in.')
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('Done.'))
  expect(Object(calls[3]?.body).digest).toBe('first')
  expect(calls[3]?.key).toBe(calls[2]?.key)
})

it('a list of requests is read again when an action waits for approval', async () => {
  answerCalls(previewed, () => answer({ approval: exampleApproval }, 202))
  const read = vi.fn(async () => 'a list')
  const page = await drawForStaff(<RefundOfRead read={read} />)
  await page.type('Reason', 'Bought twice')
  await page.press('Preview')
  await until(() => expect(page.offers('Refund')).toBe(1))
  await page.press('Refund')
  await until(() => expect(page.text()).toContain('Waits for approval.'))
  expect(read).toHaveBeenCalledTimes(2)
})

it('a preview with refused rows offers no way to do it', async () => {
  const refused = [{ line: 2, outcome: 'refused', subject: '', text: 'is no price' }]
  const refusal = '1 row is refused, so nothing is taken from the file.'
  answerCalls(() => answer({ outcome: 'previewed', figures, rows: refused, refusal }))
  const page = await previewRefund()
  await until(() => expect(page.text()).toContain(refusal))
  expect(page.text()).toContain('is no price')
  expect(page.offers('Refund')).toBe(0)
  await page.press('Back')
  expect(page.valueOf('Reason')).toBe('Bought twice')
})

function Filtered() {
  const form = useActionForm(exampleAction, {}, { tx_id: 'CP-9', page: '2' })
  return <ActionSteps action={exampleAction} form={form} onClose={() => {}} />
}

it('a field begins with the filter of the same name', async () => {
  answerCalls(previewed)
  const page = await drawForStaff(<Filtered />)
  expect(page.valueOf('Purchase')).toBe('CP-9')
})

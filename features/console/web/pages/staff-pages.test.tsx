// Tests what the pages of staff, approvals and the audit trail show.
import { expect, it } from 'vitest'
import type { Approval, AuditEntryOnWire, Member } from '#features/staff/staff-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { until } from '#web/test-page.ts'
import {
  answer,
  answerCalls,
  approvalCall,
  drawForStaff,
  openConsole,
} from '../test-console-page.tsx'
import { outlineOf } from '../test-outline.ts'
import { ApprovalSteps, useDecision } from './approval-dialog.tsx'

const ada: Member = {
  ...{ id: 'm1', name: 'Ada L', email: 'ada@x.example', roles: ['support', 'money'] },
  ...{ shell_user: 'ada', state: 'active', created_at: '2026-11-01T09:30:00.000Z' },
  last_seen_at: '2026-11-27T09:30:00.000Z',
}
const bob: Member = {
  ...{ ...ada, id: 'm2', name: 'Bob', roles: ['look'], shell_user: null, state: 'invited' },
  ...{ email: 'bob@x.example', last_seen_at: null },
}

it('the list of staff shows each member', async () => {
  const { shown } = await openConsole('/staff', { '/staff': [ada, bob] })
  expect(shown()).toMatchInlineSnapshot(`
    "# Staff
    | Name | Email | Roles | State | Last seen
    | Ada L </staff/m1> | ada@x.example | support, money | + Active | 2026-11-27 09:30
    | Bob </staff/m2> | bob@x.example | look | ! Invited | –
    2 records on this page"
  `)
})

it('the page of a member links to what the member did', async () => {
  const { shown } = await openConsole('/staff/m1', { '/staff/m1': ada })
  expect(shown()).toMatchInlineSnapshot(`
    "← Staff </staff>
    # Ada L
    + Active
    # About
    Email: ada@x.example
    Roles: support, money
    Shell user: ada
    Invited: 2026-11-01 09:30
    Last seen: 2026-11-27 09:30
    Actions: In the audit trail </audit?by=Ada+L>"
  `)
})

it('the page of an invited member says that they were never seen', async () => {
  const { shown } = await openConsole('/staff/m2', { '/staff/m2': bob })
  expect(shown()).toContain('Last seen: Never\n')
  expect(shown()).not.toContain('Shell user')
})

const entry: AuditEntryOnWire = {
  ...{ id: 7, at: '2026-11-27T09:30:00.000Z', by: 'Ada', roles: ['support', 'money'] },
  ...{ action: 'purchases refund', about: ['CP-1', 'p1'], reason: 'Bought twice' },
  ...{ outcome: 'refused', detail: 'It was refunded.', amount: 1002.5, currency: 'GBP' },
  kilograms: 2000,
  figures: [
    { label: 'To the card', before: null, after: '2.03 GBP' },
    { label: 'State', before: 'Open', after: 'Refunded' },
  ],
  approver: 'Bob',
}

it('the audit trail shows who did what, why, and with which outcome', async () => {
  const bare: AuditEntryOnWire = {
    ...{ ...entry, id: 8, roles: [], about: [], reason: null, outcome: null, detail: null },
    ...{ amount: null, currency: null, kilograms: null, figures: [], approver: null },
  }
  const address = '/audit?by=Ada&action=x&about=y&since=2026-11-01'
  const { shown, paths } = await openConsole(address, { [address]: [entry, bare] })
  expect(paths()).toContain(address)
  expect(shown()).toMatchInlineSnapshot(`
    "# Audit
    Member of staff: Ada
    Action (purchases refund): x
    About (CP-… or another id): y
    From: 2026-11-01
    [Clear filters]
    | Time | By | Action | About | Outcome | Moved | Figures | Reason | Approved by
    | 2026-11-27 09:30 | Ada support, money | purchases refund | CP-1 p1 | !! Refused It was refunded. | 1,002.50 GBP 2,000 kg | To the card: 2.03 GBP State: Open → Refunded | Bought twice | Bob
    | 2026-11-27 09:30 | Ada | purchases refund | – | – | – | – | – | –
    2 records on this page"
  `)
})

it('an entry about many records shows the first ones, and the others on request', async () => {
  const about = ['b1', 'b2', 'b3', 'b4', 'b5']
  const four = { ...entry, id: 9, about: about.slice(0, 4) }
  const { shown } = await openConsole('/audit', { '/audit': [{ ...entry, about }, four] })
  expect(shown()).toContain('| b1 b2 b3 2 more b4 b5 |')
  expect(shown()).toContain('| b1 b2 b3 b4 |')
  const details = [...document.querySelectorAll('details')]
  expect(details.map(({ open, textContent }) => [open, textContent])).toEqual([
    [false, '2 moreb4b5'],
  ])
})

const request: Approval = {
  ...{ id: 'a1', action: 'purchases refund', title: 'Refund', reason: 'Bought twice' },
  input: { tx_id: 'CP-1', to_wallet: true },
  figures: [
    { label: 'To the card', before: null, after: '2.03 GBP' },
    { label: 'Kilograms', before: '20', after: '0' },
  ],
  ...{ requested_by: 'Ada', requested_at: '2026-11-27T09:30:00.000Z' },
  ...{ expires_at: '2026-11-30T09:30:00.000Z', state: 'waiting' as const, decided_by: null },
  ...{ decided_at: null, detail: null, may_decide: true },
}
const refused: Approval = {
  ...{ ...request, id: 'a2', state: 'refused', decided_by: 'Bob', may_decide: false, reason: '' },
  decided_at: '2026-11-28T09:30:00.000Z',
}

it('the list of requests shows what each would do', async () => {
  const { shown } = await openConsole('/approvals?state=refused', {
    '/approvals?state=refused': [request, refused],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Approvals
    State: All / Waiting / Done / (Refused) / Void
    [Clear filters]
    | Request | State | Figures | Reason | By | Time | Decided by
    | [Refund] | ! Waiting | To the card: 2.03 GBP; Kilograms: 0 | Bought twice | Ada | 2026-11-27 09:30 | –
    | [Refund] | !! Refused | To the card: 2.03 GBP; Kilograms: 0 | – | Ada | 2026-11-27 09:30 | Bob
    2 records on this page"
  `)
})

function Request() {
  const query = useAnswer(approvalCall, { params: { id: 'a1' } })
  return <ApprovalSteps query={query} run={useDecision()} onClose={() => {}} />
}

async function openRequest(...answers: readonly unknown[]) {
  const calls = answerCalls(...answers.map((body) => () => answer(body)))
  const page = await drawForStaff(<Request />)
  await until(() => expect(page.text()).toContain('Asked by'))
  return { page, calls }
}
const shownRequest = () => outlineOf(document.body)

it('a request shows its input, its reason and its figures', async () => {
  await openRequest(request)
  expect(shownRequest()).toMatchInlineSnapshot(`
    "Tx id: CP-1
    To wallet: true
    Reason: Bought twice
    Asked by: Ada
    Asked at: 2026-11-27 09:30
    Void after: 2026-11-30 09:30
    # This will happen
    To the card: 2.03 GBP
    Kilograms: ~20~ 0
    [Refuse]
    [Approve]"
  `)
})

it.each([
  ['Approve', true, 'done'],
  ['Refuse', false, 'refused'],
])('%s decides the request, and shows the outcome', async (button, approve, outcome) => {
  const { page, calls } = await openRequest(request, { outcome, figures: request.figures })
  await page.press(button)
  await until(() => expect(page.text()).toContain('Done.'))
  expect(calls[1]).toMatchObject({ path: '/console/api/approvals/a1', body: { approve } })
})

it.each<[Partial<Approval>, string]>([
  [{}, 'Another person has to decide: one with the role of the action who did not ask for it.'],
  [{ state: 'refused', decided_by: 'Bob' }, 'This request is refused.'],
  [{ state: 'void', detail: 'The figures have changed.' }, 'is void. The figures have changed.'],
])('a request %j that one may not decide says why', async (changes, words) => {
  const shown = { ...request, may_decide: false, ...changes }
  const { page } = await openRequest(shown)
  expect(shownRequest()).toContain(words)
  expect(page.offers('Approve') + page.offers('Refuse')).toBe(0)
  expect(shownRequest().includes('Void after: 2026-11-30 09:30')).toBe(shown.state === 'waiting')
})

it('a pressed request is opened by its address', async () => {
  const { page, address, paths } = await openConsole('/approvals?state=waiting', {
    '/approvals?state=waiting': [request],
  })
  await page.press('Refund')
  expect(address()).toBe('/approvals?state=waiting&request=a1')
  await until(() => expect(paths()).toContain('/approvals/a1'))
})

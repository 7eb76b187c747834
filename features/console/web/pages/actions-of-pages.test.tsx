// Tests which actions each page offers, and that an action is about the record of its page.
import { act } from 'react'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { WithDialogs } from '#web/test-dialogs.tsx'
import { until } from '#web/test-page.ts'
import { PartActions, SubjectActions } from '../actions/subject-actions.tsx'
import {
  answer,
  answerCalls,
  drawForStaff,
  exampleAction,
  openConsole,
} from '../test-console-page.tsx'
import { BatchPage } from './batch-page.tsx'
import { ProjectPage } from './console-project-page.tsx'
import { MemberPage } from './member-page.tsx'
import { ProgrammePage } from './programme-page.tsx'

const words = [
  ...['people', 'purchases', 'projects', 'featured', 'batches', 'retirements', 'programmes'],
  ...['partners', 'wallet', 'accounts', 'rates', 'staff', 'news'],
]
const actions = words.map((word) => ({
  ...{ ...exampleAction, name: `${word} change`, title: `Change ${word}`, subject: null },
}))

it.each([
  ['/people', '/people', ['people']],
  ['/purchases', '/purchases', ['purchases']],
  ['/catalogue/projects', '/projects', ['projects', 'featured']],
  ['/catalogue/batches', '/batches', ['batches']],
  ['/retirement', '/retirements', ['retirements']],
  ['/retirement/recorded', '/retirements/recorded', ['retirements']],
  ['/programmes', '/programmes', ['programmes', 'partners', 'wallet']],
  ['/books/journal', '/books/journal', ['accounts', 'rates']],
  ['/books/payouts', '/books/payouts', ['accounts', 'rates']],
  ['/staff', '/staff', ['staff']],
  ['/audit', '/audit', []],
  ['/approvals', '/approvals', []],
])('the page %s offers the actions of its part', async (path, call, own) => {
  const { page } = await openConsole(path, { '/actions': actions, [call]: [] })
  if (own.length > 0) await until(() => expect(page.offers(/^Change /)).toBe(own.length))
  expect(words.filter((word) => page.offers(`Change ${word}`) > 0)).toEqual(
    words.filter((word) => own.includes(word)),
  )
})

it('an action of a part begins with the filters of the page’s address', async () => {
  const save = {
    ...{ ...exampleAction, name: 'people csv', title: 'Save', subject: null },
    schema: { properties: { country: { type: 'string' }, q: { type: 'string' } }, required: [] },
  }
  answerCalls(() => answer([save]))
  const { hook, searchHook } = memoryLocation({ path: '/people', searchPath: 'country=GB&after=3' })
  const page = await drawForStaff(
    <Router hook={hook} searchHook={searchHook}>
      <WithDialogs>
        <PartActions words={['people']} />
      </WithDialogs>
    </Router>,
  )
  await until(() => expect(page.offers('Save')).toBe(1))
  await page.press('Save')
  expect([page.valueOf('Country (optional)'), page.valueOf('Q (optional)')]).toEqual(['GB', ''])
})

const times = { created_at: '2026-11-20T09:30:00.000Z', last_seen_at: null }
const project = {
  ...{ id: 'r1', registry: 'GS', registry_id: 'GS1', name: 'Stoves', shown_name: 'Stoves' },
  ...{ country: 'SO', status: null, is_listed: true, batches: 1, available_kg: 5 },
  ...{ description: null, image_url: 'https://img.example/1.jpg', sdgs: [], edited: [] },
  featured_in: [],
}
const batch = {
  ...{ id: 'b1', serial_number: 'GS1-1', registry: 'GS', project_id: 'r1', project: 'Stoves' },
  ...{ vintage: 2022, price_per_kg: 0.02, currency: 'GBP', kilograms: 5, sold_kg: 0, held_kg: 0 },
  ...{ available_kg: 5, offer: 'offered', offer_reason: null, prices: [], retired_tonnes: 0 },
  due_tonnes: 0,
}
const programme = {
  ...{ id: 'green', name: 'Green', state: 'open', limit_currency: 'GBP', funds: [] },
  ...{ person_limit: null, day_limit: null, given_today: 0, terminals: [], credits: [], days: [] },
}
const member = {
  ...{ id: 'm1', name: 'Ada', email: 'a@b.example', roles: ['look'], shell_user: null },
  ...{ state: 'active', ...times },
}

it.each([
  ['batch', 'serial', 'GS1-1', <BatchPage key="page" id="b1" />, batch],
  ['project', 'project', 'r1', <ProjectPage key="page" id="r1" />, project],
  ['programme', 'id', 'green', <ProgrammePage key="page" id="green" />, programme],
  ['staff', 'member', 'm1', <MemberPage key="page" id="m1" />, member],
  [
    ...(['purchase', 'tx_id', 'CP-1'] as const),
    <SubjectActions key="page" of="purchase" id="CP-1" />,
    null,
  ],
] as const)('an action on the page of a %s has its %s', async (of, field, id, drawn, body) => {
  const change = {
    ...{ ...exampleAction, name: `${of} change`, title: 'Change it', subject: { of, field } },
    schema: { properties: { [field]: { type: 'string' } }, required: [field] },
  }
  const calls = answerCalls((path) => {
    if (path.endsWith('/actions')) return answer([change])
    if (path.includes('/actions/')) return answer({ outcome: 'previewed', figures: [] })
    return answer(path.includes('/batches?') ? [] : body)
  })
  const page = await drawForStaff(<WithDialogs>{drawn}</WithDialogs>)
  await until(() => expect(page.offers('Change it')).toBe(1))
  await page.press('Change it')
  await page.type('Reason', 'Why')
  await page.press('Preview')
  await until(() => expect(page.offers('Back')).toBe(1))
  expect(calls.at(-1)?.body).toEqual({ input: { [field]: id }, reason: 'Why', preview: true })
})

it('a picture that does not load is said to be missing, on the page of its project only', async () => {
  const other = { ...project, id: 'r2', shown_name: 'Wind' }
  const { page, shown, navigate } = await openConsole('/catalogue/projects/r1', {
    '/projects/r1': project,
    '/projects/r2': other,
    '/batches?project=r1': [],
    '/batches?project=r2': [],
  })
  await until(() => expect(shown()).toContain('It has no batch.'))
  await act(async () => {
    document.querySelector('figure img')?.dispatchEvent(new window.Event('error'))
  })
  await until(() => expect(page.text()).toContain('It does not load. Buyers see a drawing.'))
  expect(shown()).toContain('https://img.example/1.jpg')
  for (const [path, isMissing] of [
    ['/catalogue/projects/r2', false],
    ['/catalogue/projects/r1', false],
    ['/catalogue/projects/r2', false],
  ] as const) {
    await act(async () => navigate(path))
    await until(() => expect(document.querySelector('figure img')).not.toBeNull())
    expect(page.text().includes('It does not load.')).toBe(isMissing)
  }
})

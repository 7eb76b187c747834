// Tests which actions a page offers.
import { expect, it } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff, exampleAction } from '../test-console-page.tsx'
import { PartActions, SubjectActions } from './subject-actions.tsx'

const named = (name: string, of: string | null) => ({
  ...exampleAction,
  ...{ name, title: name, subject: of === null ? null : { of, field: 'who' } },
})
const actions = [
  named('purchases refund', 'purchase'),
  named('people block', 'person'),
  named('people unblock', 'person'),
  named('staff invite', null),
  named('retirements correct', null),
]

it('the page of a subject offers the actions about it that make sense now', async () => {
  answerCalls(() => answer(actions))
  const page = await drawForStaff(
    <SubjectActions of="person" id="7" without={['people unblock']} />,
  )
  await until(() => expect(page.text()).toBe('people block'))
})

it('the page of a part offers the actions without a subject', async () => {
  answerCalls(() => answer(actions))
  const page = await drawForStaff(<PartActions words={['staff', 'people']} />)
  await until(() => expect(page.text()).toBe('staff invite'))
})

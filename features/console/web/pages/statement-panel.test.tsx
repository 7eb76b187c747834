// Tests the panel that saves a programme's statement.
import { expect, it } from 'vitest'
import { until } from '#web/test-page.ts'
import { answer, answerCalls, drawForStaff } from '../test-console-page.tsx'
import { StatementPanel } from './statement-panel.tsx'

it('a statement that cannot be saved says why', async () => {
  const failure = { error: 'Failed.', code: 'internal', request_id: 'req-9' }
  answerCalls(() => answer(failure, 500))
  const page = await drawForStaff(<StatementPanel id="spring" />)
  await page.press('Save as PDF')
  await until(() => expect(page.text()).toContain('Request req-9.'))
})

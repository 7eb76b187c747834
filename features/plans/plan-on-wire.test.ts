// Tests what a client reads of a plan and of a run, in each of their states.
import { describe, expect, it } from 'vitest'
import { planOnWire, runOnWire } from './plan-on-wire.ts'
import type { ShownPlanRow } from './plans-queries.ts'

const row: ShownPlanRow = {
  ...{ id: 'PL-7K2M-9QXF-4HJD', passport_id: '0199c4c0-1111-7222-8333-444455556666' },
  ...{ state: 'active', pause_reason: null, amount_minor: 1_050, currency: 'EUR' },
  ...{ project_id: null, pay: 'wallet', day: 5, notice_pending: false, is_over: false },
  ...{ next_run_at: new Date('2026-12-05T09:00Z'), expires_at: new Date('2026-11-21T10:10Z') },
  ...{ now: new Date('2026-11-21T10:00Z'), last_period: null, last_state: null, last_reason: null },
  ...{ tx_id: null, quantity_kg: null, total_minor: null },
}
const nextRun = '2026-12-05T09:00:00.000Z'
const expiry = '2026-11-21T10:10:00.000Z'

describe('a plan', () => {
  it.each([
    ['unconfirmed', 'PENDING', null, expiry],
    ['active', 'ACTIVE', nextRun, null],
    ['paused', 'PAUSED', nextRun, null],
    ['ended', 'ENDED', null, null],
  ] as const)(
    'that is %s is %s, with its run or its end',
    (state, status, next_run, expires_at) => {
      expect(planOnWire({ ...row, state })).toMatchObject({ state: status, next_run, expires_at })
    },
  )

  it('has its terms, and the featured project where it names none', () => {
    const terms = { amount: 10.5, currency: 'EUR', pay: 'wallet', day: 5, last_run: null }
    expect(planOnWire(row)).toMatchObject({ ...terms, project_id: 'featured', pause_reason: null })
    const project_id = '0199c4c0-1111-7222-8333-444455557777'
    const paused = planOnWire({ ...row, project_id, state: 'paused', pause_reason: 'declined' })
    expect(paused).toMatchObject({ project_id, pause_reason: 'declined' })
  })

  it('has its last run, with its own reason', () => {
    const last = {
      last_period: '2026-11-01',
      last_state: 'left_out',
      last_reason: 'skipped',
    } as const
    expect(planOnWire({ ...row, ...last }).last_run).toEqual({
      ...{ period: '2026-11', state: 'NONE', reason: 'skipped' },
      ...{ tx_id: null, kg: null, total: null },
    })
  })
})

describe('a run', () => {
  it.each([
    ['open', 'OPEN'],
    ['paying', 'PAYING'],
    ['asking', 'CONFIRMATION_NEEDED'],
    ['checkout', 'CHECKOUT'],
    ['bought', 'COMPLETED'],
    ['reversed', 'REVERSED'],
    ['left_out', 'NONE'],
  ] as const)('that is %s is %s', (state, status) => {
    const purchase = { tx_id: 'CP-1', quantity_kg: 250, total_minor: 505 }
    expect(runOnWire({ period: '2026-11-01', state, reason: null, ...purchase })).toEqual({
      ...{ period: '2026-11', state: status, reason: null },
      ...{ tx_id: 'CP-1', kg: 250, total: 5.05 },
    })
  })
})

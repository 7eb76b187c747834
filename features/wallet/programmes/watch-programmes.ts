// Sets the metrics of programmes: the used share of the funds and line, and of the limit in 24 hours.
import { Gauge } from 'prom-client'
import type { Db } from '#platform/database/database.ts'
import { findProgrammes } from './programme-rows.ts'

const usedRatio = new Gauge({
  name: 'programme_used_ratio',
  help:
    'What a programme has given, as a part of what it could give: of="balance", its funds and line in a ' +
    'currency since one of them was changed; of="day", its limit of 24 hours. 1: nothing is left.',
  labelNames: ['programme', 'of', 'currency'],
  // Every process reads the same rows, so a sum over processes would be wrong.
  aggregator: 'max',
})

/** Sets the metrics. Closed programmes, and those without funds, line and limit, have no metrics. */
export async function watchProgrammes(db: Db): Promise<void> {
  const rows = (await findProgrammes(db)).filter(({ closed_at }) => closed_at === null)
  usedRatio.reset()
  for (const row of rows) {
    const { id: programme, balance_currency, balance_minor, floor_minor, full_minor } = row
    if (full_minor > 0) {
      const leftMinor = balance_minor - floor_minor
      const ratio = Math.max(0, 1 - leftMinor / full_minor)
      usedRatio.set({ programme, of: 'balance', currency: balance_currency }, ratio)
    }
    if (row.day_limit_minor !== null && row.day_limit_minor > 0) {
      const labels = { programme, of: 'day', currency: row.currency }
      usedRatio.set(labels, row.day_minor / row.day_limit_minor)
    }
  }
}

// Provides a line of the list of purchases for tests of pages. For tests only.
import type { ActivityEntry } from '../activity-calls.ts'

/** A completed purchase by card; each test overrides fields. */
export const testEntry: ActivityEntry = {
  ...{ tx_id: 'CP-1', created_at: '2026-11-21T10:00:00.000Z', amount: 0.02, currency: 'GBP' },
  ...{ status: 'COMPLETED', kg: 10, total: 0.2, total_currency: 'GBP', allocated_kg: 10 },
  ...{ retired_kg: 0, project_id: 'p', project_name: 'Wind', project_shown_name: 'Wind' },
  ...{ project_scene: 'wind', project_country: 'TR', project_type: ['Wind'] },
  ...{ is_gift: false, is_reward: false, from_user: null, note: null },
  ...{ batch_serial_number: 'GS1', payment_source: 'card' },
}

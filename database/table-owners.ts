// Names the owner of each table and view. Only the owner's SQL may write the table
// (database/table-owners.test.ts). Writes of triggers are not checked.
import type { featureOrder } from '#server/feature-order.ts'

/** A folder of features/, or a folder of the root. */
export type Owner = (typeof featureOrder)[number] | 'ledger' | 'platform' | 'providers'

export const tableOwners = {
  approvals: 'staff',
  audit_ends: 'platform',
  audit_trail: 'platform',
  batch_places: 'ledger',
  batch_prices: 'catalogue',
  batch_stock: 'ledger',
  batch_weeks: 'ledger',
  batches: 'catalogue',
  board_counts: 'boards',
  board_folds: 'boards',
  board_moves: 'boards',
  card_disputes: 'purchases',
  card_references: 'purchases',
  certificates: 'certificates',
  closed_months: 'ledger',
  closed_sums: 'ledger',
  code_prefixes: 'messages',
  consents: 'legal',
  disputes: 'purchases',
  erasures: 'own-data',
  exchange_rate_checks: 'wallet',
  exchange_rates: 'providers',
  featured_projects: 'catalogue',
  fraud_warnings: 'purchases',
  google_passes: 'passes',
  idempotency_keys: 'platform',
  kg_postings: 'ledger',
  last_runs: 'operations',
  ledger_close: 'ledger',
  log_batches: 'log',
  log_entries: 'log',
  log_heads: 'log',
  log_notices: 'ledger',
  log_tiles: 'log',
  logs: 'log',
  manual_entries: 'ledger',
  migrations: 'platform',
  money_postings: 'ledger',
  number_key_fingerprints: 'own-data',
  number_moves: 'people',
  number_perks: 'sign-in',
  outbox: 'messages',
  parked_passports: 'sign-in',
  partner_terminals: 'partners',
  passkeys: 'passkeys',
  passport_devices: 'people',
  passport_facts: 'achievements',
  passports: 'people',
  payout_lines: 'accounts',
  plan_runs: 'plans',
  plans: 'plans',
  present_places: 'purchases',
  programme_balances: 'ledger',
  programme_payments: 'wallet',
  programmes: 'wallet',
  projects: 'catalogue',
  provider_events: 'platform',
  provider_polls: 'platform',
  purchase_places: 'purchases',
  purchase_reversals: 'purchases',
  purchase_wallet_parts: 'purchases',
  purchases: 'purchases',
  rate_counts: 'platform',
  refund_payments: 'purchases',
  request_nonces: 'platform',
  retired_places: 'retirements',
  retirement_corrections: 'retirements',
  retirement_export_rows: 'retirements',
  retirement_exports: 'retirements',
  retirements: 'retirements',
  reward_budgets: 'ledger',
  rewards: 'achievements',
  saved_card_payments: 'purchases',
  saved_card_sessions: 'purchases',
  saved_cards: 'purchases',
  sessions: 'people',
  sign_in_attempts: 'sign-in',
  sms_outcomes: 'messages',
  sms_to_forget: 'messages',
  staff: 'staff',
  staff_invitations: 'staff',
  staff_passkeys: 'staff',
  staff_sessions: 'staff',
  stopped_numbers: 'messages',
  tax_documents: 'tax',
  tax_progress: 'tax',
  terminals: 'people',
  terms_versions: 'legal',
  wallet_credits: 'wallet',
  wallet_lapses: 'wallet',
  wallet_pass_devices: 'passes',
  wallet_pass_registrations: 'passes',
  wallet_passes: 'passes',
  wallet_reversals: 'wallet',
  wallets: 'ledger',
  withheld_perks: 'sign-in',
} as const satisfies Readonly<Record<string, Owner>>

export type Table = keyof typeof tableOwners

type SharedWrite = { readonly tables: readonly Table[]; readonly reason: string }

/** Statements that may write tables of another owner, by the statement's name. */
export const sharedWrites: Readonly<Record<string, SharedWrite>> = {
  'request-challenges': {
    tables: ['outbox'],
    reason: 'A code and its message are one round trip: tests/round-trips.test.ts counts them.',
  },
  'request-device-challenge': {
    tables: ['outbox'],
    reason: 'The same as request-challenges for a known browser.',
  },
  'insert-demo-purchases': {
    tables: ['purchases'],
    reason: 'The demonstration books sales of the past, which no use case of purchases does.',
  },
}

/** Files that may write tables without a declared statement, by path. */
export const rawWrites: Readonly<Record<string, SharedWrite>> = {
  'operator/backup/restore.ts': {
    tables: ['logs', 'tax_progress'],
    reason:
      'A restore fills every table of an empty database, closes its logs and opens a new series of receipts.',
  },
}

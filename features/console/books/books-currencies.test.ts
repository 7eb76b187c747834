// Tests the decimals of each currency in the books, and the cause of each difference between reports and ledger.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayouts } from '#features/accounts/record-payouts.ts'
import type {
  JournalPosting,
  PaymentDifference,
  PayoutRow,
} from '#features/console/books/books-calls.ts'
import { type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const { bank, cardClearing, chargebacks, fees, refundsDue, sales } = moneyAccounts
type Move = readonly [source: MoneyAccount, destination: MoneyAccount, amountMinor: number]
const postMoney = (causeId: string | null, currency: string, ...moves: readonly Move[]) =>
  test.services.db.transaction((tx) =>
    post(tx, {
      kg: [],
      money: moves.map(([source, destination, amountMinor]) => ({
        ...{ causeId, currency, source, destination, amountMinor },
      })),
    }),
  )

const header =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,' +
  'customer_facing_amount,customer_facing_currency,payment_intent_id,automatic_payout_id'

/** Records a report of lines: id, currency, gross, fee, net, category, payment and payout. */
async function record(...lines: readonly (readonly string[])[]) {
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const rows = lines.map(([id, currency, gross, fee, net, category, payment, payout]) =>
    [id, at, currency, gross, fee, net, category, '', '', '', payment, payout].join(','),
  )
  const text = [header, ...rows, ''].join('\n')
  const source = { file: 'report.csv', open: () => Readable.from([Buffer.from(text)]) }
  const recorded = await recordPayouts(test.services.db, source, async () => undefined)
  expect(recorded).toHaveProperty('newLines', lines.length)
}

it('an amount in yen or dinars has the decimals of its currency, in each list', async () => {
  for (const [currency, minor, units] of [
    ['JPY', 1_234, 1_234],
    ['KWD', 1_234, 1.234],
    ['EUR', 1_234, 12.34],
  ] as const) {
    await postMoney(null, currency, [fees, bank, minor])
    const journal: readonly JournalPosting[] = (await reader.read('books/journal?account=fees'))
      .body
    expect(journal[0]).toMatchObject({ unit: currency, amount: units })
    const { ledgers } = (await reader.read('books')).body
    const ledger = ledgers.find(({ unit }: { unit: string }) => unit === currency)
    expect([currency, ledger.sum, ledger.accounts]).toEqual([
      ...[currency, 0],
      expect.arrayContaining([
        { account: 'bank', balance: units },
        { account: 'fees', balance: -units },
      ]),
    ])
  }
  await record(
    ['txn_jpy', 'jpy', '1234', '34', '1200', 'charge', '', 'po_jpy'],
    ['po_jpy', 'jpy', '-1100', '0', '-1100', 'payout', '', ''],
    ['txn_own', 'jpy', '500', '0', '500', 'charge', '', 'po_lines'],
  )
  const payouts: readonly PayoutRow[] = (await reader.read('books/payouts')).body
  expect(payouts.map(({ moved_at: _, ...row }) => row)).toEqual([
    { id: 'po_lines', currency: 'JPY', paid: 500, lines: 500, posted: 500, difference: null },
    { id: 'po_jpy', currency: 'JPY', paid: 1_100, lines: 1_200, posted: 1_100, difference: -100 },
  ])
  const differences: readonly PaymentDifference[] = (await reader.read('books/differences')).body
  expect(
    differences.map(({ id, kind, currency, reported, posted, cause }) => ({
      id,
      kind,
      currency,
      reported,
      posted,
      cause,
    })),
  ).toEqual(
    [
      ['txn_own', 500],
      ['txn_jpy', 1_234],
    ].map(([id, reported]) => ({
      ...{ id, kind: 'charge', currency: 'JPY', reported, posted: 0 },
      cause: 'No purchase has this payment.',
    })),
  )
})

describe('the cause of a difference', () => {
  let reports = 0
  /** A purchase whose charge of 1 pound is posted, with the money that moved later, and the lines of its reports. */
  async function differencesOf(
    moves: readonly Move[],
    lines: readonly (readonly [category: string, gross: string])[],
    hasDispute = false,
  ) {
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const txId = await (await new Person(test.url).signIn()).buyByCard(batch, 50)
    const [row = []] = await askRows(
      test.databaseUrl,
      `select id, card_payment_id from purchases where tx_id = '${txId}'`,
    )
    const [id, payment] = row.map(String)
    for (const move of moves) await postMoney(id ?? '', 'GBP', move)
    reports += 1
    await record(
      ...lines.map(([category, gross], at) => [
        ...[`txn_${reports}_${at}`, 'gbp', gross, '0.00', gross, category, payment ?? '', ''],
      ]),
    )
    if (hasDispute) {
      await runSql(
        test.databaseUrl,
        `insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at, read_at)
         values ('du_${reports}', '${id}', 'needs_response', 'open', 100, 'GBP', now(), now())`,
      )
    }
    const { body } = await reader.read('books/differences?limit=100')
    return (body as readonly PaymentDifference[])
      .filter(({ tx_id }) => tx_id === txId)
      .map(({ kind, reported, posted, cause }) => [kind, reported, posted, cause])
      .toSorted()
  }

  it.each<
    [string, readonly Move[], readonly (readonly [string, string])[], boolean, readonly unknown[]]
  >([
    ['reports agree', [], [['charge', '1.00']], false, []],
    ['the sums differ', [], [['charge', '0.90']], true, [['charge', 0.9, 1, 'The sums differ.']]],
    [
      'a refund is in the reports only',
      [],
      [
        ['charge', '1.00'],
        ['refund', '-1.00'],
      ],
      false,
      [['refund', -1, 0, 'The ledger has no such refund.']],
    ],
    [
      'a charge is in the ledger only',
      [[sales, cardClearing, 100]],
      [['refund', '-1.00']],
      false,
      [['charge', 0, 1, 'The reports have no such charge yet.']],
    ],
    [
      'a dispute is open',
      [],
      [
        ['charge', '1.00'],
        ['dispute', '-1.00'],
      ],
      true,
      [['dispute', -1, 0, 'The dispute is open, and its loss is not posted yet.']],
    ],
    [
      'a dispute has ended',
      [],
      [
        ['charge', '1.00'],
        ['dispute', '-1.00'],
      ],
      false,
      [['dispute', -1, 0, 'The ledger has no such dispute.']],
    ],
    [
      'a refund failed',
      [
        [sales, refundsDue, 100],
        [refundsDue, cardClearing, 100],
        [cardClearing, refundsDue, 100],
      ],
      [
        ['charge', '1.00'],
        ['refund', '-1.00'],
        ['refund_failure', '1.00'],
      ],
      false,
      [],
    ],
    [
      'a bank gave a dispute back',
      [
        [chargebacks, cardClearing, 100],
        [cardClearing, chargebacks, 100],
      ],
      [
        ['charge', '1.00'],
        ['dispute', '-1.00'],
        ['dispute_reversal', '1.00'],
      ],
      false,
      [],
    ],
  ])('if %s', async (_, moves, lines, hasDispute, expected) => {
    expect(await differencesOf(moves, lines, hasDispute)).toEqual(expected)
  })
})

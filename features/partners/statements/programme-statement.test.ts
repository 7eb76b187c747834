// Tests programmes' statements of a month: figures that agree with the ledger's accounts, the PDF in each language, the
// rows, the text, and who may read them.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { fundProgramme, returnFunds } from '#features/wallet/programmes/manage-programmes.ts'
import { balancesAt } from '#ledger/balances-at.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestConsole, type TestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { languages } from '#values/lists/languages.ts'
import { isProblem } from '#values/problem.ts'
import { type ProgrammeStatement, readProgrammeStatement } from './programme-statement.ts'
import { programmeStatementLines } from './programme-statement-file.ts'
import { programmeStatementPaper } from './programme-statement-paper.ts'

const dayMs = 86_400_000
const unaudited = async () => undefined

let test: TestApp
let staffConsole: TestConsole
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  staffConsole = await startTestConsole(test)
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
afterAll(async () => {
  await staffConsole.close()
  await closeWithBooks(test)
})

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)
const thisMonth = monthOf(Date.now())
/** A moment of the next month. */
const later = new Date(Date.parse(`${thisMonth}-01`) + 40 * dayMs)

async function statementOf(id: string, month = thisMonth, now = new Date()) {
  const statement = await readProgrammeStatement(test.services.db, id, month, now)
  if (isProblem(statement)) throw new Error(statement.problem)
  return statement
}

/** Returns the text of the English paper. */
async function englishText(statement: ProgrammeStatement, seller: { readonly name: string }) {
  const job = {
    kind: 'programme-statement',
    statement,
    language: 'en',
    seller,
    note: null,
  } as const
  return (await readPdf(await programmeStatementPaper(job))).text
}

/** Pays 50.00 in, gives 9.00 and takes 2.00 of it back, spends 4.00, gets 1.00 by a refund, and pays 10.00 back. */
async function usedProgramme(): Promise<Partner> {
  const { db } = test.services
  const partner = await newPartner(test.services, test.url)
  const { programmeId } = partner.terminal
  const pounds = (amountMinor: number) => ({ programmeId, currency: 'GBP', amountMinor })
  await fundProgramme(db, pounds(5_000), unaudited)
  const buyer = await new Person(test.url).signIn()
  expect((await partner.credit(buyer.phone, 7)).status).toBe(201)
  const mistaken = await partner.credit(buyer.phone, 2)
  expect((await partner.debit(mistaken.body.id)).status).toBe(201)
  const spent: string[] = []
  for (const kg of [150, 50]) {
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, kg, programmeId))
    expect((await buyer.complete(body.txId)).status).toBe(200)
    spent.push(body.txId)
  }
  const refund = { txId: spent[1] ?? '', keepsKilograms: false, record: unaudited }
  expect(await refundPurchase(test.services, refund)).toEqual({ stage: 'refunded' })
  await returnFunds(db, pounds(1_000), unaudited)
  return partner
}

/** The movements that a side shows, without those of 0. */
const movedOf = (movements: readonly { kind: string; amountMinor: number }[]) =>
  Object.fromEntries(
    movements.flatMap(({ kind, amountMinor }) => (amountMinor === 0 ? [] : [[kind, amountMinor]])),
  )

describe('the statement of a month', () => {
  it('adds up, and agrees with the accounts of the ledger', async () => {
    const { terminal } = await usedProgramme()
    const { currencies, isOver } = await statementOf(terminal.programmeId)
    const [pounds] = currencies
    expect([currencies.length, pounds?.currency, isOver]).toEqual([1, 'GBP', false])
    expect(movedOf(pounds?.funds.movements ?? [])).toEqual({
      ...{ paid_in: 5_000, paid_out: -1_000, credited: -900, taken_back: 200 },
    })
    expect(movedOf(pounds?.wallets.movements ?? [])).toEqual({
      ...{ credited: 900, spent: -400, refunded: 100, taken_back: -200 },
    })
    expect([pounds?.funds.closingMinor, pounds?.wallets.closingMinor]).toEqual([3_300, 400])
    const { money } = await balancesAt(test.services.db, new Date(Date.now() + dayMs))
    const account = money.find(({ account: name, currency }) => {
      return name === `programme:${terminal.programmeId}` && currency === 'GBP'
    })
    expect(account?.amount).toBe(3_300)
    for (const side of [pounds?.funds, pounds?.wallets]) {
      const days = side?.days.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      expect(days).toBe((side?.closingMinor ?? 0) - (side?.openingMinor ?? 0))
    }
  })

  it('counts what a cancelled purchase held neither as spent nor as refunded', async () => {
    const partner = await newPartner(test.services, test.url)
    const { programmeId } = partner.terminal
    const funds = { programmeId, currency: 'GBP', amountMinor: 5_000 }
    await fundProgramme(test.services.db, funds, unaudited)
    const buyer = await new Person(test.url).signIn()
    expect((await partner.credit(buyer.phone, 7)).status).toBe(201)
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 150, programmeId))
    expect((await buyer.cancel(body.txId)).status).toBe(200)
    const { currencies } = await statementOf(programmeId)
    expect(movedOf(currencies[0]?.wallets.movements ?? [])).toEqual({ credited: 700 })
  })

  it('opens with the closing of the month before, and is empty without a movement', async () => {
    const { terminal } = await usedProgramme()
    const next = await statementOf(terminal.programmeId, monthOf(later.getTime()), later)
    expect(next.currencies[0]?.funds).toMatchObject({ openingMinor: 3_300, closingMinor: 3_300 })
    expect(next.currencies[0]?.wallets).toMatchObject({ openingMinor: 400, days: [] })
    const before = await statementOf(terminal.programmeId, '2020-02')
    expect(before).toMatchObject({ firstDay: '2020-02-01', lastDay: '2020-02-29', isOver: true })
    expect(before.currencies).toMatchObject([{ currency: 'GBP', funds: { closingMinor: 0 } }])
    const ended = await statementOf(terminal.programmeId, thisMonth, later)
    expect(ended).toMatchObject({ isOver: true, lastDay: expect.stringMatching(/-(28|29|30|31)$/) })
  })

  it('is refused for a month that has not begun, no month, and no programme', async () => {
    const { db } = test.services
    const refusalOf = async (id: string, month: string) => {
      const answer = await readProgrammeStatement(db, id, month, new Date())
      return isProblem(answer) ? answer.problem : null
    }
    expect(await refusalOf('welcome', monthOf(later.getTime()))).toBe('month_not_begun')
    expect(await refusalOf('welcome', '2026-13')).toBe('month_unreadable')
    expect(await refusalOf('none', thisMonth)).toBe('programme_not_found')
  })

  it('is a tagged PDF in each language, and says if the month is not over', async () => {
    const { terminal } = await usedProgramme()
    const seller = { name: 'Carbon Passport Ltd' }
    for (const language of languages) {
      const statement = await statementOf(terminal.programmeId)
      const job = { kind: 'programme-statement', statement, language, seller, note: null } as const
      const paper = await readPdf(await programmeStatementPaper(job))
      expect(paper).toMatchObject({ isTagged: true, language })
      expect(paper.title).toContain(`Green Bank ${thisMonth}`)
      expect(paper.text).toContain(seller.name)
      expect(paper.text).toContain('50')
    }
    const english = async (now: Date, month = thisMonth) => {
      const statement = await statementOf(terminal.programmeId, month, now)
      return englishText(statement, seller)
    }
    const running = await english(new Date())
    expect(running).toContain('This month is not over.')
    expect(running).toContain('So far £33.00')
    const ended = await english(later)
    expect(ended).not.toContain('This month is not over.')
    for (const row of ['Paid in + £50.00', 'Spent on purchases − £4.00', 'At the end £33.00']) {
      expect(ended).toContain(row)
    }
    const empty = await english(later, '2020-02')
    expect(empty).toContain('Nothing moved in this month.')
    expect(empty).toContain('Paid in £0.00')
    expect(empty).not.toContain('By day')
  })

  it('has a table by day for each side, whose balances end at the closings', async () => {
    const { terminal } = await usedProgramme()
    const statement = await statementOf(terminal.programmeId, thisMonth, later)
    const seller = { name: 'Kilogram Ltd' }
    const text = await englishText(statement, seller)
    expect(text).toContain(`Statement number ${terminal.programmeId} ${thisMonth} Issued on `)
    expect(text).toContain('Kilogram Ltd charges a programme no fees.')
    const [, funds = '', wallets = ''] = text.split('By day: ')
    const balancesOf = (table: string) =>
      [...table.matchAll(/[+−] £([\d.]+) £([\d.]+)/g)].map(([row, amount, balance]) => {
        const sign = row.startsWith('−') ? -1 : 1
        return { change: sign * Math.round(Number(amount) * 100), balance: Number(balance) * 100 }
      })
    for (const [table, closing] of [
      [funds, 3_300],
      [wallets, 400],
    ] as const) {
      expect(table).toContain('At the beginning £0.00')
      expect(table).toMatch(new RegExp(`At the end £${closing / 100}`))
      let sum = 0
      for (const { change, balance } of balancesOf(table)) {
        sum += change
        expect(Math.round(balance)).toBe(sum)
      }
      expect(sum).toBe(closing)
    }
    expect(funds).toContain('Credited to wallets − £9.00')
    expect(wallets).toContain('Credited to wallets + £9.00')
  })

  it('names the account of a table on each of its pages', async () => {
    const { terminal } = await usedProgramme()
    const statement = await statementOf(terminal.programmeId, thisMonth, later)
    const [{ funds, ...pounds } = { funds: null }] = statement.currencies
    const [movement] = funds?.days ?? []
    if (funds === null || movement === undefined) throw new Error('the programme has no movement')
    const days = Array.from({ length: 70 }, () => movement)
    const currencies = [{ ...pounds, funds: { ...funds, days } }] as typeof statement.currencies
    const { pageTexts } = await readPdf(
      await programmeStatementPaper({
        ...{ kind: 'programme-statement', language: 'en', seller: {}, note: null },
        statement: { ...statement, currencies },
      }),
    )
    const tables = pageTexts.filter((text) => text.includes('Date Entry Amount Balance'))
    expect(tables.length).toBeGreaterThan(2)
    const isNamed = /By day: [^,]+, GBP Date Entry Amount Balance/
    for (const text of tables) expect(text).toMatch(isNamed)
  })

  it('has rows whose balances follow from the amounts', async () => {
    const { terminal } = await usedProgramme()
    const text = programmeStatementLines(await statementOf(terminal.programmeId)).join('')
    const rows: readonly Record<string, string>[] = parse(text, { columns: true })
    for (const side of ['funds', 'wallets']) {
      let balance = 0
      const ofSide = rows.filter((row) => row.side === side)
      for (const row of ofSide) {
        balance += Math.round(Number(row.amount) * 100)
        expect(Math.round(Number(row.balance) * 100)).toBe(balance)
      }
      expect(ofSide.at(-1)?.entry).toBe('balance so far')
    }
  })
})

describe('a statement in the console', () => {
  it('is for staff, and for the programme’s own people alone', async () => {
    const [own, other] = [await usedProgramme(), await usedProgramme()]
    const partner = await staffConsole.signIn(`partner:${own.terminal.programmeId}`)
    const pathOf = (id: string, kind: string, month = thisMonth) =>
      `/programmes/${id}/statement.${kind}?month=${month}`
    const rows = await partner.get(pathOf(own.terminal.programmeId, 'csv'))
    expect([rows.status, rows.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    expect(rows.body).toContain(`${own.terminal.programmeId},${thisMonth},GBP,funds`)
    const paper = await partner.get(`${pathOf(own.terminal.programmeId, 'pdf')}&lang=tr`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    for (const kind of ['csv', 'pdf']) {
      expect((await partner.get(pathOf(other.terminal.programmeId, kind))).status).toBe(404)
    }
    const money = await staffConsole.signIn('money')
    expect((await money.get(pathOf(other.terminal.programmeId, 'csv'))).status).toBe(200)
    expect((await money.get(pathOf('none', 'csv'))).status).toBe(404)
    const early = pathOf(own.terminal.programmeId, 'csv', monthOf(later.getTime()))
    expect((await money.get(early)).status).toBe(400)
    const registry = await staffConsole.signIn('registry')
    expect((await registry.get(pathOf(own.terminal.programmeId, 'csv'))).status).toBe(403)
  })
})

describe('programmes statement', () => {
  it('shows the figures, prints rows, and refuses what is no month', async () => {
    const { terminal } = await usedProgramme()
    const settings = { DATABASE_URL: test.databaseUrl }
    const run = (...words: string[]) =>
      runOperator(settings, ['programmes', 'statement', terminal.programmeId, ...words])
    const shown = await run(thisMonth)
    expect(shown.stdout).toMatch(/paid in +50\.00/)
    expect(shown.stdout).toContain('a month that is not over')
    expect((await run(thisMonth, '--csv')).stdout).toContain('funds')
    expect((await run('2026-13')).code).toBe(1)
    expect((await run(thisMonth, '--lang', 'de')).code).toBe(2)
  })
})

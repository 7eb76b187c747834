// Runs the product under load: its own process and database, large batches, and signed-in people
// with full wallets. Their calls are those of a browser, with every check; at the end the ledger is
// checked.
import { randomBytes, randomUUID } from 'node:crypto'
import { type Connection, openConnection, requestText } from '#benchmarks/connection.ts'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { creditWallet } from '#features/wallet/programmes/credit-wallet.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { signRequest } from '#platform/http/guard/request-signature.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import { withDatabase } from '#tests/support/postgres.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const programmeId = 'benchmark'
/** More kilograms than a run can sell. */
export const plentyKg = 5_000_000_000
/** 10 million pounds each, so that no wallet runs empty. */
const walletMinor = 1_000_000_000

const insertProgramme = statement(
  'bench-insert-programme',
  {},
  `insert into programmes (id, name, person_limit_minor, day_limit_minor)
   values ($1, 'Benchmark', null, null)`,
)
const insertBudget = statement(
  'bench-insert-budget',
  {},
  `insert into programme_balances (programme_id, currency, floor_minor)
   values ($1, 'GBP', -1000000000000000)`,
)

export type Shop = {
  readonly url: string
  readonly port: number
  readonly superuserUrl: string
  /** Runs statements in the product's own database. */
  readonly ownSuperuserUrl: string
  /** For the product's own role, in its own database. */
  readonly databaseUrl: string
  readonly db: Database
  issueBatch(kg: number): Promise<IssuedBatch>
  /** People with money, each with their own connection. */
  signIn(count: number): Promise<Shopper[]>
  /** Receives every line that the product prints from then on. */
  onLine(listener: (line: string) => void): void
  /** The process id of the app. */
  appPid(): number
  /** Resident memory of the app's process, MiB. */
  memoryMiB(): Promise<number>
  /** Throws if a sum of the ledger is wrong; then removes everything. */
  close(): Promise<void>
  /** Removes everything without a check, after a made-up history. */
  closeUnchecked(): Promise<void>
}

/** `settings` are PostgreSQL's, in addition to the product's own. */
export async function openShop(
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_CATALOGUE: '0', ...env })
  const { dataDir } = product
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => undefined, settings })
  await product.start()
  const db = openDatabase({
    url: embedded.url,
    connectionsMax: 4,
    applicationName: 'carbon-passport benchmark',
    // The check of a long history reads all of it.
    statementMs: 600_000,
  })
  await db.run(insertProgramme, [programmeId])
  await db.run(insertBudget, [programmeId])
  const port = Number(new URL(product.url).port)
  const shoppers: Shopper[] = []
  async function end(): Promise<void> {
    for (const shopper of shoppers) shopper.connection.close()
    await db.close()
    await embedded.close()
    await product.stop()
    await product.remove()
  }
  return {
    url: product.url,
    port,
    superuserUrl: embedded.superuserUrl,
    ownSuperuserUrl: withDatabase(embedded.superuserUrl, new URL(embedded.url).pathname.slice(1)),
    databaseUrl: embedded.url,
    db,
    issueBatch: (kg) => issueTestBatch(db, { kg }),
    async signIn(count) {
      const known = shoppers.length
      for (let index = 0; index < count; index += 1) {
        const person = await new Person(product.url).signIn()
        await db.transaction((tx) =>
          creditWallet(tx, {
            passportId: person.id,
            programmeId,
            currency: 'GBP',
            amountMinor: walletMinor,
            source: 'Benchmark',
            logoUrl: null,
          }),
        )
        shoppers.push(new Shopper(person, await openConnection(port)))
      }
      return shoppers.slice(known)
    },
    onLine: (listener) => product.onLine(listener),
    appPid: () => product.pid(),
    memoryMiB: () => product.memoryMiB(),
    closeUnchecked: end,
    async close() {
      const report = await checkLedger(db)
      await end()
      if (!report.ok) throw new Error(`the ledger does not hold: ${JSON.stringify(report)}`)
    },
  }
}

/** A signed-in person with a connection of their own. */
export class Shopper {
  readonly person: Person
  readonly connection: Connection
  readonly #key: Buffer

  constructor(person: Person, connection: Connection) {
    this.person = person
    this.connection = connection
    this.#key = Buffer.from(person.terminal.key, 'base64url')
  }

  get(path: string) {
    return this.connection.send(requestText('GET', path, [`Cookie: ${this.person.cookie}`]))
  }

  signed(path: string, sent: unknown) {
    const body = JSON.stringify(sent)
    const { terminal, cookie } = this.person
    const nonce = `${Date.now()}.${randomBytes(12).toString('base64url')}`
    const idempotencyKey = randomUUID()
    const signature = signRequest(this.#key, {
      method: 'POST',
      path,
      terminalId: terminal.id,
      nonce,
      idempotencyKey,
      body: Buffer.from(body),
    })
    const headers = [
      `Cookie: ${cookie}`,
      `X-Terminal-Id: ${terminal.id}`,
      `X-Nonce: ${nonce}`,
      `X-Signature: ${signature}`,
      `Idempotency-Key: ${idempotencyKey}`,
    ]
    return this.connection.send(requestText('POST', path, headers, body))
  }

  /** getPin and validatePin; throws if either is refused. */
  async buy(order: Readonly<Record<string, unknown>>): Promise<void> {
    await this.complete(await this.reserve(order))
  }

  /** getPin; returns the transaction id. */
  async reserve(order: Readonly<Record<string, unknown>>): Promise<string> {
    const { status, body } = await this.signed('/api/tokens/getPin', order)
    if (status !== 200) throw new Error(`getPin: ${status} ${body}`)
    return JSON.parse(body).txId
  }

  /** validatePin. */
  async complete(txId: string): Promise<void> {
    const { status, body } = await this.signed('/api/tokens/validatePin', { txId })
    if (status !== 200) throw new Error(`validatePin: ${status} ${body}`)
  }
}

/** The body with which a browser buys `kg` from full wallets. */
export function walletOrder(batch: TestBatch, kg: number) {
  return {
    batchId: batch.id,
    count: kg,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: 'wallet',
    is_gift: 0,
    wallet_used: Math.round(batch.price_per_kg * kg * 100) / 100,
    card_used: 0,
  }
}

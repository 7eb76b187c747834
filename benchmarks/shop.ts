// Runs the product for load: its own process and database, large batches, and signed-in people with full
// wallets. They call it as a browser does, with signatures and keys. At the end it checks the ledger.
import { randomBytes, randomUUID } from 'node:crypto'
import { type Connection, openConnection, requestText } from '#benchmarks/connection.ts'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { creditWallet } from '#features/wallet/programmes/credit-wallet.ts'
import { openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { signRequest } from '#platform/http/guard/request-signature.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import { withDatabase } from '#tests/support/postgres.ts'
import { openProduct } from '#tests/support/servers/product.ts'

const programmeId = 'benchmark'
/** Kilograms of a batch that a run cannot sell out. */
export const plentyKg = 5_000_000_000
/** Credit of each wallet: 10 million pounds, so that no wallet runs empty. */
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

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Starts the product with the settings `env`, and its PostgreSQL with the additional `settings`. */
export async function openShop(
  env: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
) {
  const product = await openProduct({ LOG_LEVEL: 'error', DEMO_CATALOGUE: '0', ...env })
  const { dataDir } = product
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => undefined, settings })
  await product.start()
  const db = openDatabase({
    url: embedded.url,
    connectionsMax: 4,
    applicationName: 'carbon-passport benchmark',
    // Checking a long history takes long, because it reads all postings.
    statementMs: 600_000,
  })
  await db.run(insertProgramme, [programmeId])
  await db.run(insertBudget, [programmeId])
  const port = Number(new URL(product.url).port)
  const shoppers: Shopper[] = []
  async function closeAll(): Promise<void> {
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
    /** The superuser's address of the product's database. */
    ownSuperuserUrl: withDatabase(embedded.superuserUrl, new URL(embedded.url).pathname.slice(1)),
    /** The address of the product's database for its own role. */
    databaseUrl: embedded.url,
    db,
    issueBatch: (kg: number) => issueTestBatch(db, { kg }),
    /** Signs new people in, each with a full wallet and an own connection. */
    async signIn(count: number): Promise<Shopper[]> {
      const countBefore = shoppers.length
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
      return shoppers.slice(countBefore)
    },
    /** Calls `listener` with each later line of the product's output. */
    onLine: (listener: (line: string) => void) => product.onLine(listener),
    /** Returns the id of the app's first process. */
    appPid: () => product.pid(),
    /** Returns the resident memory of the app's first process in MiB. */
    memoryMiB: () => product.memoryMiB(),
    /** Removes everything without a check, for benchmarks whose rows the ledger's check would refuse. */
    closeUnchecked: closeAll,
    /** Checks the ledger and removes everything. Throws if a sum of the ledger is wrong. */
    async close() {
      const ledgerReport = await checkLedger(db)
      await closeAll()
      if (!ledgerReport.ok)
        throw new Error(`the ledger does not hold: ${JSON.stringify(ledgerReport)}`)
    },
  }
}

/** A signed-in person with an own connection. */
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

  signed(path: string, content: unknown) {
    const body = JSON.stringify(content)
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

  /** Calls getPin and validatePin. Throws if either is refused. */
  async buy(order: Readonly<Record<string, unknown>>): Promise<void> {
    await this.complete(await this.reserve(order))
  }

  /** Calls getPin. Returns the transaction id. */
  async reserve(order: Readonly<Record<string, unknown>>): Promise<string> {
    const { status, body } = await this.signed('/api/tokens/getPin', order)
    if (status !== 200) throw new Error(`getPin: ${status} ${body}`)
    return JSON.parse(body).txId
  }

  /** Calls validatePin. */
  async complete(txId: string): Promise<void> {
    const { status, body } = await this.signed('/api/tokens/validatePin', { txId })
    if (status !== 200) throw new Error(`validatePin: ${status} ${body}`)
  }
}

/** Returns the body of a browser's getPin call that buys `kg` by wallet alone. */
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

// Runs the product on its own embedded database, with a second connection to the database, for runs that kill either.
import {
  type EmbeddedDatabase,
  openEmbeddedDatabase,
} from '#embedded-postgres/embedded-postgres.ts'
import type { Database } from '#platform/database/database.ts'
import { openTestDatabase } from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'

export type EmbeddedProduct = {
  readonly product: Product
  readonly embedded: EmbeddedDatabase
  readonly db: Database
}

/** Started, without the demonstration's catalogue. The caller closes all three. */
export async function openEmbeddedProduct(): Promise<EmbeddedProduct> {
  const product = await openProduct({
    OPEN_RESERVATIONS_MAX: '1000',
    LOG_LEVEL: 'silent',
    DEMO_CATALOGUE: '0',
  })
  await product.start()
  const embedded = await openEmbeddedDatabase({ dataDir: product.dataDir, log: () => undefined })
  const db = openTestDatabase(embedded.url)
  return { product, embedded, db }
}

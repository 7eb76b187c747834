// Migrates the sandboxes' schemas (database/sandboxes), which a real provider would have on its side. A
// sandbox does so when it is opened, so that a database with real providers has none.
import { resolve } from 'node:path'
import { type Migrations, migrate } from '#platform/database/schema/migrate.ts'

const names = ['sandbox_cards', 'sandbox_google_wallet', 'sandbox_push', 'sandbox_sms'] as const
export type SandboxSchema = (typeof names)[number]

const migrationsOf = (schema: SandboxSchema): Migrations => ({
  schema,
  folder: resolve(import.meta.dirname, '../database/sandboxes', schema),
})

export const allSandboxSchemas: readonly Migrations[] = names.map(migrationsOf)

/** Throws a sentence if the role may not change the schema; run the command `migrate` then. */
export async function migrateSandbox(url: string, schema: SandboxSchema): Promise<void> {
  await migrate(url, migrationsOf(schema))
}

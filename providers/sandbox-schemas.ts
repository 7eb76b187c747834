// Migrates the schemas of the sandboxes (database/sandboxes). They hold data that a real provider would
// store. A sandbox migrates its schema when it is opened, so a database with real providers has none.
import { resolve } from 'node:path'
import { type Migrations, migrate } from '#platform/database/schema/migrate.ts'

const names = ['sandbox_cards', 'sandbox_google_wallet', 'sandbox_push', 'sandbox_sms'] as const
export type SandboxSchema = (typeof names)[number]

const migrationsOf = (schema: SandboxSchema): Migrations => ({
  schema,
  folder: resolve(import.meta.dirname, '../database/sandboxes', schema),
})

export const allSandboxSchemas: readonly Migrations[] = names.map(migrationsOf)

/**
 * Migrates one schema. Throws if the role may not change it; the operator must then run the command
 * `migrate`.
 */
export async function migrateSandbox(url: string, schema: SandboxSchema): Promise<void> {
  await migrate(url, migrationsOf(schema))
}

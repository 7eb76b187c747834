// Defines the command that migrates the database to this version's schema, and grants the serving role
// its rights. With MIGRATE_ON_START=0 it is the only way to migrate.

import { rootOnly } from '#operator/access.ts'
import { authorOf } from '#operator/actor.ts'
import { writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { grantToApp } from '#platform/database/schema/grant-app.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { migrateSandbox } from '#providers/sandbox-schemas.ts'
import { sandboxSchemasOf } from '#server/settings/provider-settings.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  access: rootOnly,
  usage: '',
  example: '--by ada',
  summary: 'brings the database to the newest schema',
  keepsSchema: true,
  awaitsDatabase: true,
  run: async (context) => {
    const { databaseUrl, settings, db, say } = context
    const migrations = await migrate(databaseUrl, { log: say })
    // Migrates the sandboxes too, because a serving process may lack the right to create their tables.
    for (const schema of sandboxSchemasOf(settings)) await migrateSandbox(databaseUrl, schema)
    await grantToApp(databaseUrl)
    // Writes the audit row last, because the first migrations create its table. Until then, the table
    // `migrations` records the applied ones.
    const entry = {
      ...authorOf(context.actor),
      command: 'migrate',
      about: migrations,
      reason: null,
    }
    await db.transaction((tx) => writeAuditEntry(tx, entry))
    const line =
      migrations.length === 0
        ? 'The schema is the newest already.'
        : `Applied ${migrations.length}: ${migrations.join(', ')}.`
    return { ok: true, lines: [line], json: { ok: true, migrations } }
  },
}

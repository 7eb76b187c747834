// The command that brings the database to this version's schema, as a step of its own: with
// MIGRATE_ON_START=0 nothing else does.
import type { Command } from '#operator/command.ts'
import { migrate } from '#platform/database/migrate.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  takes: '',
  does: 'brings the database to the newest schema',
  wordCount: 0,
  keepsSchema: true,
  awaitsDatabase: true,
  run: async ({ databaseUrl, say }) => {
    const migrations = await migrate(databaseUrl, { log: say })
    const line =
      migrations.length === 0
        ? 'The schema is the newest already.'
        : `Applied ${migrations.length}: ${migrations.join(', ')}.`
    return { ok: true, lines: [line], json: { ok: true, migrations } }
  },
}

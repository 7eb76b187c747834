// Finds the programs of PostgreSQL and PgBouncer in CLUSTER_BIN or in the PATH, for tests that the
// embedded PostgreSQL cannot serve.
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const programNames = ['postgres', 'initdb', 'pg_basebackup', 'pgbouncer'] as const

export type Programs = Readonly<Record<(typeof programNames)[number], string>>

/** Returns the programs' paths, or an error message about missing programs and their installation. */
export async function findPrograms(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Programs | string> {
  const { CLUSTER_BIN, PATH = '' } = env
  const folders = CLUSTER_BIN ? [CLUSTER_BIN] : PATH.split(delimiter)
  const paths = await Promise.all(programNames.map((name) => findIn(folders, name)))
  const missing = programNames.filter((_, index) => paths[index] === null)
  if (missing.length > 0) {
    const searched = CLUSTER_BIN ? `CLUSTER_BIN (${CLUSTER_BIN})` : 'PATH'
    return (
      `${searched} has no ${missing.join(', no ')}. Install PostgreSQL 18 with its server programs, and ` +
      'PgBouncer (Debian: postgresql-18 and pgbouncer), and set CLUSTER_BIN to a folder that has all ' +
      `of them: ${programNames.join(', ')}.`
    )
  }
  const [postgres = '', initdb = '', pg_basebackup = '', pgbouncer = ''] = paths.map(
    (each) => each ?? '',
  )
  return { postgres, initdb, pg_basebackup, pgbouncer }
}

async function findIn(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name)
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return path
  }
  return null
}

// Finds PostgreSQL's and PgBouncer's programs in CLUSTER_BIN or in the PATH, for tests beyond the
// embedded ones.
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const names = ['postgres', 'initdb', 'pg_basebackup', 'pgbouncer'] as const

export type Programs = Readonly<Record<(typeof names)[number], string>>

/** Returns a sentence about missing programs and how to get them. */
export async function findPrograms(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Programs | string> {
  const { CLUSTER_BIN, PATH = '' } = env
  const folders = CLUSTER_BIN ? [CLUSTER_BIN] : PATH.split(delimiter)
  const found = await Promise.all(names.map((name) => findIn(folders, name)))
  const missing = names.filter((_, index) => found[index] === null)
  if (missing.length > 0) {
    const where = CLUSTER_BIN ? `CLUSTER_BIN (${CLUSTER_BIN})` : 'PATH'
    return (
      `${where} has no ${missing.join(', no ')}. Install PostgreSQL 18 with its server programs, and ` +
      'PgBouncer (Debian: postgresql-18 and pgbouncer), and set CLUSTER_BIN to a folder that has all ' +
      `of them: ${names.join(', ')}.`
    )
  }
  const [postgres = '', initdb = '', pg_basebackup = '', pgbouncer = ''] = found.map(
    (each) => each ?? '',
  )
  return { postgres, initdb, pg_basebackup, pgbouncer }
}

async function findIn(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name)
    const is = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (is) return path
  }
  return null
}

// Opens the embedded PostgreSQL's cluster: its programs, folder, password and account. It must
// never take over a folder that belongs to another user.
import { mkdir, readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, databaseAccount, giveCluster } from '#embedded-postgres/account.ts'
import { EmbeddedDatabaseError, errorCode } from '#embedded-postgres/embedded-postgres-error.ts'
import {
  initdbWaitMs,
  makeCluster,
  type Programs,
  removeLeftoverDrafts,
} from '#embedded-postgres/init.ts'
import { type StartLock, takeStartLock } from '#embedded-postgres/start-lock.ts'

export type Cluster = {
  folder: string
  data: string
  logFile: string
  passwordFile: string
  password: string
  postgres: string
  account: Account
}

const pollMs = 50

/** Opens the cluster under `dataDir`, and creates it if it is missing. Throws an EmbeddedDatabaseError. */
export async function openCluster(
  dataDir: string,
  log: (sentence: string) => void,
): Promise<Cluster> {
  try {
    return await findOrMakeCluster(dataDir, log)
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error
    throw new EmbeddedDatabaseError(
      `${dataDir} belongs to another user. Start as that user, or set another DATA_DIR. (${error})`,
    )
  }
}

async function findOrMakeCluster(
  dataDir: string,
  log: (sentence: string) => void,
): Promise<Cluster> {
  const programs = findPrograms()
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const root = await realpath(dataDir)
  const folder = join(root, 'postgres')
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  await removeLeftoverDrafts(root)
  const password = await readOrMakePassword(passwordFile, log, () =>
    makeCluster(root, folder, programs),
  )
  if (password === null) {
    throw new EmbeddedDatabaseError(
      `${folder} is there, but holds no ${passwordFile}. Move the folder away to begin anew, ` +
        'or set DATABASE_URL.',
    )
  }
  const account = await databaseAccount(programs.postgres, root, data)
  await giveCluster(data, account)
  const { postgres } = programs
  const logFile = join(folder, 'server.log')
  return { folder, data, logFile, passwordFile, password, postgres, account }
}

function findPrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = join(dirname(entry), '..', 'native', 'bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for this system (${process.platform} ${process.arch}). ` +
        'Install again with npm ci, optional packages included. ' +
        'A server can also have DATABASE_URL of a PostgreSQL 18 server.',
    )
  }
}

/**
 * Returns the password of the cluster, and creates the cluster if it is missing. The process with the
 * start lock creates it; others wait for its password file. After the deadline a waiting process
 * creates one too: `makeCluster` renames a finished draft, and the first rename wins.
 */
async function readOrMakePassword(
  file: string,
  log: (sentence: string) => void,
  make: () => Promise<void>,
): Promise<string | null> {
  const deadline = performance.now() + initdbWaitMs
  let lock: StartLock | null = null
  try {
    for (;;) {
      const password = await readPassword(file)
      if (password !== null) return password
      if (lock || performance.now() > deadline) break
      lock = await takeStartLock(file)
      if (!lock) await sleep(pollMs)
    }
    log('Making the database (once)…')
    await make()
    return await readPassword(file)
  } finally {
    lock?.release()
  }
}

async function readPassword(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

// Creates the embedded PostgreSQL's cluster in a neighbouring folder, then renames the folder, so that no
// program sees an incomplete cluster.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, databaseAccount, databaseEnvironment } from '#embedded-postgres/account.ts'
import { EmbeddedDatabaseError, errorCode } from '#embedded-postgres/embedded-postgres-error.ts'
import { processExists } from '#embedded-postgres/running-processes.ts'

/**
 * Name of the superuser, which only this folder's code uses. The application's role owns its database
 * only.
 */
export const superuser = 'postgres'

export type Programs = { initdb: string; postgres: string }

export const initdbWaitMs = 120_000

/** Draft folders of this process, which concurrent calls in it must not remove as left over. */
const ownDrafts = new Set<string>()

/** Creates the cluster. If another process finishes first, its cluster and password are used. */
export async function makeCluster(root: string, folder: string, programs: Programs): Promise<void> {
  const name = `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`
  ownDrafts.add(name)
  const draft = join(root, name)
  const data = join(draft, 'data')
  const account = await databaseAccount(programs.postgres, root, null)
  await account.admit(root)
  await mkdir(draft, { mode: 0o700 })
  try {
    await account.admit(draft)
    await mkdir(data, { mode: 0o700 })
    const password = randomBytes(32).toString('hex')
    await writeFile(join(draft, 'password'), password, { mode: 0o600, flag: 'wx' })
    const passwordForInit = join(draft, 'password-for-initdb')
    await writeFile(passwordForInit, password, { mode: 0o600, flag: 'wx' })
    if (account.owner) {
      await chown(data, account.owner.uid, account.owner.gid)
      await chown(passwordForInit, account.owner.uid, account.owner.gid)
    }
    await runInitdb(programs.initdb, account, data, passwordForInit)
    await rm(passwordForInit)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
    const isRaceLost = ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')
    if (!isRaceLost) throw error
  }
}

function runInitdb(
  initdb: string,
  account: Account,
  data: string,
  passwordFile: string,
): Promise<void> {
  const { command, args, ...identity } = account.launch(initdb, [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) =>
      reject(
        new EmbeddedDatabaseError(
          `The database could not be made: ${why}\n${output}Or set DATABASE_URL to a server.`,
        ),
      )
    const child = spawn(command, args, {
      ...identity,
      cwd: '/',
      env: databaseEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: initdbWaitMs,
      killSignal: 'SIGKILL',
    })
    child.stdout.on('data', (text) => {
      output += text
    })
    child.stderr.on('data', (text) => {
      output += text
    })
    child.once('error', (error) => fail(error.message))
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(`initdb ended with ${code ?? signal}.`),
    )
  })
}

/** Removes draft folders of killed processes. A draft's name contains the id of its process. */
export async function removeLeftoverDrafts(root: string): Promise<void> {
  for (const entry of await readdir(root)) {
    const pidText = /^postgres\.new-(\d+)-/.exec(entry)?.[1]
    if (pidText === undefined) continue
    // A container often gives a new process the id of the killed one, so our own id is checked against
    // `ownDrafts`.
    const isLiving =
      Number(pidText) === process.pid ? ownDrafts.has(entry) : processExists(Number(pidText))
    if (isLiving) continue
    await rm(join(root, entry), { recursive: true, force: true, maxRetries: 5 })
  }
}

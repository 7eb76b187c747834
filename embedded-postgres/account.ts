// Chooses the account of the embedded PostgreSQL's programs. PostgreSQL refuses root, so root
// starts it as another account, which gets no right but to pass folders that root closed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseError } from '#embedded-postgres/embedded-postgres-error.ts'

export type Launch = { command: string; args: string[]; uid?: number; gid?: number }

/** Runs a program for the cluster, and names the cluster's owner (null: ourselves). */
export type Account = {
  owner: { uid: number; gid: number } | null
  /**
   * Lets the account through one of our folders to its data, and no other account where that is
   * possible.
   */
  admit: (folder: string) => Promise<void>
  launch: (program: string, args: readonly string[]) => Launch
}

const probeWaitMs = 10_000

/** `root` is the folder above the cluster's; `data` is null without a cluster. */
export async function databaseAccount(
  postgres: string,
  root: string,
  data: string | null,
): Promise<Account> {
  if (process.getuid?.() !== 0) {
    const launch = (program: string, args: readonly string[]) => ({
      command: program,
      args: [...args],
    })
    return { owner: null, admit: async () => {}, launch }
  }
  const owner = await clusterOwner(data)
  const base = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const by = (setpriv: readonly string[]) => (program: string, args: readonly string[]) => ({
    command: 'setpriv',
    args: [...setpriv, program, ...args],
  })
  const admit = (folder: string) => admitGroup(folder, owner.gid)
  await admit(root).catch(() => {})
  if (data !== null) await admit(dirname(data)).catch(() => {})
  if (runs(by(base)('test', ['-x', data ?? root])) && runs(by(base)(postgres, ['--version']))) {
    return { owner, admit, launch: by(base) }
  }
  // The checkout's home may be 0700 and root's: only then the one capability lets the account through.
  const pass = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // Without this bit, access(2) ignores the capability, and PostgreSQL checks its own files with
  // it.
  for (const extra of [['--securebits=+no_setuid_fixup'], []]) {
    const launch = by([...base, ...pass, ...extra])
    if (runs(launch(postgres, ['--version']))) return { owner, admit: async () => {}, launch }
  }
  // macOS has no setpriv, and some containers take the capability away: this works where every user
  // may pass the folders on the way.
  return {
    owner,
    admit: (folder) => chmod(folder, 0o711),
    launch: (program, args) => ({ command: program, args: [...args], ...owner }),
  }
}

function runs({ command, args }: Launch): boolean {
  return spawnSync(command, args, { timeout: probeWaitMs, cwd: '/' }).status === 0
}

/** A folder of root's that is closed to the account opens for its group, for passing alone. */
async function admitGroup(folder: string, gid: number): Promise<void> {
  const found = await stat(folder)
  const isOpen = (found.mode & 0o001) !== 0 || (found.gid === gid && (found.mode & 0o010) !== 0)
  if (isOpen || found.uid !== 0) return
  await chown(folder, found.uid, gid)
  await chmod(folder, 0o710)
}

/** Makes a folder that the account alone may enter, and write in. */
export async function makeFolderOf(account: Account, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (account.owner !== null) await chown(folder, account.owner.uid, account.owner.gid)
}

/** Gives the cluster to its account: a folder that root copied would otherwise stay closed. */
export async function giveCluster(data: string, account: Account): Promise<void> {
  if (!account.owner || (await stat(data)).uid === account.owner.uid) return
  const { uid, gid } = account.owner
  for (const entry of await readdir(data, { recursive: true })) {
    await lchown(join(data, entry), uid, gid)
  }
  // The folder last: until it is done, the next start sees that the work is not finished.
  await chown(data, uid, gid)
}

async function clusterOwner(data: string | null): Promise<{ uid: number; gid: number }> {
  if (data) {
    // A cluster that an ordinary user made stays theirs, to be started again without root.
    const { uid, gid } = await stat(data)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':')
    // macOS stores the id of the account `nobody` as -2; the system calls need it unsigned.
    if (fields) return { uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 }
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 18 server.',
  )
}

/**
 * Our own variables are left out: secrets must not show in another process, PG* variables must not
 * steer it.
 */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

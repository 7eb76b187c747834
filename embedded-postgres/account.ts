// Chooses the account of the embedded PostgreSQL's programs. PostgreSQL refuses to run as root, so root
// starts it as another account. That account gets no right except to enter folders that root has closed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseError } from '#embedded-postgres/embedded-postgres-error.ts'

export type Launch = { command: string; args: string[]; uid?: number; gid?: number }

/** The account that runs the cluster's programs; `owner` is null for the account of this process. */
export type Account = {
  owner: { uid: number; gid: number } | null
  /**
   * Lets the account enter a folder of ours that is above its data. Gives other accounts no access, if
   * possible.
   */
  admit: (folder: string) => Promise<void>
  launch: (program: string, args: readonly string[]) => Launch
}

const probeWaitMs = 10_000

/** Chooses the account. `root` is the folder above the cluster's; `data` is null without a cluster. */
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
  const withSetpriv =
    (setpriv: readonly string[]) => (program: string, args: readonly string[]) => ({
      command: 'setpriv',
      args: [...setpriv, program, ...args],
    })
  const admit = (folder: string) => admitGroup(folder, owner.gid)
  await admit(root).catch(() => {})
  if (data !== null) await admit(dirname(data)).catch(() => {})
  if (
    canRun(withSetpriv(base)('test', ['-x', data ?? root])) &&
    canRun(withSetpriv(base)(postgres, ['--version']))
  ) {
    return { owner, admit, launch: withSetpriv(base) }
  }
  // Passes one capability to the account, because the home folder of the checkout may be root's with mode
  // 0700.
  const passCapability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  // Without this bit, access(2) ignores the capability, and PostgreSQL checks its own files with
  // it.
  for (const extra of [['--securebits=+no_setuid_fixup'], []]) {
    const launch = withSetpriv([...base, ...passCapability, ...extra])
    if (canRun(launch(postgres, ['--version']))) return { owner, admit: async () => {}, launch }
  }
  // The fallback lets every account enter the folders above the data, because macOS has no setpriv and
  // some containers drop the capability.
  return {
    owner,
    admit: (folder) => chmod(folder, 0o711),
    launch: (program, args) => ({ command: program, args: [...args], ...owner }),
  }
}

function canRun({ command, args }: Launch): boolean {
  return spawnSync(command, args, { timeout: probeWaitMs, cwd: '/' }).status === 0
}

/** Lets the group `gid` enter (not list) a folder of root's that is closed to the account. */
async function admitGroup(folder: string, gid: number): Promise<void> {
  const stats = await stat(folder)
  const isOpen = (stats.mode & 0o001) !== 0 || (stats.gid === gid && (stats.mode & 0o010) !== 0)
  if (isOpen || stats.uid !== 0) return
  await chown(folder, stats.uid, gid)
  await chmod(folder, 0o710)
}

/** Creates a folder that only the account may enter and write. */
export async function makeFolderOf(account: Account, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (account.owner !== null) await chown(folder, account.owner.uid, account.owner.gid)
}

/** Changes the owner of the cluster's files to its account, for a cluster that root copied. */
export async function giveCluster(data: string, account: Account): Promise<void> {
  if (!account.owner || (await stat(data)).uid === account.owner.uid) return
  const { uid, gid } = account.owner
  for (const entry of await readdir(data, { recursive: true })) {
    await lchown(join(data, entry), uid, gid)
  }
  // Changes the folder last, so that the next start repeats an interrupted change.
  await chown(data, uid, gid)
}

async function clusterOwner(data: string | null): Promise<{ uid: number; gid: number }> {
  if (data) {
    // A cluster that belongs to an ordinary user keeps its owner, who may start it again without root.
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
 * Returns the environment of PostgreSQL's programs. It omits our settings, because another process must
 * not see secrets, and PG* variables, which would change PostgreSQL's behaviour.
 */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

// Tests the scripts of deploy/ that install a release's files, keep backups and copy them away, on
// temporary folders.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const deploy = resolve(import.meta.dirname, '../deploy')
const has = (program: string) => spawnSync(program, ['--version']).status === 0

let folder: string
let programs: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-scripts-'))
  programs = join(folder, 'programs')
  await mkdir(programs)
})
afterAll(() => rm(folder, { recursive: true }))

async function putProgram(name: string, script: string): Promise<void> {
  const path = join(programs, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}

function run(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], {
    env: { PATH: `${programs}:${process.env.PATH}`, ...env },
    encoding: 'utf8',
  })
  return { code: status, text: stdout + stderr }
}

describe('bring-over.sh', () => {
  const unit = '/etc/systemd/system/carbon-passport.service'
  const backup = '/etc/systemd/system/carbon-passport-backup.service'
  const caddy = '/etc/caddy/Caddyfile'
  const wrapper = '/usr/local/bin/carbon-passport'
  const alerts = '/etc/prometheus/alerts.yaml'
  const prometheus = '/etc/prometheus/prometheus.yml'
  const receivers = '/etc/prometheus/alertmanager.yml'
  const statusPage = '/usr/local/bin/status-page.sh'
  let root: string
  let script: string
  const used = (path: string) => readFileSync(join(root, path), 'utf8')
  beforeAll(async () => {
    root = join(folder, 'machine')
    const releases = join(folder, 'releases')
    const [oldest, current, next] = ['1', '2', '3'].map((name) => join(releases, name, 'deploy'))
    for (const each of [oldest, current, next]) await cp(deploy, `${each}`, { recursive: true })
    await symlink('2', join(releases, 'current'))
    await mkdir(join(root, '/usr/local/bin'), { recursive: true })
    await mkdir(join(root, '/etc/caddy'), { recursive: true })
    await cp(join(deploy, 'systemd'), join(root, '/etc/systemd/system'), { recursive: true })
    await cp(join(deploy, 'Caddyfile'), join(root, caddy))
    const monitoring = join(deploy, 'monitoring')
    await cp(join(monitoring, 'alerts.yaml'), join(root, alerts))
    await cp(join(monitoring, 'prometheus.yaml'), join(root, prometheus))
    await cp(join(monitoring, 'alertmanager.yaml'), join(root, receivers))
    await cp(join(deploy, 'status-page.sh'), join(root, statusPage))
    for (const file of [
      'systemd/carbon-passport.service',
      'Caddyfile',
      'monitoring/alerts.yaml',
      'monitoring/prometheus.yaml',
      'monitoring/alertmanager.yaml',
      'pgbackrest.conf',
      'status-page.sh',
    ]) {
      await appendFile(join(`${next}`, file), '# of the next release\n')
    }
    await appendFile(join(`${next}`, 'settings.sample'), 'NEW_SETTING=\n')
    await writeFile(join(`${next}`, 'systemd/carbon-passport-new.timer'), '[Timer]\n')
    // As after an upgrade that installed no file.
    await appendFile(join(`${oldest}`, 'operator.sh'), '# of the oldest release\n')
    await cp(join(`${oldest}`, 'operator.sh'), join(root, wrapper))
    for (const path of [caddy, backup, prometheus]) {
      await appendFile(join(root, path), '# my own\n')
    }
    await appendFile(join(root, receivers), '# my secret address\n')
    await putProgram('runuser', `cat > '${folder}/ran.sql'`)
    await putProgram('systemctl', `echo "$*" >> '${folder}/systemctl-calls'`)
    script = join(`${next}`, 'bring-over.sh')
  })

  it('shows the differences, and changes no file', () => {
    const shown = run(script, [], { ROOT: root })
    expect(shown.code).toBe(0)
    expect(shown.text).toContain('+# of the next release')
    expect(shown.text).toContain('+NEW_SETTING=')
    expect(used(unit)).not.toContain('next release')
    expect(existsSync(join(folder, 'ran.sql'))).toBe(false)
    expect(existsSync(join(folder, 'systemctl-calls'))).toBe(false)
  })

  it('installs the release’s files, and keeps those that the operator changed', () => {
    const installed = run(script, ['--install'], { ROOT: root })
    expect(installed.code, 'something is left to take over').toBe(1)
    expect(used(unit)).toContain('next release')
    const link = readlinkSync(join(root, wrapper))
    expect(link).toBe(join(folder, 'releases/current/deploy/operator.sh'))
    expect(used('/etc/systemd/system/carbon-passport-new.timer')).toBe('[Timer]\n')
    expect(used(caddy)).toContain('my own')
    expect(used(caddy)).not.toContain('next release')
    expect(used(`${caddy}.new`)).toContain('next release')
    expect(used(backup)).toContain('my own')
    expect(existsSync(join(root, `${backup}.new`)), 'the release changes nothing in it').toBe(false)
    const roles = readFileSync(join(deploy, 'roles.sql'), 'utf8')
    expect(readFileSync(join(folder, 'ran.sql'), 'utf8')).toBe(roles)
  })

  it('starts new timers, as the installation does', () => {
    const calls = readFileSync(join(folder, 'systemctl-calls'), 'utf8')
    expect(calls).toBe('daemon-reload\nenable --now carbon-passport-new.timer\n')
  })

  it('brings alarms and the status page where they are in use, and names edited files', () => {
    const again = run(script, [], { ROOT: root })
    for (const path of [alerts, statusPage]) expect(used(path)).toContain('of the next release')
    expect(used(prometheus)).toContain('my own')
    expect(used(`${prometheus}.new`)).toContain('of the next release')
    expect(again.text).toContain(`${receivers}: differs from monitoring/alertmanager.yaml`)
    expect(again.text, 'it may contain secrets').not.toContain('my secret address')
    expect(used(receivers)).not.toContain('of the next release')
    expect(existsSync(join(root, '/etc/pgbackrest.conf')), 'it is not in use').toBe(false)
    expect(again.text).not.toContain('/etc/pgbackrest.conf')
  })
})

describe('back-up.sh', () => {
  const old = ['2020-12-01T023000Z.backup', '2020-12-02T023000Z.backup']
  async function backUp(KEEP: string) {
    const backups = await mkdtemp(join(folder, 'kept-'))
    for (const name of old) await writeFile(join(backups, name), '')
    // The program's third argument is the file of the new backup.
    await putProgram('node-of-backups', 'echo new > "$3"')
    const NODE = join(programs, 'node-of-backups')
    const ran = run(join(deploy, 'back-up.sh'), [backups], { NODE, KEEP })
    return { ...ran, names: readdirSync(backups).sort() }
  }

  it.each([
    ['1', []],
    ['2', old.slice(1)],
    ['3', old],
    ['', old],
    ['99999', old],
  ])('keeps the new backup and older ones, KEEP in all: "%s"', async (keep, kept) => {
    const { code, names } = await backUp(keep)
    expect([code, names.slice(0, -1)]).toEqual([0, kept])
    expect(old).not.toContain(names.at(-1))
  })

  it('removes what a killed backup has left a day ago, and nothing newer', async () => {
    const backups = await mkdtemp(join(folder, 'parts-'))
    const [left = '', running = ''] = ['2020-12-01', '2020-12-02'].map(
      (day) => `${day}T023000Z.backup.part`,
    )
    for (const name of [left, running]) await writeFile(join(backups, name), '')
    const dayAgo = Date.now() / 1_000 - 90_000
    await utimes(join(backups, left), dayAgo, dayAgo)
    await putProgram('node-of-backups', 'echo new > "$3"')
    const NODE = join(programs, 'node-of-backups')
    expect(run(join(deploy, 'back-up.sh'), [backups], { NODE, KEEP: '' }).code).toBe(0)
    expect(readdirSync(backups)).not.toContain(left)
    expect(readdirSync(backups)).toContain(running)
  })

  it.each(['0', '00', '08', '-1', '+1', 'x', '1x', '1.5', ' ', ' 2', 'keep', '123456', '14\n'])(
    'makes and removes no backup for a KEEP that is no number of 1 or more: "%s"',
    async (keep) => {
      const { code, text, names } = await backUp(keep)
      expect({ code, names }).toEqual({ code: 2, names: old })
      expect(text).toContain('KEEP is a number from 1 to 99999')
    },
  )
})

describe('back-up-docker.sh', () => {
  const old = '2020-12-01T023000Z.backup'
  const compose = `docker compose --env-file ${deploy}/env --file ${deploy}/compose.yaml`
  const backup = 'exec -T app carbon-passport backup /data/newest.backup --replace --by system'
  const check = 'exec -T app carbon-passport ledger check --by system'

  async function backUp(failing: string) {
    const backups = await mkdtemp(join(folder, 'of-docker-'))
    await writeFile(join(backups, old), '')
    await utimes(join(backups, old), 0, 0)
    const calls = join(backups, 'calls')
    await putProgram(
      'docker',
      `echo "docker $*" >> '${calls}'
      case "$*" in *" $FAILING "*) exit 1;; *" cp "*) while [ $# -gt 1 ]; do shift; done; echo new > "$1";; esac`,
    )
    const { code } = run(join(deploy, 'back-up-docker.sh'), [backups], { FAILING: failing })
    const names = readdirSync(backups).filter((name) => name !== 'calls')
    return { code, names, backups, calls: readFileSync(calls, 'utf8') }
  }

  it('copies a new backup to the host, removes old ones, and checks the ledger', async () => {
    const { code, names, backups, calls } = await backUp('nothing')
    expect([code, names]).toEqual([0, [expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)]])
    const [name = ''] = names
    expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600)
    const copy = `cp app:/data/newest.backup ${join(backups, name)}.part`
    expect(calls).toBe([backup, copy, check].map((call) => `${compose} ${call}\n`).join(''))
  })

  it.each(['backup', 'cp'])('removes no backup where %s fails', async (failing) => {
    const { code, names } = await backUp(failing)
    expect({ code, names }).toEqual({ code: 1, names: [old] })
  })

  it('fails where the ledger’s check fails, and keeps the new backup', async () => {
    const { code, names } = await backUp('ledger')
    expect([code, names.length]).toEqual([1, 1])
  })
})

describe.skipIf(!has('gpg'))('copy-away.sh', () => {
  it('copies backups, erasures and settings that only the private key opens', async () => {
    // GnuPG's sockets need a short path.
    const home = await mkdtemp('/tmp/cp-gpg-')
    const gpg = (...args: readonly string[]) =>
      spawnSync('gpg', ['--homedir', home, '--batch', '--quiet', ...args], { encoding: 'utf8' })
    const places = {
      BACKUPS: join(folder, 'backups'),
      SETTINGS: join(folder, 'settings'),
      STAGED: join(folder, 'staged'),
      ERASURES_FILE: join(folder, 'erasures'),
      OPERATOR: 'operator',
    }
    await putProgram('operator', `echo "$*" >> ${join(folder, 'recorded')}`)
    const away = join(folder, 'away')
    for (const each of [places.BACKUPS, places.SETTINGS, away]) await mkdir(each)
    await writeFile(join(places.BACKUPS, '2026-12-01T023000Z.backup'), 'one')
    await symlink('/etc/passwd', join(places.BACKUPS, 'planted.backup'))
    await writeFile(join(places.SETTINGS, 'settings'), 'SECRET_KEY=1')
    await writeFile(join(places.SETTINGS, 'owner'), 'DATABASE_URL=1')
    await writeFile(places.ERASURES_FILE, 'ids')
    // rsync itself may be missing here: its last two arguments are source and target.
    await putProgram('rsync', 'while [ $# -gt 2 ]; do shift; done; cp -p "$1"/* "$2"')
    try {
      gpg('--passphrase', '', '--quick-generate-key', 'backups', 'default', 'default', 'never')
      const key = join(folder, 'key.gpg')
      gpg('--output', key, '--export', 'backups')
      const script = join(deploy, 'copy-away.sh')
      expect(run(script, [key, away], places)).toEqual({ code: 0, text: '' })
      const day = new Date().toISOString().slice(0, 10)
      const contents = Object.fromEntries(
        readdirSync(away).map((name) => [name, gpg('--decrypt', join(away, name)).stdout]),
      )
      expect(contents).toEqual({
        '2026-12-01T023000Z.backup.gpg': 'one',
        [`erasures-${day}.gpg`]: 'ids',
        [`settings-${day}.gpg`]: 'SECRET_KEY=1',
        [`owner-${day}.gpg`]: 'DATABASE_URL=1',
      })
      expect(readFileSync(join(away, `settings-${day}.gpg`), 'latin1')).not.toContain('SECRET_KEY')
      expect(run(script, [join(folder, 'none.gpg'), away], places).code).not.toBe(0)
      // A copy that failed is not recorded as one.
      expect(readFileSync(join(folder, 'recorded'), 'utf8')).toBe(
        'runs record off-site copy --by system\n',
      )
    } finally {
      spawnSync('gpgconf', ['--homedir', home, '--kill', 'all'])
      await rm(home, { recursive: true, force: true })
    }
  }, 120_000)
})

describe('status-page.sh', () => {
  it('writes a page with the state of each part, and the share of time in which all worked', async () => {
    const site = join(folder, 'status')
    const page = () => readFileSync(join(site, 'index.html'), 'utf8')
    await putProgram(
      'curl',
      // The process still lives when its database is down, so /health/live would be an answer.
      'case "$*" in */health/ready) exit $DOWN;; *https://passport.example/*) ;; *) exit 9;; esac',
    )
    const check = (down: '0' | '22') =>
      run(join(deploy, 'status-page.sh'), ['https://passport.example', site], { DOWN: down })
    expect(check('0')).toEqual({ code: 0, text: '' })
    expect(page()).toContain('<h1>Carbon Passport works</h1>')
    expect(page()).not.toContain('does not work')
    await writeFile(join(site, 'notice.html'), '<p>Work on Sunday.</p>')
    expect(check('22')).toEqual({ code: 0, text: '' })
    expect(page()).toContain('<h1>Carbon Passport fails</h1>')
    expect(page()).toMatch(/Sign-in, purchases and gifts<\/th><td class=bad>does not work/)
    expect(page()).toContain('worked in 50.00 % of the last 24 hours')
    expect(page()).toContain('<p>Work on Sunday.</p>')
    await writeFile(join(site, 'history'), '2026-12-01T00:00Z fails\n'.repeat(2_000))
    check('0')
    expect(readFileSync(join(site, 'history'), 'utf8').trim().split('\n')).toHaveLength(1_440)
  })
})

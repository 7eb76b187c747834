// Tests that the files of deploy/ and the documents for operators name settings, metrics, files and commands
// that exist. A test that needs another program runs where that program is installed.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { collectDefaultMetrics, register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { argumentsOf } from '#operator/commands/command.ts'
import { commands } from '#operator/commands/commands.ts'
import { connectionTimes } from '#platform/http/limits/connection-limits.ts'
import { serverFlags } from '#scripts/server-flags.mjs'
import { freePort } from '#tests/support/servers/free-port.ts'
import '#platform/metrics.ts'
import '#server/app.ts'
import '#server/background.ts'
import '#server/guard-providers.ts'
import { settingNames } from '#server/settings/settings-shape.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const readOperatorDocuments = async () =>
  (await Promise.all(['install', 'run', 'commands'].map((name) => read(`docs/${name}.md`)))).join(
    '\n',
  )
/** Whether this machine has a program; `asked` is the call that prints its version. */
const isThere = (program: string, asked = '--version') => spawnSync(program, [asked]).status === 0

let units: string
beforeAll(async () => {
  units = await mkdtemp(join(tmpdir(), 'carbon-passport-units-'))
})
afterAll(() => rm(units, { recursive: true }))

/** Lines of a unit that remove rights. */
const confinement =
  /^(?:NoNewPrivileges|Protect|Private|Restrict(?!Prevent)|Lock|Capability|System|UMask|StateDirectory).*=.*$/gm

const namesIn = (line: string) => [...line.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name)

/** Returns its name to any caller. */
async function startNamed(name: string) {
  const server = createServer((_request, response) => void response.end(name))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, close }
}

/** Caddy with the product's file, in front of these addresses. */
async function startCaddy(upstream: string) {
  const site = `http://localhost:${await freePort()}`
  const home = await mkdtemp(join(tmpdir(), 'carbon-passport-caddy-'))
  // Its own console would need a port that is the same everywhere.
  const settings = { SITE: site, UPSTREAM: upstream, CERTIFICATES: 'admin off' }
  const caddy = spawn(
    'caddy',
    ['run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')],
    { env: { PATH: process.env.PATH, HOME: home, ...settings }, stdio: 'ignore' },
  )
  const ask = async (cookie: string) => (await fetch(site, { headers: { cookie } })).text()
  await expect.poll(() => ask('').catch(() => '')).not.toBe('')
  async function close(): Promise<void> {
    caddy.kill()
    await new Promise((resolve) => caddy.once('exit', resolve))
    await rm(home, { recursive: true })
  }
  return { ask, close }
}

const expressionsOfAlarms = (alerts: string) =>
  [...alerts.matchAll(/expr: (?:>-\n)?((?:.|\n {10})+)/g)].map(([, expr = '']) => expr)

const expressionsOfPanels = (dashboard: string) =>
  [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, expr = '']) => expr)

/** Names of metrics in PromQL: words with an underscore, and `up`. A histogram has its own name. */
const metricsIn = (expressions: readonly string[]) =>
  expressions
    .flatMap(
      (expr) => expr.replace(/\\?"[^"]*"/g, '').match(/\b(?:up|[a-z]+(?:_[a-z0-9]+)+)\b/g) ?? [],
    )
    .map((name) => name.replace(/^(http_request_duration_seconds)_(count|bucket)$/, '$1'))
    .filter((name) => !/^(histogram_quantile|(max|min)_over_time)$/.test(name))

describe('the files of deploy/', () => {
  it('are all named in the documents for operators', async () => {
    const text = await readOperatorDocuments()
    for (const file of await readdir(join(root, 'deploy'), { recursive: true })) {
      if (!/\.\w+$|Dockerfile$|Caddyfile$/.test(file) || file.endsWith('.dockerignore')) continue
      expect(text, file).toContain(file)
    }
  })

  it('are called there by their names, and so are the operator’s commands', async () => {
    const text = await readOperatorDocuments()
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
    expect(blocks.length).toBeGreaterThan(8)
    const script = blocks.join('').replace(/\\\n/g, ' ')
    const files = [...script.matchAll(/(?:current\/|-f |ROLES=\S*current\/)(deploy\/[\w./-]+)/g)]
    for (const [, file = ''] of files)
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
    const actions = await read('deploy/monitoring/alerts.yaml')
    const called = [
      ...script.matchAll(/^carbon-passport (?:--owner )?(.+)$/gm),
      ...actions.matchAll(/action: .*\bcarbon-passport ([a-z][a-z -]+)/g),
    ]
    expect(called.length).toBeGreaterThan(5)
    for (const [, call = ''] of called) {
      expect([call, commands.some(({ name }) => `${call} `.startsWith(`${name} `))]).toEqual([
        call,
        true,
      ])
    }
  })

  it('docs/commands.md has one row for each command of the operator, with all of its options', async () => {
    const text = await read('docs/commands.md')
    const rows = [...text.matchAll(/^\| `([a-z-]+(?: [a-z-]+)?)(?: [^`]*)?` \|.*$/gm)]
    expect(rows.map(([, name]) => name).sort()).toEqual(commands.map(({ name }) => name).sort())
    for (const [row, name] of rows) {
      const command = commands.find((one) => one.name === name)
      const { options, repeatable, flags } = argumentsOf(command?.usage ?? '')
      const known = ['json', ...options, ...repeatable, ...flags]
      const named = [...row.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)
      // The introduction describes --preview, "Who and why" --by, and --reason where it is not required.
      const shared = ['json', 'by', 'reason', 'preview', ...named]
      expect([name, known.filter((option) => !shared.includes(option))]).toEqual([name, []])
      expect([name, named.filter((option) => !known.includes(option))]).toEqual([name, []])
    }
  })

  it('start the server with the flags of npm start', async () => {
    const unit = await read('deploy/systemd/carbon-passport.service')
    const [, started = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(unit) ?? []
    const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(await read('deploy/Dockerfile')) ?? []
    const expected = [...serverFlags, 'server/start.ts']
    expect(started.split(' ')).toEqual(expected)
    expect(JSON.parse(command)).toEqual(['node', ...expected])
    const consoleStart = [...serverFlags, 'server/serve-console.ts']
    const consoleUnit = await read('deploy/systemd/carbon-passport-console.service')
    const [, ofUnit = ''] = /^ExecStart=\S+\/node (.+)$/m.exec(consoleUnit) ?? []
    expect(ofUnit.split(' ')).toEqual(consoleStart)
    const compose = await read('deploy/compose.yaml')
    expect(compose).toContain(JSON.stringify(['node', ...consoleStart]).replaceAll(',', ', '))
  })

  it('name settings that exist', async () => {
    const compose = await read('deploy/compose.yaml')
    const dockerfile = await read('deploy/Dockerfile')
    const sample = await read('deploy/settings.sample')
    const texts = (await readdir(join(root, 'deploy/systemd'))).map((name) =>
      read(`deploy/systemd/${name}`),
    )
    const names = [
      ...[...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => namesIn(line)),
      ...(await Promise.all(texts)).flatMap((unit) =>
        [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => namesIn(line)),
      ),
      ...[...compose.matchAll(/^ {4}([A-Z_]+): .*/gm)].map(([, name = '']) => name),
      ...[...sample.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name),
    ]
    expect(names.length).toBeGreaterThan(15)
    const known = new Set([
      ...settingNames,
      'SUPERUSER_PASSWORD',
      'OWNER_PASSWORD',
      'SERVER_PASSWORD',
      'SITE',
      'CONSOLE_SITE',
      'CONSOLE_UPSTREAM',
      'CONSOLE_FILE',
    ])
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('keep the passwords of the database’s roles from the environment of the app', async () => {
    const [, docker = ''] = (await read('docs/install.md')).split('## With Docker')
    const passwords = [...docker.matchAll(/\b([A-Z]+_PASSWORD)=/g)].map(([, name = '']) => name)
    expect(passwords).toEqual(['SUPERUSER_PASSWORD', 'OWNER_PASSWORD', 'SERVER_PASSWORD'])
    const [shared = ''] = (await read('deploy/compose.yaml')).split('\nservices:')
    expect(shared).toContain('env_file: env')
    // In Compose a value of `environment` replaces that of `env_file`.
    const [, environment = ''] = shared.split('environment: &app-environment\n')
    const blank = [...environment.matchAll(/^ {4}([A-Z_]+): ""$/gm)].map(([, name]) => name)
    expect(blank).toEqual(passwords)
  })

  it('use metrics that exist', async () => {
    const alerts = await read('deploy/monitoring/alerts.yaml')
    const dashboard = await read('deploy/monitoring/dashboard.json')
    const expressions = [...expressionsOfAlarms(alerts), ...expressionsOfPanels(dashboard)]
    expect(expressions.length).toBeGreaterThan(30)
    if (!register.getSingleMetric('process_resident_memory_bytes')) collectDefaultMetrics()
    const known = new Set((await register.getMetricsAsArray()).map(({ name }) => name))
    const named = metricsIn(expressions).filter((name) => name !== 'up')
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('show each metric of an alarm on the dashboard', async () => {
    const ofAlarms = metricsIn(expressionsOfAlarms(await read('deploy/monitoring/alerts.yaml')))
    expect(new Set(ofAlarms).size).toBeGreaterThan(30)
    const dashboard = await read('deploy/monitoring/dashboard.json')
    const shown = new Set(metricsIn(expressionsOfPanels(dashboard)))
    expect(ofAlarms.filter((name) => !shown.has(name))).toEqual([])
  })

  it('each alarm has an action that the runbook explains, and a receiver of its severity', async () => {
    const alerts = await read('deploy/monitoring/alerts.yaml')
    const receivers = await read('deploy/monitoring/alertmanager.yaml')
    const runbook = await read('docs/run.md')
    const rules = alerts.split(/^ {6}- alert: /m).slice(1)
    expect(rules.length).toBeGreaterThan(30)
    const names = rules.map((rule) => rule.split('\n', 1)[0])
    const fallback = /^ {2}receiver: (\S+)$/m.exec(receivers)?.[1]
    for (const [index, rule] of rules.entries()) {
      expect(rule, names[index]).toMatch(/^ {10}action: .{4}/m)
      const [, severity = ''] = /severity: (\w+)/.exec(rule) ?? []
      const routed = receivers.split('- matchers: ').find((each) => each.includes(`="${severity}"`))
      const name = /receiver: (\S+)/.exec(routed ?? '')?.[1] ?? fallback
      expect(receivers).toContain(`- name: ${name}\n`)
      expect(severity === 'warn' || routed !== undefined, severity).toBe(true)
      const [, section] = /docs\/run\.md, ([A-Z][^".;:]+)/.exec(rule) ?? []
      if (section !== undefined) expect(runbook.toLowerCase()).toContain(section.toLowerCase())
    }
    const inhibited = [...receivers.matchAll(/alertname=~?"([^"]+)"/g)]
    const known = inhibited.flatMap(([, text = '']) => text.split('|'))
    expect(known.filter((name) => !names.includes(name))).toEqual([])
  })

  it('are documented with the program and the folder of the status page’s cron job', async () => {
    const runbook = await read('docs/run.md')
    const [, user = '', program = '', folder = ''] =
      /^printf '\* \* \* \* \* (\S+) (\S+) \S+ (\S+)\\n' > \/etc\/cron\.d\//m.exec(runbook) ?? []
    expect(runbook).toContain(`install -m 0755 /dev/stdin ${program}'`)
    expect(runbook).toContain(`install -d -o ${user} -g ${user} -m 0755 ${folder}\n`)
  })

  it('are documented with the file of the mail server’s password', async () => {
    const receivers = await read('deploy/monitoring/alertmanager.yaml')
    const [, file = ''] = /^ *smtp_auth_password_file: (\S+)$/m.exec(receivers) ?? []
    expect(await read('docs/run.md')).toContain(`install -g prometheus -m 0640 /dev/null ${file}\n`)
  })

  it.skipIf(!isThere('amtool'))('contain receivers that Alertmanager accepts', async () => {
    const file = join(root, 'deploy/monitoring/alertmanager.yaml')
    const text = (await readFile(file, 'utf8')).replace(/(password_file: ).*/, `$1${file}`)
    const copy = join(units, 'alertmanager.yml')
    await writeFile(copy, text)
    const { stdout } = await run('amtool', ['check-config', copy])
    await rm(copy)
    expect(stdout).toContain('3 receivers')
  })

  it.skipIf(!isThere('promtool'))('alarm when they should, and not before', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', join(root, 'tests/alerts.yaml')])
    expect(stdout).toContain('SUCCESS')
    await run('promtool', ['check', 'config', join(root, 'deploy/monitoring/prometheus.yaml')])
  })

  it('contain a proxy that ends an idle connection to the app before the app does', async () => {
    const file = await readFile(join(root, 'deploy/Caddyfile'), 'utf8')
    const seconds = /transport http \{\s+keepalive (\d+)s/.exec(file)?.[1]
    expect(Number(seconds) * 1_000).toBeLessThan(connectionTimes.keepAliveTimeout)
  })

  it('stop, restart and start the console with the app, for upgrades and restores', async () => {
    const unit = await read('deploy/systemd/carbon-passport-console.service')
    expect(unit).toMatch(/^PartOf=carbon-passport\.service$/m)
    expect(unit).toMatch(/^WantedBy=.*\bcarbon-passport\.service$/m)
  })

  it('contain a proxy that looks for the console where its unit serves it', async () => {
    const proxy = await read('deploy/console.caddy')
    const unit = await read('deploy/systemd/carbon-passport-console.service')
    const [, upstreamPort] = /\{\$CONSOLE_UPSTREAM:127\.0\.0\.1:(\d+)\}/.exec(proxy) ?? []
    expect(upstreamPort).toBe(/\bCONSOLE_PORT=(\d+)$/m.exec(unit)?.[1])
  })

  it.skipIf(!isThere('caddy', 'version'))(
    'contain a proxy file that Caddy accepts, in its own format',
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'carbon-passport-caddy-'))
      const env = { PATH: process.env.PATH ?? '', HOME: home, SITE: 'passport.example' }
      const file = join(root, 'deploy/Caddyfile')
      await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env })
      const { stdout } = await run('caddy', ['fmt', file], { env })
      await rm(home, { recursive: true })
      expect(stdout.trim()).toBe((await readFile(file, 'utf8')).trim())
    },
  )

  it.skipIf(!isThere('caddy', 'version'))(
    'contain a proxy that keeps a person at one of several processes, and uses another when that one ends',
    async () => {
      const processes = await Promise.all(['one', 'other'].map(startNamed))
      const caddy = await startCaddy(processes.map(({ port }) => `127.0.0.1:${port}`).join(' '))
      const [gone, left] = processes
      try {
        const answers = new Map<string, string>()
        for (let person = 0; person < 30; person += 1) {
          const cookie = `session=${randomUUID()}; device=${person}`
          const names = await Promise.all([1, 2, 3, 4].map(() => caddy.ask(cookie)))
          expect(new Set(names).size).toBe(1)
          answers.set(cookie, names[0] ?? '')
        }
        expect(new Set(answers.values())).toEqual(new Set(['one', 'other']))
        await gone?.close()
        for (const cookie of answers.keys()) expect(await caddy.ask(cookie)).toBe('other')
      } finally {
        await caddy.close()
        await left?.close()
      }
    },
    60_000,
  )

  it('confine the backup and the check as the serving process is confined', async () => {
    const names = (await readdir(join(root, 'deploy/systemd'))).filter((name) =>
      name.endsWith('.service'),
    )
    expect(names.length).toBe(5)
    const units = await Promise.all(names.map((name) => read(`deploy/systemd/${name}`)))
    const confinedBy = (unit: string) => unit.match(confinement)?.sort()
    const [first, ...others] = units.map(confinedBy)
    expect(first?.length).toBeGreaterThan(15)
    for (const other of others) expect(other).toEqual(first)
  })

  it('let the server write erasures, and the backup write backups', async () => {
    const sample = await read('deploy/settings.sample')
    const [, erasuresFile = ''] = /^ERASURES_FILE=(.+)$/m.exec(sample) ?? []
    const server = await read('deploy/systemd/carbon-passport.service')
    // The folder may be missing where no disk is mounted.
    expect(server.split('\n')).toContain(`ReadWritePaths=-${dirname(erasuresFile)}`)
    const backup = await read('deploy/systemd/carbon-passport-backup.service')
    const [, folder] = /^ExecStart=\S+back-up\.sh (\S+)$/m.exec(backup) ?? []
    expect(backup.split('\n')).toContain(`ReadWritePaths=${folder}`)
  })

  it('let members of staff run one program as the service, with a password and a clean environment', async () => {
    const rules = (await read('deploy/sudoers')).split('\n').filter((line) => !line.startsWith('#'))
    expect(rules.filter((line) => line.includes('ALL='))).toEqual([
      '%carbon-passport-staff ALL=(carbon-passport) PASSWD: CARBON_PASSPORT',
    ])
    expect(rules).toContain('Cmnd_Alias CARBON_PASSPORT = /usr/local/bin/carbon-passport')
    expect(rules.join(' ')).toMatch(/env_reset, !setenv/)
    expect(rules.join(' ')).not.toMatch(/NOPASSWD|SETENV|env_keep/)
  })

  it.skipIf(!isThere('visudo'))('contain rules that sudo accepts', async () => {
    const { stdout } = await run('visudo', ['-c', '-f', join(root, 'deploy/sudoers')])
    expect(stdout).toContain('parsed OK')
  })

  it('name system as the actor of timers and units', async () => {
    const files = ['back-up.sh', 'copy-away.sh', 'compose.yaml']
    const units = ['backup', 'check', 'drill'].map(
      (name) => `systemd/carbon-passport-${name}.service`,
    )
    for (const file of [...files, ...units]) {
      const text = (await read(`deploy/${file}`)).replace(/\\\n\s*/g, '')
      const calls = text
        .split('\n')
        .filter((line) => /operator\.ts|operator\.sh}?" |"carbon-passport", /.test(line))
      for (const call of calls)
        expect([file, call]).toEqual([file, expect.stringMatching(/by"?,? "?system/)])
      expect([file, calls.length > 0 || file.includes('backup')]).toEqual([file, true])
    }
  })

  it.skipIf(!isThere('systemd-analyze'))('contain units that systemd accepts', async () => {
    for (const name of await readdir(join(root, 'deploy/systemd'))) {
      const text = await read(`deploy/systemd/${name}`)
      const node = '/opt/carbon-passport/current/node_modules/node/bin/node'
      const here = text.replaceAll(node, process.execPath)
      await writeFile(join(units, name), here.replaceAll('/opt/carbon-passport/current', root))
    }
    const files = (await readdir(units)).map((name) => join(units, name))
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
    expect(stderr).toBe('')
  })

  it.skipIf(!isThere('psql'))(
    'create roles and database, with passwords that sign in',
    async () => {
      const admin = new URL(process.env.TEST_POSTGRES_ADMIN_URL ?? '')
      const name = `made_${process.pid}`
      const env = {
        PATH: process.env.PATH ?? '',
        PGHOST: admin.hostname,
        PGPORT: admin.port,
        PGPASSWORD: admin.password,
        POSTGRES_USER: admin.username,
        ROLES: join(root, 'deploy/roles.sql'),
        DATABASE: name,
        // Those of the other databases of this run, which share the roles.
        OWNER_PASSWORD: 'of-a-test',
        SERVER_PASSWORD: 'of-a-test',
      }
      await run(join(root, 'deploy/make-database.sh'), [], { env })
      const as = (user: string, sql: string) =>
        run('psql', ['-At', '-c', sql, name], {
          env: { ...env, PGUSER: user, PGPASSWORD: 'of-a-test' },
        })
      const asked = 'select current_user'
      expect((await as('carbon_passport_server', asked)).stdout).toBe('carbon_passport_server\n')
      await as('carbon_passport_owner', 'create table extra (id integer)')
      await expect(as('carbon_passport_server', 'create table more (id integer)')).rejects.toThrow(
        'permission denied',
      )
      await run('psql', ['-c', `drop database ${name} with (force)`, 'postgres'], {
        env: { ...env, PGUSER: admin.username },
      })
    },
  )
})

// npm run profile [-- buys|sign-ins] [--clients n] [--seconds n] [--json]: measures the cost of one
// operation. It reports processor time by process, commits, rows, bytes of WAL, statements, system
// calls, and the app's own time by place. Counts are valid on any machine; compare times only
// within one run.
import { parseArgs } from 'node:util'
import { openAppProfiler, type Shares } from '#benchmarks/profile/app-figures.ts'
import {
  type Counters,
  openDatabaseFigures,
  type StatementFigures,
} from '#benchmarks/profile/database-figures.ts'
import { countSystemCalls, hasStrace, processorMs } from '#benchmarks/profile/process-figures.ts'
import { openShop, plentyKg, type Shop, walletOrder } from '#benchmarks/shop.ts'
import { openSigners } from '#benchmarks/sign-ins.ts'
import { childrenOf } from '#tests/support/servers/child-processes.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

type Work = () => Promise<void>
const topStatements = 25
const topPlaces = 20

const kinds: Readonly<Record<string, (shop: Shop, clients: number) => Promise<Work[]>>> = {
  async buys(shop, clients) {
    const people = await shop.signIn(clients)
    const order = walletOrder(await shop.issueBatch(plentyKg), 1)
    return people.map((person) => () => person.buy(order))
  },
  'sign-ins': openSigners,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '128' },
    seconds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
})
const [kind = 'buys'] = positionals
const open = kinds[kind]
if (open === undefined) {
  process.stderr.write(`No profile of ${kind}; there are ${Object.keys(kinds).join(', ')}.\n`)
  process.exit(1)
}
const seconds = Number(values.seconds)
const inspectPort = await freePort()
const shop = await openShop(
  { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`, WELCOME_CREDIT: '0' },
  { shared_preload_libraries: 'pg_stat_statements' },
)
try {
  const clients = await open(shop, Number(values.clients))
  await workFor(clients, 2)
  const found = await measure(shop, clients)
  if (values.json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
  else process.stdout.write(profileText(found))
} finally {
  await shop.close()
}

type Found = {
  readonly kind: string
  readonly clients: number
  readonly done: number
  readonly perSecond: number
  /** Per operation. */
  readonly processorMs: Readonly<Record<string, number>>
  readonly counted: Readonly<Record<string, number>>
  readonly statements: readonly StatementFigures[]
  readonly statementsOfAll: number
  /** Milliseconds per operation, by place in the app. */
  readonly places: readonly (readonly [string, number])[]
  readonly functions: readonly (readonly [string, number])[]
  readonly systemCalls: Readonly<Record<string, readonly (readonly [string, number])[]>> | null
}

async function measure(shop: Shop, clients: readonly Work[]): Promise<Found> {
  const database = await openDatabaseFigures(shop.ownSuperuserUrl)
  const profiler = await openAppProfiler(inspectPort)
  const { postmaster } = database
  try {
    const before = await database.counters()
    await database.forget()
    const app = await processorMs(shop.appPid())
    const server = await processorMs(postmaster)
    const own = process.cpuUsage()
    const done = await workFor(clients, seconds)
    const load = process.cpuUsage(own)
    const each = (total: number) => total / done
    const figures = {
      app: each((await processorMs(shop.appPid())) - app),
      PostgreSQL: each((await processorMs(postmaster)) - server),
      load: each((load.user + load.system) / 1_000),
    }
    const after = await database.counters()
    const statements = await database.statements()
    await profiler.start()
    const profiled = await workFor(clients, seconds)
    const { places, functions } = await profiler.stop()
    return {
      kind,
      clients: clients.length,
      done,
      perSecond: done / seconds,
      processorMs: figures,
      counted: difference(before, after, done),
      statements: statements.slice(0, topStatements).map((one) => ({
        text: one.text,
        calls: each(one.calls),
        rows: each(one.rows),
        ms: each(one.ms),
      })),
      statementsOfAll: each(statements.reduce((sum, { calls }) => sum + calls, 0)),
      places: greatest(places, profiled, topPlaces),
      functions: greatest(functions, profiled, topPlaces),
      systemCalls: hasStrace() ? await systemCalls(shop, postmaster, clients) : null,
    }
  } finally {
    profiler.close()
    await database.close()
  }
}

/** Each client does one operation after the other; returns their total number. */
async function workFor(clients: readonly Work[], duration: number): Promise<number> {
  const end = performance.now() + duration * 1_000
  let done = 0
  await Promise.all(
    clients.map(async (work) => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done
}

async function systemCalls(shop: Shop, postmaster: number, clients: readonly Work[]) {
  const found: Record<string, (readonly [string, number])[]> = {}
  const processes = { app: [shop.appPid()], PostgreSQL: await childrenOf(postmaster) }
  for (const [name, pids] of Object.entries(processes)) {
    let done = 0
    const counted = await countSystemCalls(pids, async () => {
      done = await workFor(clients, seconds)
    })
    found[name] = greatest(counted, done, topPlaces)
  }
  return found
}

function difference(before: Counters, after: Counters, done: number) {
  return Object.fromEntries(
    [...after].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / done]),
  )
}

function greatest(shares: Shares, done: number, count: number): (readonly [string, number])[] {
  return [...shares]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, share]) => [name, share / done] as const)
}

function profileText(found: Found): string {
  const list = (entries: readonly (readonly [string, number])[]) =>
    entries.map(([name, figure]) => `${figure.toFixed(3).padStart(12)}  ${name}`)
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Milliseconds of processor', list(Object.entries(found.processorMs))],
    ['Counted by PostgreSQL', list(Object.entries(found.counted))],
    [
      `Statements: ${found.statementsOfAll.toFixed(3)} in all; calls, rows, milliseconds`,
      found.statements.map(
        ({ text, calls, rows, ms }) =>
          `${[calls, rows, ms].map((each) => each.toFixed(3).padStart(8)).join(' ')}  ${text.slice(0, 90)}`,
      ),
    ],
    ['The app by place, milliseconds', list(found.places)],
    ['The app by function, milliseconds', list(found.functions)],
    ...Object.entries(found.systemCalls ?? {}).map(
      ([name, calls]) => [`System calls of ${name}`, list(calls)] as const,
    ),
  ]
  const head = `${found.kind}, ${found.clients} clients: ${Math.round(found.perSecond)} a second. Figures are those of one.`
  return `${[head, ...parts.flatMap(([title, lines]) => ['', title, ...lines])].join('\n')}\n`
}

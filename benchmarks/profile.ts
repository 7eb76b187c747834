// npm run profile [-- buys|sign-ins] [--clients n] [--seconds n] [--json]: measures the cost of one
// operation. It reports processor time by process, commits, rows, bytes of WAL, statements, system
// calls, and the app's time by folder or package. Counts are the same on any machine. Compare times only
// within one run.
import { parseArgs } from 'node:util'
import { openAppProfiler, type Shares } from '#benchmarks/profile/app-figures.ts'
import { type Counters, openDatabaseFigures } from '#benchmarks/profile/database-figures.ts'
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
const openClients = kinds[kind]
if (openClients === undefined) {
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
  const clients = await openClients(shop, Number(values.clients))
  await workFor(clients, 2)
  const report = await measure(shop, clients)
  if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else process.stdout.write(profileText(report))
} finally {
  await shop.close()
}

type ProfileReport = Awaited<ReturnType<typeof measure>>

async function measure(shop: Shop, clients: readonly Work[]) {
  const database = await openDatabaseFigures(shop.ownSuperuserUrl)
  const profiler = await openAppProfiler(inspectPort)
  const { postmaster } = database
  try {
    const before = await database.counters()
    await database.resetStatements()
    const appMsBefore = await processorMs(shop.appPid())
    const serverMsBefore = await processorMs(postmaster)
    const loadBefore = process.cpuUsage()
    const done = await workFor(clients, seconds)
    const load = process.cpuUsage(loadBefore)
    const perOperation = (total: number) => total / done
    const figures = {
      app: perOperation((await processorMs(shop.appPid())) - appMsBefore),
      PostgreSQL: perOperation((await processorMs(postmaster)) - serverMsBefore),
      load: perOperation((load.user + load.system) / 1_000),
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
      // From here on, all figures are those of one operation; places and functions in milliseconds.
      processorMs: figures,
      counted: countsPerOperation(before, after, done),
      statements: statements.slice(0, topStatements).map((entry) => ({
        text: entry.text,
        calls: perOperation(entry.calls),
        rows: perOperation(entry.rows),
        ms: perOperation(entry.ms),
      })),
      statementsOfAll: perOperation(statements.reduce((sum, { calls }) => sum + calls, 0)),
      places: largestShares(places, profiled, topPlaces),
      functions: largestShares(functions, profiled, topPlaces),
      systemCalls: hasStrace() ? await systemCalls(shop, postmaster, clients) : null,
    }
  } finally {
    profiler.close()
    await database.close()
  }
}

/** Lets each client do one operation after the other for `duration` seconds. Returns their number. */
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
  const callsByProcess: Record<string, (readonly [string, number])[]> = {}
  const processes = { app: [shop.appPid()], PostgreSQL: await childrenOf(postmaster) }
  for (const [name, pids] of Object.entries(processes)) {
    let done = 0
    const counted = await countSystemCalls(pids, async () => {
      done = await workFor(clients, seconds)
    })
    callsByProcess[name] = largestShares(counted, done, topPlaces)
  }
  return callsByProcess
}

function countsPerOperation(before: Counters, after: Counters, done: number) {
  return Object.fromEntries(
    [...after].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / done]),
  )
}

function largestShares(shares: Shares, done: number, count: number): (readonly [string, number])[] {
  return [...shares]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, share]) => [name, share / done] as const)
}

function profileText(report: ProfileReport): string {
  const list = (entries: readonly (readonly [string, number])[]) =>
    entries.map(([name, figure]) => `${figure.toFixed(3).padStart(12)}  ${name}`)
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Milliseconds of processor', list(Object.entries(report.processorMs))],
    ['Counted by PostgreSQL', list(Object.entries(report.counted))],
    [
      `Statements: ${report.statementsOfAll.toFixed(3)} in all; calls, rows, milliseconds`,
      report.statements.map(
        ({ text, calls, rows, ms }) =>
          `${[calls, rows, ms].map((figure) => figure.toFixed(3).padStart(8)).join(' ')}  ${text.slice(0, 90)}`,
      ),
    ],
    ['The app by place, milliseconds', list(report.places)],
    ['The app by function, milliseconds', list(report.functions)],
    ...Object.entries(report.systemCalls ?? {}).map(
      ([name, calls]) => [`System calls of ${name}`, list(calls)] as const,
    ),
  ]
  const head = `${report.kind}, ${report.clients} clients: ${Math.round(report.perSecond)} a second. Figures are those of one.`
  return `${[head, ...parts.flatMap(([title, lines]) => ['', title, ...lines])].join('\n')}\n`
}

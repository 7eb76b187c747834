// `npm run cluster`: runs the whole product on several servers (docs/product.md#several-machines).
// It has two app processes, a primary, two standbys and PgBouncer, buyers, and one failure after
// another. At the end it compares acknowledged purchases with stored ones, prints both, and fails
// if they differ.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Acknowledged, type Crowd, signInAll, startCrowd } from '#tests/cluster/buyers.ts'
import {
  type ClusterServer,
  type DatabaseCluster,
  startCluster,
} from '#tests/cluster/replicated-cluster.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, sameAt, type TestBatch } from '#tests/support/people/person.ts'
import {
  askRows,
  makeRoledDatabase,
  makeTestFolder,
  openTestDatabase,
} from '#tests/support/postgres.ts'
import { openProduct, type Product } from '#tests/support/servers/product.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { findPrograms } from '#tests/support/servers/server-programs.ts'

/** Seconds of buying in each step. */
const seconds = Number(process.env.CLUSTER_SECONDS ?? 8)
const crowdSize = Number(process.env.CLUSTER_PEOPLE ?? 12)
/** From when the new primary is reachable until the product sells again. */
const backWithinMs = 5_000
const stormKg = 2_000
const stormWithinMs = 120_000

/** The name of the product's processes (tests/support/servers/product.ts). */
const operator = (settings: Readonly<Record<string, string>>, args: readonly string[]) =>
  runOperator({ NUMBERS_KEY: numbersKey, ...settings }, args)

const faults: string[] = []
const say = (line: string) => void process.stdout.write(`${line}\n`)

function demand(holds: boolean, sentence: string): void {
  say(`${holds ? '✓' : '✗'} ${sentence}`)
  if (!holds) faults.push(sentence)
}

type Scene = {
  readonly cluster: DatabaseCluster
  readonly products: readonly Product[]
  readonly urls: readonly string[]
  readonly people: readonly Person[]
  readonly batch: TestBatch
  readonly acknowledged: Acknowledged[]
}

/** People buy for as long as `during` takes, and some seconds more; returns their results. */
async function whileBuying(scene: Scene, during: () => Promise<void>): Promise<Crowd> {
  const crowd = startCrowd(scene.people, scene.urls, scene.batch)
  await sleep((seconds * 1_000) / 2)
  await during()
  await sleep((seconds * 1_000) / 2)
  await crowd.stop()
  scene.acknowledged.push(...crowd.acknowledged)
  const { length } = crowd.acknowledged
  say(
    `  ${length} purchases acknowledged, ${crowd.refusals()} calls told to come again, ` +
      `the longest went through after ${Math.round(crowd.longestMs())} ms`,
  )
  demand(length > 0, 'people could buy')
  demand(crowd.wrong.length === 0, `no wrong answer ${crowd.wrong.slice(0, 3).join('; ')}`)
  return crowd
}

async function mainJob({ urls, batch }: Scene): Promise<void> {
  say('The main job, at both processes')
  const [here = '', there = ''] = urls
  const person = await new Person(here).signIn()
  const txId = await person.buyByCard(batch, 20)
  const elsewhere = sameAt(person, there)
  const { body } = await elsewhere.get('/api/auth/me')
  demand(body.total_offsets === 20, 'the other process knows the purchase at once')
  const { body: activity } = await elsewhere.get('/api/tokens/transaction/me')
  demand(JSON.stringify(activity).includes(txId), 'its activity tells of it')
}

async function sellOut({ cluster, urls, people }: Scene): Promise<void> {
  say(`A batch of ${stormKg} kg that everybody wants at once, at both processes`)
  const db = openTestDatabase(cluster.primary.ownerUrl)
  const batch = await issueTestBatch(db, { kg: stormKg })
  await db.close()
  const crowd = startCrowd(people, urls, batch)
  const bought = () => crowd.acknowledged.reduce((sum, each) => sum + each.kg, 0)
  const deadline = performance.now() + stormWithinMs
  while (bought() < stormKg && performance.now() < deadline) await sleep(200)
  await crowd.stop()
  const [[sold, first, last] = []] = await askRows(
    cluster.primary.ownerUrl,
    `select sum(quantity_kg)::int, min(first_place)::int, max(first_place + quantity_kg - 1)::int
     from purchases where batch_id = $1 and state = 'COMPLETED'`,
    [batch.id],
  )
  const kg = bought()
  demand(sold === stormKg && kg === stormKg, `${kg} kg were acknowledged, ${sold} kg are sold`)
  demand(first === 1 && last === stormKg, `their places run from ${first} to ${last}`)
}

/** All people read pages that a replica may serve; returns the number of refusals. */
async function readAround({ people, batch }: Scene): Promise<number> {
  const paths = ['/api/projects/', `/api/batches/${batch.id}`, '/api/achievements/leaderboard']
  const answers = await Promise.all(
    people.flatMap((person) => paths.map((path) => person.get(path).catch(() => null))),
  )
  return answers.filter((answer) => answer?.status !== 200).length
}

async function loseReplicas(scene: Scene): Promise<void> {
  const [one, other] = scene.cluster.standbys
  say('A standby that freezes')
  await whileBuying(scene, async () => {
    await one.freeze()
    let refused = 0
    for (let count = 0; count < 10; count += 1) {
      refused += await readAround(scene)
      await sleep(200)
    }
    demand(refused === 0, 'everybody could read all the while')
    await one.thaw()
  })
  say('A standby that is killed, and comes back')
  await whileBuying(scene, async () => {
    await other.kill()
    demand((await readAround(scene)) === 0, 'everybody could read at once')
    await sleep(1_000)
    await other.start()
  })
  await waitForStandbys(scene.cluster.primary, 2)
}

async function waitForStandbys(primary: ClusterServer, count: number): Promise<void> {
  const sql = `select count(*)::int from pg_stat_replication where state = 'streaming'`
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await askRows(primary.url, sql))[0]?.[0] === count) return
    await sleep(100)
  }
  throw new Error('the standbys do not follow')
}

/** The primary dies, the standby that has received more is promoted, the other one follows it. */
async function failOver(scene: Scene): Promise<ClusterServer> {
  const { primary, standbys, pooler } = scene.cluster
  say('The primary is killed, and a standby takes its place')
  let next = standbys[0]
  await whileBuying(scene, async () => {
    await primary.kill()
    const [one, other] = standbys
    const isFirst = (await one.received()) >= (await other.received())
    next = isFirst ? one : other
    await next.promote()
    await pooler.pointTo(next)
    const reachable = performance.now()
    await (isFirst ? other : one).follow(next)
    const buyer = scene.people[0]
    if (buyer === undefined) throw new Error('nobody is there')
    const patient = startCrowd([buyer], scene.urls, scene.batch)
    while (patient.acknowledged.length === 0) await sleep(20)
    const tookMs = Math.round(performance.now() - reachable)
    await patient.stop()
    scene.acknowledged.push(...patient.acknowledged)
    demand(tookMs <= backWithinMs, `it sold again ${tookMs} ms after the new primary was there`)
  })
  await waitForStandbys(next, 1)
  return next
}

async function restartPooler(scene: Scene): Promise<void> {
  say('PgBouncer is killed and started again')
  await whileBuying(scene, async () => {
    await scene.cluster.pooler.kill()
    await sleep(500)
    await scene.cluster.pooler.start()
  })
}

/** Each acknowledged purchase exists once on the new primary. */
async function compare(scene: Scene, primary: ClusterServer): Promise<void> {
  say('What was acknowledged, and what is found')
  const { acknowledged } = scene
  const ids = acknowledged.map(({ txId }) => txId)
  const [[found, kg] = []] = await askRows(
    primary.ownerUrl,
    `select count(*)::int, coalesce(sum(quantity_kg), 0)::int from purchases
     where tx_id = any($1) and state = 'COMPLETED'`,
    [ids],
  )
  const sum = acknowledged.reduce((total, each) => total + each.kg, 0)
  demand(found === ids.length && kg === sum, `${ids.length} acknowledged, ${found} found: ${kg} kg`)
  demand(new Set(ids).size === ids.length, 'no call was answered with another’s purchase')
  const keys = acknowledged.map(({ key }) => key)
  const [[doubled] = []] = await askRows(
    primary.ownerUrl,
    `select count(*)::int from (select key from idempotency_keys where key = any($1)
       group by key having count(distinct purchase_id) > 1) as several`,
    [keys],
  )
  demand(doubled === 0, 'no key made two purchases')
}

async function checkLedger(name: string, settings: Readonly<Record<string, string>>) {
  const { code, stdout } = await operator(settings, ['ledger', 'check', '--json'])
  const { faults: found } = JSON.parse(stdout)
  demand(code === 0, `ledger check on ${name}: ${JSON.stringify(found ?? stdout).slice(0, 300)}`)
}

async function backUpAndRestore(
  folder: string,
  standby: ClusterServer,
  primary: ClusterServer,
): Promise<void> {
  say('A backup of a standby, put into an empty database')
  const file = join(folder, 'cluster.backup')
  const taken = await operator(
    { DATABASE_URL: primary.ownerUrl, OPERATOR_DATABASE_URL: standby.ownerUrl },
    ['backup', file, '--json'],
  )
  const copy = await makeRoledDatabase(primary.url, 'restored')
  const restored = await operator({ DATABASE_URL: copy.ownerUrl }, ['restore', file, '--json'])
  const [from, to] = [JSON.parse(taken.stdout), JSON.parse(restored.stdout)]
  demand(from.rows === to.rows, `${from.rows} rows copied, ${to.rows ?? to.error} restored`)
  await checkLedger('the restored database', { DATABASE_URL: copy.ownerUrl })
  await copy.drop()
}

async function openProducts({ primary, standbys, pooler }: DatabaseCluster, folder: string) {
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_REPLICA_URL: standbys.map(({ appUrl }) => appUrl).join(','),
    MIGRATE_ON_START: '0',
    SECRET_KEY: '5f'.repeat(32),
    DEMO_CATALOGUE: '0',
    OPEN_RESERVATIONS_MAX: '1000',
    LOG_LEVEL: 'silent',
  }
  const migrated = await operator({ DATABASE_URL: primary.ownerUrl }, ['migrate'])
  if (migrated.code !== 0) throw new Error(migrated.stderr)
  const products: Product[] = []
  for (const name of ['one', 'other']) {
    const product = await openProduct(env, { dataDir: join(folder, name) })
    await product.start()
    products.push(product)
  }
  return products
}

async function play(folder: string, cluster: DatabaseCluster, products: readonly Product[]) {
  const urls = products.map(({ url }) => url)
  const db = openTestDatabase(cluster.primary.ownerUrl)
  const batch = await issueTestBatch(db, { kg: 10_000_000 })
  await db.close()
  const people = await signInAll(urls, crowdSize)
  const scene: Scene = { cluster, products, urls, people, batch, acknowledged: [] }
  await mainJob(scene)
  await sellOut(scene)
  await loseReplicas(scene)
  const primary = await failOver(scene)
  await restartPooler(scene)
  await compare(scene, primary)
  const standby = cluster.standbys.find((each) => each !== primary)
  if (standby === undefined) throw new Error('no standby is left')
  await checkLedger('the new primary', { DATABASE_URL: primary.ownerUrl })
  await checkLedger('a standby', {
    DATABASE_URL: primary.ownerUrl,
    OPERATOR_DATABASE_URL: standby.ownerUrl,
  })
  await backUpAndRestore(folder, standby, primary)
  demand(
    products.every((product) => product.endedBy() === null),
    'no process of the product died',
  )
}

async function main(): Promise<number> {
  const programs = await findPrograms(process.env)
  if (typeof programs === 'string') {
    say(programs)
    return 2
  }
  const folder = await makeTestFolder()
  let cluster: DatabaseCluster | undefined
  let products: readonly Product[] = []
  try {
    say('Starting a primary, two standbys, PgBouncer and two processes of the product…')
    cluster = await startCluster(folder, programs)
    products = await openProducts(cluster, folder)
    await play(folder, cluster, products)
  } finally {
    await Promise.all(products.map((product) => product.remove()))
    await cluster?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  say(faults.length === 0 ? 'All of it holds.' : `${faults.length} do not hold.`)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await main()

// kill -9 of a witness at each moment of a request, and at any: whatever a log asks before and after, all that the
// witness has ever cosigned is one history. FAULT_KILLS (npm run faults) kills it more often.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { cosignedAt, readWitnessKey } from '#features/log/witness/cosignature.ts'
import { Tree } from '#tests/support/rfc6962.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const log = signerOf('log.example/one', Buffer.alloc(32, 1))
const randomKills = Number(process.env.FAULT_KILLS ?? 2)
const lastMs = 30

let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witness-kills-'))
  port = await freePort()
  await writeFile(join(folder, 'logs'), `log ${verifierText(log)}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts the program on the one state file. Returns it once it listens, or has ended. */
async function start(moment = '') {
  const child = spawn(
    process.execPath,
    [
      ...[
        '--import',
        join(root, 'tests/faults/kill-witness.ts'),
        join(root, 'operator/operator.ts'),
      ],
      ...['log', 'witness', '--listen', `127.0.0.1:${port}`, '--logs', join(folder, 'logs')],
      ...['--state', join(folder, 'state'), '--name', 'witness.example/w1'],
    ],
    {
      env: { ...process.env, DATA_DIR: folder, NODE_ENV: 'test', WITNESS_KILL: moment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'exit')
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (line) => lines.push(line))
  }
  const keyOf = () => /^Its key: (.+)$/m.exec(lines.join('\n'))?.[1]
  await expect.poll(() => keyOf() ?? child.exitCode).not.toBeNull()
  return { child, ended, lines, keyText: keyOf() }
}

const entriesOf = (names: readonly string[]) => new Tree(names.map((name) => Buffer.from(name)))

/** Asks for a cosignature of the history. Returns null if no whole answer came. */
async function ask(names: readonly string[], oldSize: number) {
  const tree = entriesOf(names)
  const hashes = oldSize === 0 ? [] : tree.consistency(oldSize)
  const note = signCheckpoint(tree.size, tree.root(), log)
  const lines = [`old ${oldSize}`, ...hashes.map((each) => each.toString('base64')), '', note]
  const address = `http://127.0.0.1:${port}/add-checkpoint`
  try {
    const answer = await fetch(address, { method: 'POST', body: lines.join('\n') })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}

/** Returns the size of the newest checkpoint that the witness shows to monitors. */
async function knownSize(): Promise<number> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/${hash('sha256', log.name, 'hex')}/checkpoint`,
  )
  return answer.status === 404 ? 0 : Number((await answer.text()).split('\n')[1])
}

const moments = ['before', 'kept', 'answered', ...Array<string>(randomKills).fill('at any moment')]

it('never cosigns two histories, wherever it was killed', async () => {
  let history: readonly string[] = []
  const cosigned: (readonly string[])[] = []
  const keyTexts = new Set<string | undefined>()
  const keepCosigned = (names: readonly string[], text: string, keyText = '') => {
    const key = readWitnessKey(keyText)
    const tree = entriesOf(names)
    const body = `${log.name}\n${tree.size}\n${tree.root().toString('base64')}\n`
    expect(key && cosignedAt(body, text.trimEnd(), key)).toBeGreaterThan(0)
    cosigned.push(names)
  }
  for (const [round, moment] of moments.entries()) {
    const first = await start(moment)
    keyTexts.add(first.keyText)
    const one = [...history, `one ${round}`]
    const two = [...history, `two ${round}`]
    if (moment === 'at any moment') {
      void pause(Math.random() * lastMs).then(() => first.child.kill('SIGKILL'))
    }
    const answer = await ask(one, history.length)
    await first.ended
    if (answer?.status === 200) keepCosigned(one, answer.text, first.keyText)

    const next = await start()
    keyTexts.add(next.keyText)
    const isKept = (await knownSize()) === one.length
    expect([moment, isKept]).toEqual([
      moment,
      moment === 'at any moment' ? isKept : moment !== 'before',
    ])
    // The log shows another history, from each size that it may claim the witness to know.
    const longer = [...two, 'more']
    const others = [
      { names: two, oldSize: history.length, refusal: 409 },
      { names: two, oldSize: one.length, refusal: 422 },
      { names: longer, oldSize: one.length, refusal: 422 },
    ]
    for (const { names, oldSize, refusal } of others) {
      const other = await ask(names, oldSize)
      expect(other?.status).toBe(isKept ? refusal : 200)
      if (other?.status === 200) keepCosigned(names, other.text, next.keyText)
    }
    history = isKept ? one : longer
    next.child.kill('SIGTERM')
    expect(await next.ended).toEqual([0, null])
  }
  for (const names of cosigned) expect(history.slice(0, names.length)).toEqual(names)
  expect(cosigned.length).toBeGreaterThan(2)
  expect(keyTexts.size).toBe(1)
}, 240_000)

it('lets no second process use its state', async () => {
  const first = await start()
  const second = await start()
  expect(await second.ended).toEqual([1, null])
  expect(second.lines.join('\n')).toContain('Another witness has')
  first.child.kill('SIGTERM')
  await first.ended
})

it('says why it cannot listen', async () => {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const refused = await start()
  expect(await refused.ended).toEqual([1, null])
  expect(refused.lines.join('\n')).toContain(`--listen 127.0.0.1:${port}: `)
  server.close()
})

// Tests how a log begins, when a start is refused, and what a restored database does.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEntries } from '#features/log/append/append-entries.ts'
import { createAppendRound } from '#features/log/append/append-in-background.ts'
import { openLog } from '#features/log/append/open-log.ts'
import { readLogKeys } from '#features/log/log-queries.ts'
import type { LogSettings } from '#features/log/log-services.ts'
import { signerOf as signerOfSeed } from '#features/log/tree/signed-note.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { fetchLog, Tree } from '#tests/support/rfc6962.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
let dataDir: string
let settings: LogSettings
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carbon-passport-log-'))
  test = await startTestApp({ DATA_DIR: dataDir }, undefined, { background: false })
  const logOrigin = 'passport.example/log'
  settings = { ...test.services.settings, logOrigin, logOriginIsChosen: true }
})
afterAll(async () => {
  await test.close()
  await rm(dataDir, { recursive: true })
})

const open = (change: Partial<LogSettings> = {}) =>
  openLog({ db: test.services.db, settings: { ...settings, ...change } })
async function signerOf(change: Partial<LogSettings> = {}) {
  const log = await open(change)
  if ('problem' in log || log.signer === null) throw new Error('no log')
  return log.signer
}

describe('a log', () => {
  it('begins once, with a key that only its owner can read', async () => {
    const logs = await Promise.all([open(), open(), open()])
    expect(new Set(logs.map((log) => ('number' in log ? log.number : null)))).toEqual(new Set([1]))
    expect((await stat(join(dataDir, 'log-key'))).mode & 0o777).toBe(0o600)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('log-key'))).toHaveLength(1)
    const { note } = await fetchLog(`${test.url}/log`)
    expect(note).toEqual({
      origin: 'passport.example/log',
      size: 0,
      root: new Tree([]).root(),
    })
  })

  it('begins once on several machines, and the others do not sign', async () => {
    const own = await startTestApp({ DATA_DIR: join(dataDir, 'first') }, undefined, {
      background: false,
    })
    try {
      const { db } = own.services
      const machines = ['a', 'b', 'c'].map((name) => join(dataDir, name))
      const openAll = () =>
        Promise.all(machines.map((dir) => openLog({ db, settings: { ...settings, dataDir: dir } })))
      const lock = await holdLock(own, 'lock table logs in share row exclusive mode')
      const opening = openAll()
      await lock.untilWaiting('table', machines.length)
      await lock.release()
      for (const logs of [await opening, await openAll()]) {
        const signers = logs.map((log) => ('signer' in log ? log.signer : log.text))
        expect(signers.filter((signer) => signer !== null)).toHaveLength(1)
        expect(signers.find((signer) => signer !== null)).toHaveProperty('publicKey')
      }
    } finally {
      await own.close()
    }
  })

  it('refuses the start under another origin or key, and names the wrong setting', async () => {
    expect(await open({ logOrigin: 'other.example/log' })).toMatchObject({
      problem: 'log_changed',
      text: expect.stringContaining('LOG_ORIGIN'),
    })
    expect(await open({ logKey: Buffer.alloc(32, 3) })).toMatchObject({
      problem: 'log_changed',
      text: expect.stringContaining('LOG_KEY'),
    })
    // A development machine that moved to another port may continue.
    const moved = { logOrigin: 'localhost:3001/log', logOriginIsChosen: false }
    expect(await open(moved)).toMatchObject({ signer: { name: 'passport.example/log' } })
  })

  it('is not appended to by a machine without its key, which production refuses', async () => {
    const elsewhere = join(dataDir, 'elsewhere')
    expect(await open({ dataDir: elsewhere })).toEqual({ number: 1, signer: null })
    expect(await open({ dataDir: elsewhere, production: true })).toMatchObject({
      problem: 'log_key_missing',
    })
  })

  it('is not opened with a key that was cut short', async () => {
    const cut = join(dataDir, 'cut')
    await mkdir(cut)
    const text = await readFile(join(dataDir, 'log-key'), 'utf8')
    await writeFile(join(cut, 'log-key'), text.trim().slice(2))
    const file = join(cut, 'log-key')
    await expect(open({ dataDir: cut })).rejects.toThrow(`${file} does not hold a key of 32 bytes.`)
  })

  it('is opened in the background once the database answers and its key is there', async () => {
    const later = join(dataDir, 'later')
    let isAway = true
    const db = new Proxy(test.services.db, {
      get(target, name, receiver) {
        if (isAway && name === 'run') return () => Promise.reject(new Error('away'))
        return Reflect.get(target, name, receiver)
      },
    })
    const round = createAppendRound({
      db,
      settings: { ...settings, dataDir: later, production: true },
    })
    await expect(round()).rejects.toThrow('away')
    isAway = false
    await expect(round()).rejects.toThrow('LOG_KEY')
    await mkdir(later)
    await copyFile(join(dataDir, 'log-key'), join(later, 'log-key'))
    expect(await round()).toBe(0)
  })

  it('ends with a restore: the next one names it, repeats all its facts, and the old one stays', async () => {
    const { db } = test.services
    await issueTestBatch(db, { kg: 10 })
    await issueTestBatch(db, { kg: 20 })
    await appendEntries(db, await signerOf())
    const before = await fetchLog(`${test.url}/log`)
    expect(before.entries).toHaveLength(2)
    await db.run(statement('test-close-log', {}, 'update logs set closed_at = now()'))
    const formerKey = (await signerOf()).publicKey
    expect(formerKey.equals((await signerOf()).publicKey)).toBe(true)
    const first = await fetchLog(`${test.url}/log`)
    expect(first.note.origin).toBe('passport.example/log-2')
    expect(first.key).not.toBe(before.key)
    await appendEntries(db, await signerOf())
    const after = await fetchLog(`${test.url}/log`)
    const [predecessor, ...rest] = after.entries.map(String)
    expect(JSON.parse(predecessor ?? '')).toEqual({
      kind: 'predecessor',
      origin: 'passport.example/log',
      size: 2,
      root: before.note.root.toString('base64'),
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(rest).toEqual(before.entries.map(String))
    expect(new Tree(after.entries).root()).toEqual(after.note.root)
    const kept = await fetchLog(`${test.url}/log/1`)
    expect(kept.text).toBe(before.text)
    expect(kept.entries).toEqual(before.entries)
  })

  it('has tiles of its own, also for a concurrent reader of another log', async () => {
    const lock = await holdLock(test, 'lock table log_tiles in access exclusive mode')
    const reads = ['/log/1', '/log'].map(async (log) => {
      const response = await fetch(`${test.url}${log}/tile/0/000.p/2`)
      return Buffer.from(await response.arrayBuffer())
    })
    await lock.untilWaiting('table', 2)
    await lock.release()
    const [first, second] = await Promise.all(reads)
    expect(first).toHaveLength(64)
    expect(second).toHaveLength(64)
    expect(first).not.toEqual(second)
  })

  it('has a checkpoint and a key of its own, also for a concurrent reader of another log', async () => {
    for (const name of ['checkpoint', 'key']) {
      const lock = await holdLock(test, 'lock table log_heads in access exclusive mode')
      const reads = ['/log/1', '/log', '/log/2'].map(async (log) =>
        (await fetch(`${test.url}${log}/${name}`)).text(),
      )
      await lock.untilWaiting('table', 2)
      await lock.release()
      const [first = '', current = '', second = ''] = await Promise.all(reads)
      expect([name, first.split(/[\n+]/)[0]]).toEqual([name, 'passport.example/log'])
      expect([name, current.split(/[\n+]/)[0]]).toEqual([name, 'passport.example/log-2'])
      expect(second).toBe(current)
    }
  })

  it('never has the key of the log before it', async () => {
    const { db } = test.services
    const seed = Buffer.alloc(32, 5)
    await db.run(statement('test-close-again', {}, 'update logs set closed_at = now()'))
    await signerOf({ logKey: seed })
    const origins = async () => (await readLogKeys(db)).map(({ origin }) => origin)
    const names = ['-3', '-2', ''].map((end) => `passport.example/log${end}`)
    expect(await origins()).toEqual(names)
    const [newest] = await readLogKeys(db)
    expect(newest?.public_key).toEqual(signerOfSeed('passport.example/log-3', seed).publicKey)
    await db.run(statement('test-close-third', {}, 'update logs set closed_at = now()'))
    expect(await origins()).toEqual(names)
    expect(await open({ logKey: seed })).toMatchObject({
      problem: 'log_changed',
      text: expect.stringContaining('LOG_KEY'),
    })
  })
})

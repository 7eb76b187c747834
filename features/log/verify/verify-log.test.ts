// Tests the verification of a whole log over HTTP: an honest one, and logs that a dishonest
// operator might publish, with valid signatures of their own keys.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { verifyLog } from '#features/log/verify/verify-log.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { spelledBlocks } from '#tests/support/people/spelled-blocks.ts'
import { StandIn, signer } from '#tests/support/stand-ins/log-stand-in.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carbon-passport-verify-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const day = '2026-11-22'
const batch = { registry: 'GS', serial: 'GS1-1-1' } as const
const issue = { kind: 'issue', ...batch, kg: 100, day }
const sale = (first: number, last: number) => ({
  kind: 'allocate',
  ...batch,
  first,
  last,
  commitment: String(first).padStart(64, '0'),
  day,
})

const retire = (first: number, last: number) => ({
  kind: 'retire',
  ...batch,
  first,
  last,
  reference: 'R-1',
  day,
})

const taken = (first: number, last: number) => ({ kind: 'return', ...batch, first, last, day })

const correct = (index: number) => ({ kind: 'correct', index, day })
const notKnown = 'no entry that this version knows'
const confirm = (first: number, last: number) => ({ ...retire(first, last), kind: 'confirm' })
const notRetired = 'confirms R-1 of places 1 to 5 of GS1-1-1, which is no retirement'

const otherIssue = { kind: 'issue', registry: 'GS', serial: 'GS1-1-2', kg: 50, day }
const replace = (first: number, last: number, byFirst: number, byLast: number) => ({
  kind: 'replace',
  ...batch,
  first,
  last,
  by_serial: otherIssue.serial,
  by_first: byFirst,
  by_last: byLast,
  day,
})
/** A block of Gold Standard's, sold whole by default. */
const tonnes = (range: string, soldKg?: number) => {
  const [first = 0, last = 0] = range.split('-').map(Number)
  const block = { registry: 'GS', serial: `GS1-1-UG-GS1-16-2024-7-${range}` }
  const kg = (last - first + 1) * 1_000
  const given = { ...sale(1, soldKg ?? kg), ...block }
  return [{ kind: 'issue', ...block, kg, day }, ...(soldKg === 0 ? [] : [given])]
}

async function standIn(...entries: readonly object[]): Promise<StandIn> {
  const log = await new StandIn().open()
  log.tell(...entries)
  return log
}

describe('the log of the product', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  })
  afterAll(() => test.close())

  it('is valid, and continues the log of the last verification', async () => {
    const stock = await issueTestBatch(test.services.db, { kg: 1_000 })
    const buyer = await new Person(test.url).signIn()
    const address = `${test.url}/log`
    await buyer.buyByCard(stock, 30)
    await expect
      .poll(async () => (await verifyLog(dataDir, address).catch(() => null))?.totals.allocatedKg)
      .toBe(30)
    const first = await verifyLog(dataDir, address)
    expect(first).toMatchObject({ size: 2, faults: [] })
    await buyer.buyByCard(stock, 20)
    await expect
      .poll(async () => (await verifyLog(dataDir, address)).totals)
      .toEqual({
        batches: 1,
        issuedKg: 1_000,
        allocatedKg: 50,
        allocations: 2,
        retiredKg: 0,
        confirmedKg: 0,
        replacedKg: 0,
      })
    const second = await verifyLog(dataDir, address)
    expect(second).toMatchObject({ size: 3, keptSize: 3, faults: [], key: first.key })
  })
})

describe('a dishonest log', () => {
  it.each([
    ['a place that is given twice', [issue, sale(1, 30), sale(30, 40)], 'a second time'],
    ['a place that is left out', [issue, sale(1, 30), sale(32, 40)], 'leaves out place 31'],
    ['more than was issued', [issue, sale(1, 101)], 'of which 100 kg were issued'],
    ['a batch without an issue', [sale(1, 5)], 'was not issued before'],
    ['a batch that is issued twice', [issue, issue], 'issues GS1-1-1 a second time'],
    ['a retirement of unsold places', [issue, sale(1, 30), retire(1, 31)], 'which is nobody'],
    ['a second retirement', [issue, sale(1, 30), retire(1, 20), retire(20, 30)], 'a second time'],
    ['a correction of a sale', [issue, sale(1, 30), correct(1)], 'is no ret'],
    [
      'a return of unsold places',
      [issue, sale(1, 9), { ...sale(9, 10), kind: 'return' }],
      'which are nobody',
    ],
    [
      'a replacement of unsold places',
      [issue, otherIssue, sale(1, 9), replace(1, 10, 1, 10)],
      'which are nobody',
    ],
    [
      'a second replacement',
      [issue, otherIssue, sale(1, 9), replace(1, 5, 1, 5), replace(5, 9, 6, 10)],
      'a second time',
    ],
    [
      'a replacement by fewer',
      [issue, otherIssue, sale(1, 9), replace(1, 9, 1, 8)],
      'replaces 9 kg of GS1-1-1 by 8',
    ],
    [
      'a replacement by places that were given before',
      [issue, otherIssue, sale(1, 9), replace(1, 5, 1, 5), replace(6, 9, 5, 8)],
      'gives place 5 of GS1-1-2 a second time',
    ],
    [
      'a replacement by more than was issued',
      [issue, otherIssue, sale(1, 60), replace(1, 60, 1, 60)],
      'of which 50 kg were issued',
    ],
    [
      'a replacement by nothing',
      [issue, sale(1, 9), replace(1, 9, 1, 9)],
      'GS1-1-2, which was not',
    ],
    [
      'a retirement of what was replaced',
      [issue, otherIssue, sale(1, 9), replace(1, 9, 1, 9), retire(9, 9)],
      'retires place 9 of GS1-1-1, which was replaced',
    ],
    [
      'a replacement of what was retired',
      [issue, otherIssue, sale(1, 9), retire(1, 4), replace(4, 9, 1, 6)],
      'replaces place 4 of GS1-1-1, which was retired or taken back',
    ],
    [
      'a return of what was replaced',
      [issue, otherIssue, sale(1, 9), replace(1, 9, 1, 9), taken(2, 3)],
      'takes place 2 of GS1-1-1 back, which was replaced',
    ],
    [
      'the same tonnes in two batches',
      [...tonnes('1-9'), ...tonnes('9-12')],
      'both give of tonnes 9 to 9',
    ],
    [
      'the same tonnes in two batches, where not all of them were replaced',
      [
        ...[...tonnes('1-9'), ...tonnes('5-12'), { ...issue, kg: 5_000 }],
        {
          ...replace(3_001, 8_000, 1, 5_000),
          ...{ serial: 'GS1-1-UG-GS1-16-2024-7-1-9', by_serial: batch.serial },
        },
      ],
      'both give of tonnes 5 to 9',
    ],
    [
      'the same tonnes behind a batch between them',
      [...tonnes('1-9'), ...tonnes('2-3', 0), ...tonnes('4-5')],
      'both give of tonnes 4 to 5',
    ],
    [
      'a second return of the same place',
      [issue, sale(1, 30), taken(11, 20), taken(1, 10), taken(20, 25)],
      'takes place 20 of GS1-1-1 back a second time',
    ],
    [
      'a kilogram of a tonne of another batch',
      [...tonnes('1-9'), ...tonnes('9-12', 1)],
      'both give of tonnes 9 to 9',
    ],
    ['places backwards', [issue, sale(5, 1)], 'which are none'],
    ['a retirement backwards', [issue, sale(1, 9), retire(5, 4)], 'retires places 5 to 4'],
    ['a return backwards', [issue, sale(1, 9), taken(5, 4)], 'takes places 5 to 4'],
    [
      'a replacement backwards',
      [issue, otherIssue, sale(1, 9), replace(5, 4, 6, 5)],
      'replaces places 5 to 4',
    ],
    [
      'a replacement of what was taken back',
      [issue, otherIssue, sale(1, 9), taken(1, 4), replace(4, 9, 1, 6)],
      'replaces place 4 of GS1-1-1, which was retired or taken back',
    ],
    [
      'a replacement by itself',
      [issue, sale(1, 9), { ...replace(1, 9, 10, 18), by_serial: batch.serial }],
      'replaces GS1-1-1 by itself',
    ],
    [
      'a second correction',
      [issue, sale(1, 30), retire(1, 20), correct(2), correct(2)],
      'corrects entry 2, which is no retirement',
    ],
    [
      'a confirmation of places that are not retired',
      [issue, sale(1, 9), confirm(1, 5)],
      notRetired,
    ],
    [
      'a confirmation of a part',
      [issue, sale(1, 9), retire(1, 9), confirm(1, 5)],
      'confirms R-1 of places 1 to 5 of GS1-1-1, which is no retirement',
    ],
    [
      'a confirmation of another reference',
      [issue, sale(1, 9), retire(1, 5), { ...confirm(1, 5), reference: 'R-2' }],
      'confirms R-2 of places 1 to 5',
    ],
    [
      'a second confirmation',
      [issue, sale(1, 9), retire(1, 5), confirm(1, 5), confirm(1, 5)],
      'confirms R-1 of places 1 to 5 of GS1-1-1 a second time',
    ],
    [
      'a confirmation of a corrected retirement',
      [issue, sale(1, 9), retire(1, 5), correct(2), confirm(1, 5)],
      notRetired,
    ],
    ['a retirement of a batch without an issue', [retire(1, 5)], 'was not issued before'],
    [
      'an offer of a batch without an issue',
      [{ kind: 'offer', ...batch, day }],
      'was not issued before',
    ],
    ['a sale without its commitment', [issue, { ...sale(1, 5), commitment: '' }], notKnown],
    ['a place before the first', [issue, sale(0, 5)], notKnown],
    ['a retirement without a reference', [{ ...retire(1, 5), reference: '' }], notKnown],
    ['an unknown kind', [issue, { kind: 'gift', day }], notKnown],
    ['a predecessor in the middle', [issue, predecessor()], 'only the first entry may'],
  ])('is detected by %s', async (_what, entries, sentence) => {
    const log = await standIn(...entries)
    const { faults } = await verifyLog(dataDir, log.address)
    log.close()
    expect(faults.join()).toContain(sentence)
  })

  function predecessor() {
    return { kind: 'predecessor', origin: 'a', size: 1, root: 'b', day }
  }

  it('is not detected by returns of retired kilograms, or of kilograms retired afterwards', async () => {
    const [before, after] = [taken(1, 10), taken(21, 30)]
    const log = await standIn(issue, sale(1, 30), before, retire(1, 30), after)
    const { faults, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, retiredKg: totals.retiredKg }).toEqual({ faults: [], retiredKg: 30 })
  })

  it('is not detected by confirmations, also of a new record after a correction', async () => {
    const again = [correct(2), retire(1, 5), confirm(1, 5)]
    const log = await standIn(issue, sale(1, 9), retire(1, 5), confirm(1, 5), ...again)
    const { faults, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, confirmedKg: totals.confirmedKg }).toEqual({ faults: [], confirmedKg: 5 })
  })

  it('is not detected by a single kilogram that is returned, retired or replaced', async () => {
    const each = [taken(1, 1), retire(2, 2), replace(3, 3, 1, 1)]
    const log = await standIn(issue, otherIssue, sale(1, 9), ...each)
    const { faults, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, ...totals }).toMatchObject({ faults: [], retiredKg: 1, replacedKg: 1 })
  })

  it('is not detected by the same tonnes in two batches, where one of them gave none of those', async () => {
    const batches = [tonnes('1-9', 4_000), tonnes('5-12')]
    for (const inOrder of [batches, batches.toReversed()]) {
      const log = await standIn(...inOrder.flat())
      expect((await verifyLog(dataDir, log.address)).faults).toEqual([])
      log.close()
    }
  })

  it('is not detected by a replacement by the same tonnes in another spelling, or of another registry', async () => {
    const spelled = { registry: 'GS', serial: 'GS1-1-UG-GS1-16-2024-7-01-9' }
    const elsewhere = { ...issue, registry: 'VCS' }
    const instead = (first: number, last: number) => ({
      ...replace(first, last, first, last),
      ...{ serial: 'GS1-1-UG-GS1-16-2024-7-1-9', by_serial: spelled.serial },
    })
    const log = await standIn(
      ...tonnes('1-9'),
      ...[{ ...issue, ...spelled, kg: 9_000 }, instead(1, 4_000), instead(4_001, 9_000)],
      ...[issue, elsewhere, sale(1, 30)],
      { ...replace(1, 20, 1, 20), by_serial: batch.serial, by_registry: 'VCS' },
    )
    const { faults, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, replacedKg: totals.replacedKg }).toEqual({ faults: [], replacedKg: 9_020 })
  })

  it('is detected by a block in another spelling, or the block is listed as not compared', async () => {
    const missed: string[] = []
    for (const { registry, serial, tonnes: count, spellings } of spelledBlocks) {
      const kg = count * 1_000
      const entriesOf = (spelled: string, soldKg: number) => {
        const block = { registry, serial: spelled }
        const given = { ...sale(1, soldKg), ...block }
        return [{ kind: 'issue', ...block, kg, day }, ...(soldKg > 0 ? [given] : [])]
      }
      for (const spelled of spellings) {
        const log = await standIn(...entriesOf(serial, kg), ...entriesOf(spelled, 1))
        const unsold = await standIn(...entriesOf(serial, kg), ...entriesOf(spelled, 0))
        const { faults, notCompared } = await verifyLog(dataDir, log.address)
        const { overlapping } = await verifyLog(dataDir, unsold.address)
        log.close()
        unsold.close()
        const isNamed = notCompared.some((each) => each.serial === spelled)
        const isTold = faults.join().includes(spelled) && overlapping.join().includes(spelled)
        if (!isNamed && !isTold) missed.push(spelled)
      }
    }
    expect(missed).toEqual([])
  })

  it('gets a list of compared batches, and for a pair that shares tonnes whether both gave them', async () => {
    const acme = { ...issue, registry: 'ACME', serial: 'ACME 7', kg: 7_000 }
    const log = await standIn(...tonnes('1-9'), ...tonnes('9-12', 0), acme)
    const verified = await verifyLog(dataDir, log.address)
    log.close()
    expect(verified).toMatchObject({
      faults: [],
      compared: 2,
      notCompared: [{ registry: 'ACME', serial: 'ACME 7' }],
      overlapping: [expect.stringContaining('both hold tonnes 9 to 9')],
    })
  })

  it('is not detected by a retirement that was corrected before it was repeated', async () => {
    const log = await standIn(issue, sale(1, 30), retire(1, 20), correct(2), retire(1, 10))
    const { faults, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, retiredKg: totals.retiredKg }).toEqual({ faults: [], retiredKg: 10 })
  })

  it('is not detected by a correction behind thousands of entries, and its list of faults is limited', async () => {
    const count = 2_200
    const log = await standIn({ ...issue, kg: count })
    for (let place = 1; place <= count; place += 1) log.tell(sale(place, place))
    log.tell(retire(1, 20), correct(count + 1), retire(1, 10))
    const { faults, size, totals } = await verifyLog(dataDir, log.address)
    log.close()
    expect({ faults, size }).toEqual({ faults: [], size: count + 4 })
    expect(totals).toMatchObject({ allocations: count, retiredKg: 10 })
    const broken = await standIn(...Array.from({ length: 30 }, () => sale(1, 1)))
    broken.tell(...tonnes('1-9'), ...tonnes('9-12'))
    expect((await verifyLog(dataDir, broken.address)).faults).toHaveLength(20)
    broken.close()
    const forked = await standIn(issue)
    await verifyLog(dataDir, forked.address)
    forked.entries = []
    forked.tell(...Array.from({ length: 30 }, () => sale(1, 1)))
    forked.tell(...['1-9', '9-12', '12-15', '15-18'].flatMap((range) => tonnes(range)))
    const { faults: both } = await verifyLog(dataDir, forked.address)
    forked.close()
    expect(both).toHaveLength(21)
    expect(both.at(-1)).toContain('has a second history')
  })

  it('is detected by a root that differs from that of its entries', async () => {
    const log = await standIn(issue, sale(1, 30))
    log.claims = { root: Buffer.alloc(32, 1) }
    const { faults } = await verifyLog(dataDir, log.address)
    log.close()
    expect(faults).toEqual(['The entries do not lead to the signed root.'])
  })

  it('is detected by a second history, a shorter one, and another key, at the next verification', async () => {
    const log = await standIn(issue, sale(1, 30))
    expect((await verifyLog(dataDir, log.address)).faults).toEqual([])
    log.tell(sale(31, 40))
    expect(await verifyLog(dataDir, log.address)).toMatchObject({ keptSize: 2, faults: [] })
    for (const more of [[], [sale(41, 42)]]) {
      log.entries = []
      log.tell(issue, sale(1, 29), sale(30, 40), ...more)
      const forked = await verifyLog(dataDir, log.address)
      expect(forked.faults.join()).toContain('has a second history')
    }
    log.entries = []
    log.tell(issue, sale(1, 30))
    const shorter = await verifyLog(dataDir, log.address)
    expect(shorter.faults.join()).toContain('had 3 entries at the last look and has 2 now')
    log.signedBy = signerOf('stand-in.example/log', Buffer.alloc(32, 5))
    await expect(verifyLog(dataDir, log.address)).rejects.toThrow('is not signed by')
    log.close()
  })

  it('is not detected by the first entries of one that was empty at the last verification', async () => {
    const log = await standIn()
    await verifyLog(dataDir, log.address)
    log.tell(issue)
    expect(await verifyLog(dataDir, log.address)).toMatchObject({ keptSize: 0, faults: [] })
    log.close()
  })

  it('is named where it replaced the log of the last verification, and is verified from its beginning', async () => {
    const log = await standIn(issue, sale(1, 30), sale(31, 40))
    const { root } = await verifyLog(dataDir, log.address)
    const next = signerOf('stand-in.example/log-2', Buffer.alloc(32, 7))
    log.signedBy = next
    const follow = (size: number, rootText: string) => {
      const kind = { kind: 'predecessor', origin: signer.name, size, root: rootText, day }
      log.entries = []
      log.tell(kind, issue, sale(1, 30))
      return verifyLog(dataDir, log.address)
    }
    const seen = Buffer.from(root, 'hex').toString('base64')
    await expect(follow(2, 'x')).rejects.toThrow('ended with 2 entries; you saw 3 (lost: 1).')
    await expect(follow(3, 'x')).rejects.toThrow('you saw 3, with another root.')
    await expect(follow(3, seen)).rejects.toThrow(
      `you saw 3. To verify the new one from its beginning: --key ${verifierText(next)}`,
    )
    const anew = await verifyLog(dataDir, log.address, { key: verifierText(next) })
    expect(anew).toMatchObject({ origin: next.name, keptSize: null, faults: [] })
    expect(await verifyLog(dataDir, log.address)).toMatchObject({ keptSize: 3, faults: [] })
    log.close()
  })

  it('cannot replace the right key with its own where that one is given', async () => {
    const log = await standIn(issue)
    const right = verifierText(signerOf('stand-in.example/log', Buffer.alloc(32, 6)))
    await expect(verifyLog(dataDir, log.address, { key: right })).rejects.toThrow(
      'is not signed by',
    )
    const typed = verifyLog(dataDir, log.address, { key: 'a key' })
    await expect(typed).rejects.toThrow('"a key" is no key of a log.')
    log.close()
  })

  it('is not stored: the next verification compares with the last honest one', async () => {
    const log = await standIn(issue, sale(1, 30))
    await verifyLog(dataDir, log.address)
    log.tell(sale(1, 30))
    expect((await verifyLog(dataDir, log.address)).keptSize).toBe(2)
    expect((await verifyLog(dataDir, log.address)).keptSize).toBe(2)
    log.close()
  })

  it('is unreadable where an answer is missing, incomplete or endless', async () => {
    const log = await standIn(issue, sale(1, 30))
    log.claims = { size: 3 }
    await expect(verifyLog(dataDir, log.address)).rejects.toThrow('is no bundle of 3 entries')
    const nowhere = `${log.address}/nowhere`
    await expect(verifyLog(dataDir, nowhere)).rejects.toThrow('nowhere/key answers 404.')
    log.key = 'x'.repeat(70_000)
    await expect(verifyLog(dataDir, log.address)).rejects.toThrow('answers more than it may')
    log.close()
    await expect(verifyLog(dataDir, log.address)).rejects.toThrow('does not answer')
  })

  it('is named where its server breaks off within an answer', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const port = typeof place === 'object' ? place?.port : null
    const address = `http://127.0.0.1:${port}/log`
    await expect(verifyLog(dataDir, address)).rejects.toThrow(`${address}/key does not answer: `)
    server.close()
  })

  it.each([
    [429, '0', 5],
    [503, '0', 5],
    [503, '-5', 1],
    [503, 'Fri, 20 Nov 2026 10:00:00 GMT', 1],
    [429, '86400', 1],
    [429, undefined, 1],
    [500, '0', 1],
  ])('gets %i with the wait %s in %i requests for its key', async (status, wait, count) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status, wait === undefined ? {} : { 'retry-after': wait }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const port = typeof place === 'object' ? place?.port : null
    const address = `http://127.0.0.1:${port}/log`
    await expect(verifyLog(dataDir, address)).rejects.toThrow(`${address}/key answers ${status}.`)
    expect(asked).toEqual(Array(count).fill('/log/key'))
    server.close()
  })

  it('is named where its server redirects, and the other address is not read', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: '/inner' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const port = typeof place === 'object' ? place?.port : null
    const address = `http://127.0.0.1:${port}/log`
    await expect(verifyLog(dataDir, address)).rejects.toThrow(`${address}/key answers 302.`)
    expect(asked).toEqual(['/log/key'])
    server.close()
  })
})

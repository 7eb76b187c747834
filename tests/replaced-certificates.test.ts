// Tests certificates of kilograms that a registry took back. They start with the present batch,
// show the replaced one, and are fully proven by the log's entries.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateChecks } from '#features/certificates/check-proofs.ts'
import { proveSales } from '#features/log/prove-sales.ts'
import { replaceBatch } from '#features/purchases/replace/replace-batch.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { readCertificate } from '#features/verify/web/certificate-file.ts'
import { checkProof } from '#features/verify/web/check-certificate.ts'
import type { Database } from '#platform/database/database.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  appendOnce,
  issueTonnes,
  recordRows,
  retiredRow,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'

const nameProject = statement(
  'test-name-project',
  {},
  `update projects set name = $2, country = $3 where id = $1`,
)
const makeDemo = statement('test-make-demo', {}, 'update batches set is_demo = true where id = $1')
const closeLog = statement('test-close-log', {}, 'update logs set closed_at = now()')
const freeEntries = statement(
  'test-free-entries',
  {},
  'alter table log_entries disable trigger user',
)
const today = new Date().toISOString().slice(0, 10)

let test: TestApp
beforeAll(async () => {
  const settings = { OPEN_RESERVATIONS_MAX: '500' }
  test = await startTestApp(settings, undefined, { background: false })
})
afterAll(() => closeWithBooks(test))

async function append(): Promise<void> {
  while (await appendOnce(test));
}
const read = async (path: string) => (await new Person(test.url).get(path)).body

/** A buyer's certificate of the places after `before` of them. */
async function certified(
  former: Awaited<ReturnType<typeof issueTonnes>>,
  kg: number,
  before = 0,
): Promise<{ readonly code: string; readonly txId: string }> {
  if (before > 0) await (await new Person(test.url).signIn()).buyByCard(former, before)
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(former, kg)
  const { body } = await buyer.post('/api/certificates', { tx_id: txId, name: 'Gülşen İpek' })
  await append()
  return { code: body.code, txId }
}

async function named(tonnes: number, name: string, country: string) {
  const batch = await issueTonnes(test.services.db, tonnes)
  await test.services.db.run(nameProject, [batch.projectId, name, country])
  return batch
}

async function replace(serial: string, bySerial: string): Promise<void> {
  const order = { serial, bySerial, reason: 'taken back by the registry', audit: unaudited }
  expect(await replaceBatch(test.services.db, order)).toHaveProperty('kg')
}

/** The result of /verify for the certificate, from the published log alone. */
async function verdictOf(code: string) {
  const certificate = readCertificate(JSON.stringify(await read(`/c/${code}.json`)))
  if (certificate?.proof == null) throw new Error('no proof')
  const readTile = async (name: string) => {
    const answer = await fetch(`${test.url}/log/tile/${name}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const log = { key: await read('/log/key'), checkpoint: await read('/log/checkpoint'), readTile }
  return Object.values(await checkProof(certificate, certificate.proof, log))
}
const proven = ['holds', 'holds', 'holds', 'holds', 'holds']

describe('kilograms that were replaced wholly', () => {
  it('start with the present project, and are fully proven by two entries', async () => {
    const former = await named(2, 'Old forest', 'BR')
    const present = await named(2, 'New forest', 'KE')
    const { code, txId } = await certified(former, 300, 400)
    await replace(former.serial, present.serial)
    const young = await read(`/c/${code}.json`)
    expect(young.replacement.steps).toMatchObject([{ date: today, proof: null }])
    expect(await verdictOf(code)).toEqual(['unknown', 'holds', 'holds', 'holds', 'holds'])
    expect(await read(`/c/${code}?language=en`)).toContain('The replacement is only seconds old')
    await append()

    const facts = await read(`/c/${code}.json`)
    const { proof, replacement, ...lead } = facts
    const standing = {
      project: 'New forest',
      country: 'KE',
      project_type: ['Wind'],
      vintage_year: 2024,
      registry: 'TST',
      serial: present.serial,
      first_place: 401,
      last_place: 700,
      parts: [{ first_place: 401, last_place: 700, state: 'allocated' }],
    }
    expect(lead).toMatchObject({ kg: 300, date: today, ...standing })
    expect(replacement.present).toMatchObject([standing])
    expect(replacement.steps).toMatchObject([
      {
        date: today,
        former: { project: 'Old forest', serial: former.serial, first_place: 401, last_place: 700 },
        present: { project: 'New forest', serial: present.serial, first_place: 401 },
      },
    ])
    expect(JSON.parse(proof.entry)).toMatchObject({ kind: 'allocate', serial: former.serial })
    expect(JSON.parse(replacement.steps[0].proof.entry)).toMatchObject({
      ...{ kind: 'replace', serial: former.serial, first: 401, last: 700 },
      ...{ by_serial: present.serial, by_first: 401, by_last: 700 },
    })
    expect(await verdictOf(code)).toEqual(proven)
    expect(proof.tx_id).toBe(txId)
  })

  it('are shown on page, paper and picture: the present batch first, then the replaced one', async () => {
    const former = await named(1, 'Old forest', 'BR')
    const present = await named(1, 'New forest', 'KE')
    const { code } = await certified(former, 120)
    await replace(former.serial, present.serial)
    await append()
    const page = await read(`/c/${code}?language=en`)
    expect(page).toContain('property="og:title" content="120 kg CO₂ · New forest"')
    expect(page).toContain('content="New forest, Kenya.')
    const sentence =
      /Replaced on \d+ \w+ \d{4}: formerly 120 kg of Old forest, because the registry/
    expect(page).toMatch(sentence)
    expect(page).toContain('<dd>New forest</dd>')
    expect(page.indexOf('<dd>New forest</dd>')).toBeLessThan(page.search(sentence))
    expect(page).not.toContain('<dd>Old forest')
    const { text, pages } = await readPdf(
      Buffer.from(await (await fetch(`${test.url}/c/${code}.pdf?language=en`)).arrayBuffer()),
    )
    expect(text).toMatch(sentence)
    expect(text).toContain('Project New forest')
    expect(pages).toBe(1)
    const zone = /C&lt;KE&lt;GULSEN/
    expect(page).toMatch(zone)
    for (const language of languages) {
      const told = await read(`/c/${code}?language=${language}`)
      expect(told).toContain('Old forest')
      expect(told).not.toMatch(/certificates_|undefined/)
    }
  })

  it('start with the last of several consecutive replacements', async () => {
    const [one, two, three] = [
      await named(1, 'One', 'BR'),
      await named(1, 'Two', 'KE'),
      await named(1, 'Three', 'IN'),
    ]
    const { code, txId } = await certified(one, 50)
    await replace(one.serial, two.serial)
    await replace(two.serial, three.serial)
    await append()
    const facts = await read(`/c/${code}.json`)
    expect([facts.project, facts.serial]).toEqual(['Three', three.serial])
    const steps = facts.replacement.steps.map(
      (step: { former: { project: string }; present: { project: string } }) => {
        return [step.former.project, step.present.project]
      },
    )
    expect(steps).toEqual([
      ['One', 'Two'],
      ['Two', 'Three'],
    ])
    expect(await verdictOf(code)).toEqual(proven)
    const page = await read(`/c/${code}?language=en`)
    for (const { project, serial } of [facts.replacement.steps[0].present, facts]) {
      expect(page).toContain(`Instead: ${project}, ${serial}. Places 1 to 50.`)
    }
    // A restore begins another log, which repeats all entries.
    // A reader has the checkpoint of the log before, and finds the entries of the next one.
    const { db } = test.services
    const racing: Database = Object.create(db, {
      run: {
        value: async (...[query, values]: Parameters<typeof db.run>) => {
          if (query.name === 'find-log-sales') {
            await db.run(closeLog)
            await append()
          }
          return db.run(query, values)
        },
      },
    })
    const purchaseId = await purchaseIdOf(db, txId)
    const sales = await proveSales(racing, [{ purchaseId, replacedRanges: [] }])
    expect(sales.get(purchaseId)?.proof).toBeNull()
    expect(await verdictOf(code)).toEqual(proven)
    const due = (await listDue(test.services.db)).map(({ batch }) => batch.batch_id)
    expect(new Set(due).size).toBe(due.length)
  })
})

describe('kilograms of which some were replaced', () => {
  it('name both projects with their kilograms, the larger part first', async () => {
    const former = await named(2, 'Old forest', 'BR')
    const present = await named(2, 'New forest', 'KE')
    const { code } = await certified(former, 800, 400)
    const retired = retiredRow(former.part(1, 1), 1, 'REF-2')
    expect((await recordRows(test.services.db, [retired])).faults).toEqual([])
    await replace(former.serial, present.serial)
    await append()
    const { replacement, ...lead } = await read(`/c/${code}.json`)
    expect(lead).toMatchObject({
      ...{ kg: 800, project: 'Old forest', first_place: 401, last_place: 1_000 },
      parts: [{ first_place: 401, last_place: 1_000, state: 'retired', reference: 'REF-2' }],
    })
    expect(replacement.present).toMatchObject([
      { project: 'Old forest', first_place: 401, last_place: 1_000 },
      {
        ...{ project: 'New forest', serial: present.serial, first_place: 1, last_place: 200 },
        parts: [{ first_place: 1, last_place: 200, state: 'allocated' }],
      },
    ])
    expect(await verdictOf(code)).toEqual(proven)
    const page = await read(`/c/${code}?language=en`)
    expect(page).toContain('800 kg CO₂ · Old forest (600 kg), New forest (200 kg)')
    expect(page).toContain('<dd>Old forest · 600 kg</dd>')
    expect(page).toContain('<dd>New forest · 200 kg</dd>')
    expect(page).toContain('several blocks of credits')
    expect(page.match(/<dt>Date<\/dt>/g)).toHaveLength(1)
    for (const { serial } of [former, present]) {
      expect(page).toContain(`<dd><code>${serial}</code></dd>`)
    }
    expect(page).toContain(
      `formerly 200 kg of Old forest, because the registry took these credits back. ` +
        `${former.serial}. Places 1,001 to 1,200.`,
    )
    expect(page).toContain(`Instead: New forest, ${present.serial}. Places 1 to 200.`)
    const { index } = replacement.steps[0].proof
    expect(page).toContain(`and entry ${index} that others stand in for them`)
    expect(page).toContain(`New forest, ${present.serial}. Places 1 to 200: not retired yet`)
    const demo = textIn('en', 'certificates_demo')
    expect(page).not.toContain(demo)
    await test.services.db.run(makeDemo, [present.id])
    expect(await read(`/c/${code}?language=en`)).toContain(demo)
    const answer = await fetch(`${test.url}/c/${code}.pdf?language=de`)
    const { text } = await readPdf(Buffer.from(await answer.arrayBuffer()))
    for (const words of ['Old forest · 600 kg', 'New forest · 200 kg', 'Ersetzt am']) {
      expect(text).toContain(words)
    }
  })
})

describe('the ledger check', () => {
  const look = Object.values(certificateChecks)[0]
  async function seen(change?: string) {
    let [statements, found] = [0, {}]
    const back = new Error('back')
    const looking = test.services.db.transaction(async (tx) => {
      if (change !== undefined) {
        await tx.run(freeEntries)
        await tx.run(statement('test-change-entries', {}, change))
      }
      const counted = new Proxy(tx, {
        get(target, name, receiver) {
          if (name === 'run') statements += 1
          return Reflect.get(target, name, receiver)
        },
      })
      found = (await look?.(counted)) ?? {}
      throw back
    })
    await expect(looking).rejects.toThrow(back)
    return { statements, found }
  }

  it('finds a replacement that is different in the log, or missing', async () => {
    const former = await named(1, 'Old forest', 'BR')
    const { code } = await certified(former, 20)
    await certified(former, 30)
    const present = await named(1, 'New forest', 'KE')
    await replace(former.serial, present.serial)
    const before = await seen()
    // A replacement that is not in the log yet is no fault.
    expect(before.found).toMatchObject({ faults: [] })
    await append()
    expect((await seen()).found).toMatchObject({ faults: [] })
    const { replacement } = await read(`/c/${code}.json`)
    const { index } = replacement.steps[0].proof
    for (const [told, otherwise] of [
      ['"by_last":20', '"by_last":21'],
      ['"day":"2', '"day":"3'],
    ]) {
      const changed = `update log_entries set entry = replace(entry, '${told}', '${otherwise}')
        where entry_index = ${index}`
      expect((await seen(changed)).found).toMatchObject({ faults: [{ expected: 1, found: 0 }] })
    }
    const moved = `update purchase_places set first_place = first_place + 500
      where batch_id = '${present.id}'`
    expect((await seen(moved)).found).toMatchObject({ faults: [{ found: 0 }, { found: 0 }] })
  })

  it('sends as many queries for many certificates as for one', async () => {
    const one = await seen()
    const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
    for (let count = 0; count < 4; count += 1) {
      const buyer = await new Person(test.url).signIn()
      const txId = await buyer.buyByCard(batch, 30)
      await buyer.post('/api/certificates', { tx_id: txId })
    }
    await append()
    const many = await seen()
    expect(many.found).toMatchObject({ faults: [] })
    expect(many.statements).toBe(one.statements)
    expect(one.statements).toBeGreaterThan(0)
  })
})

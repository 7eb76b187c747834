// Tests certificates over HTTP: making, reading and closing one, and the data that it never
// contains.
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateChecks, lookAtProofs } from '#features/certificates/check-proofs.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { confirmRetirements } from '#features/retirements/confirm-retirements.ts'
import { TooManyWaiting } from '#platform/database/group-calls.ts'
import { DrawingUnavailable } from '#platform/drawing/drawing-thread.ts'
import { drawsLetters } from '#platform/drawing/faces.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import type { Services } from '#server/services.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import {
  appendOnce,
  issueGoldStandard,
  issueTonnes,
  recordRows,
  retiredRow,
  unaudited,
} from '#tests/support/people/retirements.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { isIncluded, readNote } from '#tests/support/rfc6962.ts'
import { holdLock, numberLock, raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { holdsUnwritable } from '#values/text/paper-letters.ts'

let test: TestApp
let batch: IssuedBatch
/** The error of each drawing; null where drawings succeed. */
let drawingFails: Error | null = null
/** The jobs of the drawings so far. */
const drawnJobs: Parameters<Services['draw']>[0][] = []
beforeAll(async () => {
  const settings = { OPEN_RESERVATIONS_MAX: '500' }
  const change = ({ draw }: Services): Partial<Services> => ({
    draw: (job) => {
      drawnJobs.push(job)
      return drawingFails === null ? draw(job) : Promise.reject(drawingFails)
    },
  })
  test = await startTestApp(settings, change, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 100_000, priceMicros: 31_415 })
})
afterAll(() => closeWithBooks(test))

const namesOf = statement(
  'test-names-of-certificates',
  { name: 'text?' },
  `select c.name from certificates c join purchases p on p.id = c.purchase_id where p.tx_id = $1`,
)
const storeName = statement(
  'test-store-certificate-name',
  {},
  'update certificates set name = $2 where code = $1',
)
const reserveEarlier = statement(
  'test-reserve-earlier',
  {},
  `update purchases set created_at = created_at - interval '1 day' where tx_id = $1`,
)
const makeDemo = statement(
  'test-make-demo',
  {},
  `with project as (
     update projects set external_url = 'https://registry.example/7' where id = $2)
   update batches set is_demo = true where id = $1`,
)
const renameSource = statement(
  'test-rename-source',
  {},
  'update projects set name = $2, shown_name = null, registry_name = $3 where id = $1',
)
const codesOfSource = statement(
  'test-codes-of-source',
  { registry: 'text', external_id: 'text' },
  'select registry, external_id from projects where id = $1',
)
const makeCompared = statement(
  'test-make-compared',
  {},
  'update batches set is_uncompared = false where id = $1',
)
const person = () => new Person(test.url).signIn()
const anybody = () => new Person(test.url)
async function append(): Promise<void> {
  while (await appendOnce(test));
}
const make = (who: Person, tx_id: string, name?: string) =>
  who.post('/api/certificates', { tx_id, ...(name === undefined ? {} : { name }) })

/** Returns a buyer with a certificate of 30 kg. */
async function certified(name?: string) {
  const buyer = await person()
  const txId = await buyer.buyByCard(batch, 30)
  const { body } = await make(buyer, txId, name)
  return { buyer, txId, code: String(body.code) }
}
const facts = async (code: string) => (await anybody().get(`/c/${code}.json`)).body
const forms = ['', '.json', '.pdf', '.png']
const statusesOf = (code: string) =>
  Promise.all(forms.map(async (form) => (await anybody().get(`/c/${code}${form}`)).status))
async function bytesOf(path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${test.url}${path}`)).arrayBuffer())
}
const open = forms.map(() => 200)
const closed = forms.map(() => 404)

async function gift(giver: Person, telephone: string): Promise<string> {
  const order = cardOrder(batch, 50, await giver.cardToken())
  const given = { ...order, is_gift: 1, telephone, name: 'Zebedee Quux', note: 'a secret note' }
  const reserved = await giver.reserve(given, { key: randomUUID() })
  expect((await giver.complete(reserved.body.txId)).status).toBe(200)
  return reserved.body.txId
}

describe('making one', () => {
  it('returns a code and an address, and the same ones again', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(batch, 30)
    expect((await buyer.get(`/api/certificates?tx_id=${txId}`)).body).toEqual([])
    const made = await make(buyer, txId, 'Ada L.')
    expect(made.status).toBe(201)
    expect(made.body.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    const url = `${test.services.settings.publicUrl}/c/${made.body.code}`
    expect(made.body).toEqual({ code: made.body.code, url, name: 'Ada L.' })
    const again = await make(buyer, txId)
    expect([again.status, again.body]).toEqual([200, made.body])
    expect((await buyer.get(`/api/certificates?tx_id=${txId}`)).body).toEqual([made.body])
  })

  it('gives one certificate under concurrent requests', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(batch, 30)
    const answers = await raceFor(
      test,
      { lockSql: numberLock(buyer.phone), kind: 'advisory', waiting: 8 },
      times(8, () => make(buyer, txId)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(1)
  })

  it('needs a session and a purchase whose kilograms the user holds', async () => {
    const { buyer, txId, code } = await certified()
    const other = await person()
    const theirs = await other.buyByCard(batch, 30)
    expect((await make(anybody(), txId)).status).toBe(401)
    const refused = [
      await make(other, txId),
      await make(buyer, 'CP-AAAA-AAAA-AAAA'),
      await other.call('PATCH', `/api/certificates/${code}`, { name: 'Mine' }),
      await other.call('DELETE', `/api/certificates/${code}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    for (const each of [txId, theirs]) {
      expect((await other.get(`/api/certificates?tx_id=${each}`)).body).toEqual([])
    }
    expect(await facts(code)).toMatchObject({ name: null })
    const card_token = await buyer.cardToken()
    const { body } = await buyer.reserve(cardOrder(batch, 30, card_token), { key: randomUUID() })
    expect((await make(buyer, body.txId)).body.code).toBe('purchase_not_found')
    await buyer.cancel(body.txId)
    expect((await make(buyer, '')).status).toBe(404)
    expect((await buyer.post('/api/certificates', { tx_id: 1 })).status).toBe(400)
  })

  it('is for the receiver of a gift: never for its giver, and for no user while it waits', async () => {
    const giver = await person()
    const phone = newPhone()
    const txId = await gift(giver, phone)
    expect((await make(giver, txId)).status).toBe(404)
    const receiver = await new Person(test.url, phone).signIn()
    const made = await make(receiver, txId)
    expect(made.status).toBe(201)
    expect((await make(giver, txId)).status).toBe(404)
    expect((await giver.call('DELETE', `/api/certificates/${made.body.code}`)).status).toBe(404)
    expect((await facts(made.body.code)).kg).toBe(50)
    expect((await giver.get('/api/profile/export')).body.certificates).toEqual([])
    const code = await giver.codeFor('delete')
    const removed = await giver.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(removed.status).toBe(204)
    expect((await facts(made.body.code)).kg).toBe(50)
  })
})

describe('a name', () => {
  it('is set, changed and removed by its holder', async () => {
    const { buyer, code } = await certified()
    const path = `/api/certificates/${code}`
    expect((await facts(code)).name).toBeNull()
    expect((await buyer.call('PATCH', path, { name: '  Gülşen İpek ' })).body.name).toBe(
      'Gülşen İpek',
    )
    expect((await facts(code)).name).toBe('Gülşen İpek')
    expect((await anybody().get(`/c/${code}`)).body).toContain('Gülşen İpek')
    expect((await buyer.call('PATCH', path, { name: null })).body.name).toBeNull()
    expect((await facts(code)).name).toBeNull()
  })

  it('is refused like a note: no number, no address, no card, no markup', async () => {
    const { buyer, code } = await certified()
    const path = `/api/certificates/${code}`
    const named = await buyer.call('PATCH', path, { name: 'Ada +44 7400 123456 www.x.example' })
    expect(named.body.name).toBe('Ada')
    const card = await buyer.call('PATCH', path, { name: '4242 4242 4242 4242' })
    expect(card).toMatchObject({
      status: 400,
      body: { code: 'card_number_refused', field: 'name' },
    })
    const longest = await buyer.call('PATCH', path, { name: 'a'.repeat(80) })
    expect([longest.status, longest.body.name]).toEqual([200, 'a'.repeat(80)])
    const long = await buyer.call('PATCH', path, { name: 'a'.repeat(81) })
    expect([long.status, long.body.code]).toEqual([400, 'certificate_name_too_long'])
    await buyer.call('PATCH', path, { name: '<b onclick="x">&amp;' })
    const { body } = await anybody().get(`/c/${code}`)
    expect(body).not.toContain('<b onclick')
    expect(body).toContain('&lt;b onclick=&quot;x&quot;&gt;&amp;amp;')
  })
})

describe('a name that claims neutrality', () => {
  it('is refused in every spelling, when the certificate is made and when it is renamed', async () => {
    const { buyer, code, txId } = await certified('Ada')
    const path = `/api/certificates/${code}`
    const refusal = { status: 400, body: { code: 'certificate_name_claims', field: 'name' } }
    for (const name of ['carbon neutral', 'Net-Zero Ltd', 'CO₂ nеutrаl']) {
      expect(await buyer.call('PATCH', path, { name })).toMatchObject(refusal)
      expect(await make(buyer, txId, name)).toMatchObject(refusal)
    }
    expect((await facts(code)).name).toBe('Ada')
    const school = 'Neutral Bay Primary School'
    expect((await buyer.call('PATCH', path, { name: school })).body.name).toBe(school)
  })

  it('is on no public form if it was stored earlier', async () => {
    const { code } = await certified('Ada')
    await test.services.db.run(storeName, [code, 'Carbon Neutral'])
    expect((await facts(code)).name).toBeNull()
    expect((await anybody().get(`/c/${code}`)).body).not.toMatch(/neutral/i)
  })
})

describe('the public page', () => {
  it('has every fact of the kilograms, and that they are not retired yet', async () => {
    const { code } = await certified('Ada L.')
    const { proof, first_place, ...rest } = await facts(code)
    expect(rest).toEqual({
      kg: 30,
      project: 'Test wind farm',
      country: 'TR',
      project_type: ['Wind'],
      vintage_year: 2024,
      registry: 'TST',
      serial: batch.serial,
      uncompared: true,
      last_place: first_place + 29,
      date: new Date().toISOString().slice(0, 10),
      name: 'Ada L.',
      parts: [
        {
          first_place,
          last_place: first_place + 29,
          state: 'allocated',
          reference: null,
          url: null,
          date: null,
          confirmed_on: null,
        },
      ],
      replacement: null,
    })
    expect(proof).toBeNull()
  })

  it('shows the place of a single kilogram, and its vintage', async () => {
    const single = await issueTestBatch(test.services.db, { kg: 10, priceMicros: 1_000_000 })
    const buyer = await person()
    const { body } = await make(buyer, await buyer.buyByCard(single, 1))
    const page = (await anybody().get(`/c/${body.code}?language=en`)).body
    for (const words of [
      '<dt>Vintage</dt><dd>2024</dd>',
      '<dt>Places in the block</dt><dd>1</dd>',
      'Place 1: not retired yet',
    ]) {
      expect(page).toContain(words)
    }
  })

  it('links to the registry’s page of the project, and marks the demonstration', async () => {
    const shown = await issueTestBatch(test.services.db, { kg: 100 })
    const demo = textIn('en', 'certificates_demo')
    const address = 'https://registry.example/7'
    const link = `<a href="${address}" rel="noreferrer">Test Registry</a>`
    await test.services.db.run(makeDemo, [shown.id, shown.projectId])
    const buyer = await person()
    const saysOf = async (bought: IssuedBatch) => {
      const { body } = await make(buyer, await buyer.buyByCard(bought, 30))
      const page = (await anybody().get(`/c/${body.code}?language=en`)).body
      return [page.includes(demo), page.includes(link), body.code]
    }
    expect(await saysOf(batch)).toEqual([false, false, expect.any(String)])
    const [isDemo, isLinked, code] = await saysOf(shown)
    expect([isDemo, isLinked]).toEqual([true, true])
    const paper = await readPdf(await bytesOf(`/c/${code}.pdf?language=en`))
    expect(paper.links).toContain(address)
    expect(paper.text).toContain(demo)
  })

  it('names a serial that cannot be compared with those of other batches', async () => {
    const compared = await issueTonnes(test.services.db, 1)
    await test.services.db.run(makeCompared, [compared.id])
    const buyer = await person()
    for (const [bought, isSaid] of [
      [compared, false],
      [batch, true],
    ] as const) {
      const { body } = await make(buyer, await buyer.buyByCard(bought, 30))
      expect((await anybody().get(`/c/${body.code}.json`)).body.uncompared).toBe(isSaid)
      for (const language of languages) {
        const said = textIn(language, 'certificates_uncompared', { registry: 'Test Registry' })
        const page = (await anybody().get(`/c/${body.code}?language=${language}`)).body
        expect(page.includes(escapeHtml(said))).toBe(isSaid)
        const paper = await readPdf(await bytesOf(`/c/${body.code}.pdf?language=${language}`))
        const words = (text: string) => text.replaceAll(/\s+/g, '')
        expect(words(paper.text).includes(words(said))).toBe(isSaid)
      }
    }
  })

  it('is kept by no cache, found by no search engine and named to no other site', async () => {
    const { code } = await certified()
    const refused = ['0'.repeat(16), 'x', `${code}%00`]
    for (const path of [...forms.map((form) => `${code}${form}`), ...refused]) {
      const { headers } = await anybody().get(`/c/${path}`)
      // Pages of other origins may verify its facts.
      const isForOthers = path.endsWith('.json')
      expect(headers.get('access-control-allow-origin')).toBe(isForOthers ? '*' : null)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    const { body } = await anybody().get(`/c/${code}`)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/<script|\sstyle=/)
  })

  it('exists in seven languages, under the address as typed from paper', async () => {
    const { code } = await certified()
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const titles = { en: 'Certificate', nl: 'Certificaat', fr: 'Certificat', es: 'Certificado' }
    const others = { it: 'Certificato', de: 'Zertifikat', tr: 'Sertifika' }
    for (const [language, title] of Object.entries({ ...titles, ...others })) {
      const { body } = await anybody().get(`/c/${typed}?language=${language}`)
      expect(body).toContain(`<html lang="${language}">`)
      expect(body).toContain(`<h1 id="certificate-title">${title}</h1>`)
      expect(body).toContain(`<span lang="${language}" aria-current="true">`)
      expect(body).not.toContain(`href="?language=${language}"`)
      expect(body).not.toMatch(/neutral|neutre|nötr|certificates_/i)
    }
    const { body: page } = await anybody().get(`/c/${code}`)
    const petals = page.match(/rotate\(\d+/g)
    expect(new Set(petals).size).toBe(petals.length)
    const accepted = await anybody().call('GET', `/c/${code}`, undefined, {
      'accept-language': 'tr',
    })
    expect(accepted.body).toContain('<html lang="tr">')
    expect(accepted.headers.get('vary')).toContain('Accept-Language')
  })

  it('has the day on which the purchase was completed, whenever it was reserved', async () => {
    const { txId, code } = await certified()
    const today = new Date().toISOString().slice(0, 10)
    await test.services.db.run(reserveEarlier, [txId])
    expect((await facts(code)).date).toBe(today)
  })

  it('shows which places are retired, by which record', async () => {
    const tonnes = await issueTonnes(test.services.db, 2)
    const buyer = await person()
    await buyer.buyByCard(tonnes, 400)
    const txId = await buyer.buyByCard(tonnes, 800)
    const { code } = (await make(buyer, txId)).body
    await append()
    const url = 'https://registry.example/retired/1'
    const row = retiredRow(tonnes.part(1, 1), 1, 'REF-1', url)
    expect((await recordRows(test.services.db, [row])).faults).toEqual([])
    expect((await facts(code)).parts).toEqual([
      {
        first_place: 401,
        last_place: 1_000,
        state: 'retired',
        reference: 'REF-1',
        url,
        date: '2026-11-20',
        confirmed_on: null,
      },
      {
        first_place: 1_001,
        last_place: 1_200,
        state: 'allocated',
        reference: null,
        url: null,
        date: null,
        confirmed_on: null,
      },
    ])
    const { body } = await anybody().get(`/c/${code}?language=en`)
    expect(body).toContain('Places 401 to 1,000: retired on 20 November 2026, reference REF-1')
    expect(body).toContain(`href="${url}"`)
    expect((await readPdf(await bytesOf(`/c/${code}.pdf`))).links).toContain(url)
  })

  it('shows the day on which the registry’s list confirmed a retirement, on page and paper', async () => {
    const tonnes = await issueGoldStandard(test.services.db, 2)
    const buyer = await person()
    const { code } = (await make(buyer, await buyer.buyByCard(tonnes, 1_200))).body
    await append()
    const row = retiredRow(tonnes.part(1, 1), 1, 'REF-2')
    expect((await recordRows(test.services.db, [row])).faults).toEqual([])
    const { headers } = await fetch(`${test.url}/c/${code}.pdf?language=en`)
    const list = `registry,serial,retired_on\nGS,${tonnes.part(1, 1)},2026-11-20\n`
    const source = { file: 'list.csv', open: () => Readable.from([Buffer.from(list)]) }
    const today = new Date().toISOString().slice(0, 10)
    const order = { takenOn: '2026-11-25', today, project: null, audit: unaudited }
    expect((await confirmRetirements(test.services.db, source, order)).confirmedTonnes).toBe(1)
    expect((await facts(code)).parts).toMatchObject([
      { last_place: 1_000, date: '2026-11-20', confirmed_on: '2026-11-25' },
      { first_place: 1_001, confirmed_on: null },
    ])
    for (const language of languages) {
      const [date, day] = [dayIn(language, '2026-11-20'), dayIn(language, '2026-11-25')]
      const values = { date, day, reference: 'REF-2' }
      const { body } = await anybody().get(`/c/${code}?language=${language}`)
      expect(body).toContain(escapeHtml(textIn(language, 'certificates_part_confirmed', values)))
    }
    const held = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await fetch(`${test.url}/c/${code}.pdf?language=en`, { headers: held })).status).toBe(
      200,
    )
    const paper = await readPdf(await bytesOf(`/c/${code}.pdf?language=en`))
    expect(paper.text.replaceAll(/\s+/g, ' ')).toContain(
      'reference REF-2, confirmed at the registry on 25 November 2026',
    )
  })

  it('links to its paper, its facts, its check and its other languages', async () => {
    const { code } = await certified()
    const { body } = await anybody().get(`/c/${code}?language=de`)
    const address = `${test.services.settings.publicUrl}/c/${code}`
    for (const way of [
      ...[`${address}.pdf?language=de`, `${address}.json`],
      ...[`/verify?code=${code}&amp;language=de`, '/log?language=de', '?language=fr'],
    ]) {
      expect(body).toContain(`<a href="${way}"`)
    }
  })
})

describe('the paper', () => {
  it('is a tagged page with selectable text and a QR code of its address', async () => {
    const { code } = await certified('Gülşen İpek')
    await append()
    const { headers } = await fetch(`${test.url}/c/${code}.pdf`)
    expect(headers.get('content-type')).toBe('application/pdf')
    const paper = await readPdf(await bytesOf(`/c/${code}.pdf?language=tr`))
    expect(paper).toMatchObject({ pages: 1, isTagged: true, language: 'tr' })
    expect(paper.title).toBe('Sertifika: 30 kg CO₂ · Test wind farm')
    const words = ['Sertifika', '30', 'Gülşen İpek', 'tek bir kişiye aittir', 'Test wind farm']
    for (const word of [...words, 'Rüzgâr', `/c/${code}`, textIn('tr', 'common_truth')]) {
      expect(paper.text).toContain(word)
    }
    expect(paper.text).not.toContain(textIn('tr', 'certificates_demo'))
    expect(paper.text.replaceAll('- ', '-')).toContain(batch.serial)
    expect(paper.roles.filter((role) => role === 'H1')).toHaveLength(1)
    expect(new Set(paper.roles)).toEqual(
      new Set(['Root', 'Document', 'P', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Figure', 'Link']),
    )
    expect(paper.alternatives).toEqual(['Bu sertifikanın adresini içeren QR kod'])
    expect(paper.links).toContain(`${test.services.settings.publicUrl}/c/${code}`)
  })

  it('shows the letters of every language', async () => {
    const name = 'ÀÉÎÕÜ ßçñ œ ŒŸ ğĞşŞıİ ¿¡ « » “ ” ’ –'
    const { code } = await certified(name)
    for (const language of languages) {
      const { text } = await readPdf(await bytesOf(`/c/${code}.pdf?language=${language}`))
      expect(text).toContain(name)
      expect(text).toContain(textIn(language, 'certificates_title'))
      // A PDF has its special spaces as ordinary ones.
      const waits = textIn(language, 'certificates_proof_wait').replaceAll('\u00a0', ' ')
      expect(text).toContain(waits)
    }
  })

  it('shows Greek and Cyrillic, and leaves out signs that its typeface lacks', async () => {
    const { buyer, code } = await certified('Ελένη Юлія')
    const paper = async () => readPdf(await bytesOf(`/c/${code}.pdf?language=en`))
    expect((await paper()).text).toContain('Held by Ελένη Юлія')
    await buyer.call('PATCH', `/api/certificates/${code}`, { name: 'Ada 🌱 𝓛𝓸𝓿𝓮' })
    expect((await paper()).text).toContain('Held by Ada Love These 30')
  })

  it.each([
    ['Arabic', 'محمد علي'],
    ['Hebrew', 'דנה כהן'],
    ['Thai', 'สมชาย ใจดี'],
    ['Devanagari', 'नमिता शर्मा'],
    ['Chinese', '李明'],
    ['Japanese', '山田 はなこ'],
    ['Korean', '김민지'],
    ['Georgian', 'გიორგი'],
    ['Armenian', 'Արամ'],
    ['two scripts', 'Ada 王'],
    ['emoji alone', '🌳🌱'],
  ])('names its page in place of a name that it cannot write whole: %s', async (_, name) => {
    const { code } = await certified(name)
    for (const language of ['en', 'tr'] as const) {
      const { text } = await readPdf(await bytesOf(`/c/${code}.pdf?language=${language}`))
      const [label, elsewhere] = [
        textIn(language, 'certificates_held'),
        textIn(language, 'certificates_name_on_page'),
      ]
      expect(text).toContain(`${label} ${elsewhere}`)
      expect(text).not.toMatch(/Ada|[?\ufffd]/)
    }
    expect((await anybody().get(`/c/${code}`)).body).toContain(`<bdi>${name}</bdi>`)
    // The field says so where the name is typed.
    expect(holdsUnwritable(name)).toBe(/\p{L}/u.test(name))
  })

  it('names project and registry by their codes where it cannot write the names', async () => {
    const { db } = test.services
    const own = await issueTestBatch(db, { kg: 1_000 })
    await db.run(renameSource, [own.projectId, 'مشروع الرياح', '国家核证自愿减排量'])
    const [{ registry, external_id: id } = { registry: '', external_id: '' }] = await db.run(
      codesOfSource,
      [own.projectId],
    )
    const buyer = await person()
    const { code } = (await make(buyer, await buyer.buyByCard(own, 30))).body
    const { text } = await readPdf(await bytesOf(`/c/${code}.pdf?language=en`))
    expect(text).toContain(`Project ${id} `)
    expect(text).toContain(`Registry ${registry} `)
    expect(text).not.toContain('Registered name')
    const { body } = await anybody().get(`/c/${code}`)
    for (const name of ['مشروع الرياح', '国家核证自愿减排量']) expect(body).toContain(name)
    drawnJobs.length = 0
    for (const language of ['de', 'tr']) await bytesOf(`/c/${code}.png?language=${language}`)
    expect(drawnJobs).toMatchObject([
      { kind: 'share-image', code, words: { language: 'de' } },
      { kind: 'share-image', code, words: { language: 'tr' } },
    ])
    const drawn = JSON.stringify(drawnJobs)
    for (const shown of [id, registry]) expect(drawn).toContain(shown)
    for (const name of ['مشروع الرياح', '国家核证自愿减排量']) expect(drawn).not.toContain(name)
  })

  it('is read, named and closed also by its code as people type it from paper', async () => {
    const { buyer, code } = await certified('Ada')
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const grouped = `${typed.slice(0, 8)}-${typed.slice(8)}`
    for (const form of forms.slice(0, 2)) {
      expect((await anybody().get(`/c/${grouped}${form}`)).status).toBe(200)
    }
    const named = await buyer.call('PATCH', `/api/certificates/${grouped}`, { name: 'Ben' })
    expect([named.status, named.body]).toMatchObject([200, { code, name: 'Ben' }])
    const stranger = await person()
    expect((await stranger.call('DELETE', `/api/certificates/${grouped}`)).status).toBe(404)
    expect((await buyer.call('DELETE', `/api/certificates/${grouped}`)).status).toBe(204)
    expect(await statusesOf(code)).toEqual(closed)
    for (const wrong of [code, grouped, code.slice(1), 'U'.repeat(16)]) {
      const address = `/api/certificates/${wrong}`
      expect((await buyer.call('PATCH', address, { name: 'Ben' })).status).toBe(404)
      expect((await buyer.call('DELETE', address)).status).toBe(404)
    }
  })

  it('writes each letter of the European languages that the field promises', () => {
    const letters = Array.from({ length: 0x250 - 0xc0 }, (_, place) =>
      String.fromCodePoint(0xc0 + place),
    ).filter((letter) => /\p{L}/u.test(letter))
    const missing = letters.filter((letter) => !drawsLetters('title', letter))
    expect(missing.filter((letter) => letter < '\u0180')).toEqual([])
    for (const name of ['Ада', 'Юлія', 'Ђорђе', 'Ελένη', 'Ầu Cơ', 'Nguyễn Đức', 'Þór', 'Ștefan']) {
      expect([name, drawsLetters('title', name), holdsUnwritable(name)]).toEqual([
        name,
        true,
        false,
      ])
    }
  })

  it('is not drawn again for its holder; a closed one is drawn for no reader', async () => {
    const { buyer, code } = await certified()
    for (const form of ['.pdf', '.png']) {
      const address = `${test.url}/c/${code}${form}?language=de`
      const drawn = await fetch(address)
      expect(drawn.headers.get('vary')).toContain('Accept-Language')
      const held = { 'if-none-match': drawn.headers.get('etag') ?? '' }
      expect(held['if-none-match']).toMatch(/^W\/"[\w-]{43}"$/)
      for (const fails of [new TooManyWaiting('busy'), new DrawingUnavailable('lost')]) {
        drawingFails = fails
        const again = await fetch(address, { headers: held })
        const busy = await fetch(address)
        drawingFails = null
        expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store'])
        expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
        expect(await busy.json()).toMatchObject({ code: 'unavailable' })
      }
      const other = await fetch(address.replace('=de', '=fr'), { headers: held })
      expect(other.status).toBe(200)
      await buyer.call('PATCH', `/api/certificates/${code}`, { name: form.slice(1) })
      expect((await fetch(address, { headers: held })).status).toBe(200)
    }
    const newest = await fetch(`${test.url}/c/${code}.pdf`)
    const held = { 'if-none-match': newest.headers.get('etag') ?? '' }
    await buyer.call('DELETE', `/api/certificates/${code}`)
    expect((await fetch(`${test.url}/c/${code}.pdf`, { headers: held })).status).toBe(404)
  })

  it('continues on further pages where a registry has many records', async () => {
    const tonnes = await issueTonnes(test.services.db, 10)
    const buyer = await person()
    const txId = await buyer.buyByCard(tonnes, 10_000)
    await append()
    const long = 'R'.repeat(180)
    const rows = Array.from({ length: 10 }, (_, tonne) =>
      retiredRow(tonnes.part(tonne + 1, tonne + 1), 1, `${long}-${tonne}`),
    )
    expect((await recordRows(test.services.db, rows)).faults).toEqual([])
    const { code } = (await make(buyer, txId)).body
    const paper = await readPdf(await bytesOf(`/c/${code}.pdf`))
    expect(paper.pages).toBe(2)
    expect(paper.text).toContain(`/c/${code}`)
    expect(paper.text.match(/retired on 20 November 2026/g)).toHaveLength(10)
  })
})

describe('the picture of its link', () => {
  it('is named by the page, in the size that it states', async () => {
    const { code } = await certified('Gülşen İpek')
    const page = (await anybody().get(`/c/${code}?language=de`)).body
    const address = `${test.services.settings.publicUrl}/c/${code}`
    expect(page).toContain(`<meta property="og:image" content="${address}.png?language=de">`)
    expect(page).toContain(`<meta property="og:url" content="${address}">`)
    expect(page).toContain('<meta property="og:title" content="30 kg CO₂ · Test wind farm">')
    expect(page).toContain('<meta property="og:image:width" content="1200">')
    const picture = await bytesOf(`/c/${code}.png?language=de`)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  })
})

describe('the proof', () => {
  it('leads from the entry to the signed checkpoint, and from the purchase to the entry', async () => {
    const { code, txId } = await certified()
    expect((await anybody().get(`/c/${code}`)).body).toContain('only seconds old')
    await append()
    // Others follow, so that the tree has an incomplete edge on both sides of a full tile.
    const others = await Promise.all(Array.from({ length: 3 }, () => certified()))
    await append()
    const key = (await anybody().get('/log/key')).body
    for (const each of [{ code, txId }, ...others]) {
      const { proof, ...page } = await facts(each.code)
      const note = readNote(proof.checkpoint, key)
      const entry = Buffer.from(proof.entry)
      const hashes = proof.hashes.map((hash: string) => Buffer.from(hash, 'base64'))
      expect(isIncluded(entry, proof.index, note.size, hashes, note.root)).toBe(true)
      expect(isIncluded(entry, proof.index + 1, note.size, hashes, note.root)).toBe(false)
      const said = JSON.parse(proof.entry)
      const commitment = createHash('sha256')
        .update(Buffer.from(proof.salt, 'hex'))
        .update(proof.tx_id)
        .digest('hex')
      expect(proof.tx_id).toBe(each.txId)
      expect(said).toMatchObject({ kind: 'allocate', commitment, registry: page.registry })
      expect([said.serial, said.first, said.last, said.day]).toEqual([
        page.serial,
        page.first_place,
        page.last_place,
        page.date,
      ])
      const shown = (await anybody().get(`/c/${each.code}`)).body
      const entryWords = `Entry ${proof.index}, in a log of ${note.size}</dt>`
      for (const words of [proof.salt, each.txId, entryWords]) expect(shown).toContain(words)
    }
  })
})

describe('the ledger check', () => {
  const [look] = Object.values(certificateChecks)
  /** Returns the result of the look after these statements, which are rolled back. */
  async function seenAfter(...changes: readonly string[]) {
    const back = new Error('back')
    let seen: Awaited<ReturnType<NonNullable<typeof look>>> | undefined
    const changing = test.services.db.transaction(async (tx) => {
      for (const [place, change] of changes.entries()) {
        await tx.run(statement(`test-look-${place}`, {}, change))
      }
      seen = await look?.(tx)
      throw back
    })
    await expect(changing).rejects.toThrow(back)
    return seen
  }

  it('finds every certificate whose proof does not lead to the signed checkpoint', async () => {
    await certified()
    await append()
    const { compared = 0 } = (await seenAfter()) ?? {}
    expect(await seenAfter()).toEqual({ compared, faults: [] })
    expect(compared).toBeGreaterThan(0)
    expect(await test.services.db.transaction(lookAtProofs(1))).toEqual({ compared, faults: [] })
    // The newest certificate is awaited: no checkpoint holds it.
    await certified()
    expect(await seenAfter()).toEqual({ compared, faults: [] })
    const free = (table: string) => `alter table ${table} disable trigger user`
    for (const changes of [
      [free('log_entries'), `update log_entries set salt = decode(repeat('00', 16), 'hex')`],
      [free('log_entries'), `update log_entries set salt = null`],
      [free('log_entries'), `update log_entries set entry = replace(entry, '-', '_')`],
      [
        free('log_tiles'),
        `update log_tiles set hashes = decode(repeat('00', octet_length(hashes)), 'hex')`,
      ],
      [free('log_heads'), `update log_heads set checkpoint = replace(checkpoint, '=', '')`],
      [`update projects set registry = 'OTH' where registry in ('GS', 'TST')`],
    ]) {
      expect((await seenAfter(...changes))?.faults).toHaveLength(compared)
    }
  })
})

describe('closing', () => {
  it('is the holder’s decision: the code is invalid from then on, and the next one differs', async () => {
    const { buyer, txId, code } = await certified()
    expect(await statusesOf(code)).toEqual(open)
    expect((await buyer.call('DELETE', `/api/certificates/${code}`)).status).toBe(204)
    expect((await buyer.call('DELETE', `/api/certificates/${code}`)).status).toBe(404)
    expect(await statusesOf(code)).toEqual(closed)
    const next = await make(buyer, txId)
    expect(next.status).toBe(201)
    expect(next.body.code).not.toBe(code)
  })

  it('gives a closed code the same answers as an unknown one', async () => {
    const { buyer, code } = await certified()
    await buyer.call('DELETE', `/api/certificates/${code}`)
    for (const form of forms) {
      const bodies = await Promise.all(
        [code, '0'.repeat(16), 'nonsense'].map(async (each) => {
          const { status, body } = await anybody().get(`/c/${each}${form}`)
          return [status, typeof body === 'string' ? body : { ...body, request_id: '' }]
        }),
      )
      expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
      expect(bodies[0]?.[0]).toBe(404)
    }
  })

  it('follows a refund, unless the kilograms stay', async () => {
    const refunded = await certified()
    const kept = await certified()
    const record = async () => undefined
    await refundPurchase(test.services, { txId: refunded.txId, keepsKilograms: false, record })
    await refundPurchase(test.services, { txId: kept.txId, keepsKilograms: true, record })
    expect(await statusesOf(refunded.code)).toEqual(closed)
    expect((await make(refunded.buyer, refunded.txId)).status).toBe(404)
    const path = `/api/certificates/${refunded.code}`
    expect((await refunded.buyer.call('PATCH', path, { name: 'Ada' })).status).toBe(404)
    expect((await refunded.buyer.call('DELETE', path)).status).toBe(404)
    const ownOf = async ({ buyer, txId }: typeof kept) =>
      (await buyer.get(`/api/certificates?tx_id=${txId}`)).body
    expect(await ownOf(refunded)).toEqual([])
    expect(await statusesOf(kept.code)).toEqual(open)
    expect(await ownOf(kept)).toMatchObject([{ code: kept.code }])
    const keptPath = `/api/certificates/${kept.code}`
    expect((await kept.buyer.call('PATCH', keptPath, { name: 'Ada' })).status).toBe(200)
    expect((await kept.buyer.call('DELETE', keptPath)).status).toBe(204)
    expect((await make(kept.buyer, kept.txId)).status).toBe(201)
  })
})

describe('the data that it never contains', () => {
  it('are the holder, the payment and the time of day, in any public answer', async () => {
    const giver = await person()
    const receiver = await person()
    await receiver.call('PATCH', '/api/profile', { nickname: 'Wilhelmina Xyz' })
    const txId = await gift(giver, receiver.phone)
    const { code } = (await make(receiver, txId)).body
    await append()
    const secrets = [
      ...[giver.phone, receiver.phone, giver.phone.slice(1), receiver.phone.slice(1)],
      ...[giver.id, receiver.id, 'Wilhelmina', 'Zebedee', 'a secret note', '0.031415', '1.57'],
      new Date().toISOString().slice(0, 13),
    ]
    for (const form of forms) {
      const { body, headers } = await anybody().get(`/c/${code}${form}`)
      const paper = form === '.pdf' ? await readPdf(await bytesOf(`/c/${code}.pdf`)) : null
      // A paper is dated by its day, at midnight.
      const told = JSON.stringify([body, [...headers], paper])
      const whole = told.replaceAll('T00:00:00', '')
      expect(secrets.filter((secret) => whole.includes(secret))).toEqual([])
    }
  })

  it('do not appear after a request during the erasure of its holder, which makes none', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(batch, 30)
    const code = await buyer.codeFor('delete')
    // The erasure has locked the number by then.
    const held = await holdLock(
      test,
      `select from wallets where passport_id = '${buyer.id}' for update`,
    )
    const removing = buyer.signed('/api/profile', { code }, { method: 'DELETE' })
    await held.untilWaiting('row')
    const making = make(buyer, txId, 'Wilhelmina Xyz')
    await held.untilWaiting('advisory')
    await held.release()
    expect((await removing).status).toBe(204)
    expect((await making).body.code).toBe('purchase_not_found')
    expect(await test.services.db.run(namesOf, [txId])).toEqual([])
  })

  it('are unreachable after its holder was erased: it is closed, its salt is erased', async () => {
    const { buyer, txId, code } = await certified('Wilhelmina Xyz')
    await append()
    const { proof } = await facts(code)
    const exported = await buyer.get('/api/profile/export')
    expect(exported.body.certificates).toMatchObject([{ code, name: 'Wilhelmina Xyz' }])
    const removed = await buyer.signed(
      '/api/profile',
      { code: await buyer.codeFor('delete') },
      { method: 'DELETE' },
    )
    expect(removed.status).toBe(204)
    expect(await statusesOf(code)).toEqual(closed)
    const other = await person()
    const answers = await Promise.all([
      ...forms.map((form) => anybody().get(`/c/${code}${form}`)),
      make(other, txId),
      other.get(`/api/certificates?tx_id=${txId}`),
      other.get(`/api/tokens/transaction/${txId}/tokens`),
    ])
    const secrets = [buyer.phone, buyer.id, 'Wilhelmina', txId, proof.salt]
    const told = JSON.stringify(answers.map(({ body }) => body))
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
  })
})

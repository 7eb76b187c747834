// Tests what staff see of a change of a batch's price or offer, and of a project's facts: every figure with its value
// before, each sentence of a refusal, and what is written.
import { describe, expect, it } from 'vitest'
import { databaseOf, type StoredRows } from '#tests/support/stored-rows.ts'
import { batchesOffer, batchesPrice, batchesWithdraw, projectsEdit } from './offer-actions.ts'

const batch = {
  ...{ id: 'batch-1', serial_number: 'S-1', offer: 'withdrawn', offer_reason: 'A recall.' },
  ...{ is_replaced: false, project: 'GS GS1', unlisted_status: null, issued_kg: 9_000 },
  ...{ available_kg: 4_000, sold_kg: 3_000, held_kg: 2_000 },
}
const priceRow = { id: 'batch-1', batch_id: 'batch-1', price_micros: 20_000, currency: 'GBP' }
const rates = [
  { as_of: '2026-11-20', currency: 'USD', units_per_eur: '1.2', source: 'ecb' },
  { as_of: '2026-11-20', currency: 'GBP', units_per_eur: '0.8', source: 'ecb' },
]
const project = {
  ...{ id: 'project-1', registry: 'GS', external_id: 'GS1', name: 'Wind', description: 'Windy.' },
  ...{ image_url: 'https://pictures.example/1.jpg', sdgs: [7] },
}
const stored: StoredRows = {
  'find-offers-by-serial': [[batch]],
  'lock-batches-for-prices': [[priceRow]],
  'find-prices-of-last-days': [[priceRow]],
  'latest-rates': [rates],
  'lock-offer': [[batch]],
  'change-offer': [[{ id: 'batch-1' }]],
  'find-projects-to-edit': [[project]],
}

type Runs = Pick<typeof projectsEdit, 'name'> & {
  readonly run: (context: never, input: unknown) => Promise<unknown>
}
async function run(action: Runs, input: object, rows: StoredRows = {}, reason = 'A test') {
  const { db, valuesOf } = databaseOf({ ...stored, ...rows })
  const recorded: (readonly string[])[] = []
  const context = {
    services: { db, settings: { priceBand: { lowMicros: 500, highMicros: 1_000_000 } } },
    ...{ by: 'Ada', reason, staffId: null, approverId: null },
    record: async (_tx: unknown, about: readonly string[]) => void recorded.push(about),
  }
  const answer = await action.run(context as never, input)
  const { figures, ...others } = { figures: [], ...Object(answer) }
  const shown = figures.map(
    ({ label, before, after }: Record<string, string | null>) => `${label}: ${before} > ${after}`,
  )
  return { shown, others, recorded, valuesOf }
}

describe('a price', () => {
  const input = { serial: 'S-1', price: '0.024', accept_price: false }

  it('is shown old and new with its change, and written with its author', async () => {
    const { shown, recorded, valuesOf, others } = await run(batchesPrice, input)
    expect(shown).toEqual(['Price: 0.02 GBP > 0.024 GBP', 'Change: null > +20.0 %'])
    expect(others.details).toMatchObject({ changed: true, inPercent: '+20.0 %' })
    expect(recorded).toEqual([['S-1', 'old 0.02 GBP', 'new 0.024 GBP']])
    expect(valuesOf('update-batch-price')).toEqual([['batch-1', 24_000, 'Ada', 'batches price']])
  })

  it('that stays as it is has no change', async () => {
    const { shown, recorded, valuesOf } = await run(batchesPrice, { ...input, price: '0.020' })
    expect(shown).toEqual(['Price: 0.02 GBP > 0.02 GBP'])
    expect([recorded, valuesOf('update-batch-price')]).toEqual([[], []])
  })

  it('that is unusual needs a yes, in the words of the form', async () => {
    const unusual = { ...input, price: '0.03' }
    const { others, recorded } = await run(batchesPrice, unusual)
    expect(others).toEqual({
      problem: 'price_unusual',
      text:
        'price_per_kg: S-1 from 0.02 GBP to 0.03 GBP (+50.0 %): it is more than 20 % away from ' +
        '0.02 GBP, a price of the last 7 days. If that is right, accept the unusual price.',
    })
    expect(recorded).toEqual([])
    const taken = await run(batchesPrice, { ...unusual, accept_price: true })
    expect(taken.shown).toEqual(['Price: 0.02 GBP > 0.03 GBP', 'Change: null > +50.0 %'])
  })

  it('without a rate is refused, accepted or not', async () => {
    const { others } = await run(
      batchesPrice,
      { ...input, accept_price: true },
      { 'latest-rates': [[]] },
    )
    expect(others).toMatchObject({ problem: 'no_rate' })
  })

  it.each(['', '-1', '0', 'free'])('"%s" is none', async (price) => {
    const { others } = await run(batchesPrice, { ...input, price: price || 'x' })
    expect(others).toMatchObject({
      problem: 'invalid_price',
      text: expect.stringMatching(/^The price .+\.$/),
    })
  })

  it('of a batch that is not there, or of one of several, names them', async () => {
    const none = await run(batchesPrice, input, { 'find-offers-by-serial': [[]] })
    expect(none.others).toEqual({ problem: 'batch_not_found', text: 'There is no batch S-1.' })
    const others = ['s 1', 's.1'].map((serial_number) => ({ ...batch, serial_number }))
    const several = await run(batchesPrice, input, { 'find-offers-by-serial': [others] })
    expect(several.others).toEqual({
      problem: 'several_batches',
      text: 'Say which of these is meant: s 1, s.1.',
    })
    const exact = { 'find-offers-by-serial': [[batch, ...others]] }
    expect((await run(batchesPrice, { ...input, serial: ' S-1 ' }, exact)).shown).toHaveLength(2)
  })
})

describe.each([
  [batchesWithdraw, 'withdrawn', 'offered'],
  [batchesOffer, 'offered', 'withdrawn'],
] as const)('%o', (action, offer, before) => {
  const rows = {
    'find-offers-by-serial': [[{ ...batch, offer: before }]],
    'lock-offer': [[{ ...batch, offer: before }]],
  }

  it('shows the offer and the kilograms of each state', async () => {
    const { shown, recorded, valuesOf } = await run(action, { serial: 'S-1' }, rows)
    expect(shown).toEqual([
      `Offer: ${before} > ${offer}`,
      'Left: null > 4000 kg',
      'Reserved: null > 2000 kg',
      'Sold: null > 3000 kg',
    ])
    expect(recorded).toEqual([['S-1']])
    expect(valuesOf('change-offer')).toEqual([['batch-1', offer, 'A test']])
  })

  it('can be previewed without a reason', async () => {
    expect((await run(action, { serial: 'S-1' }, rows, '')).shown).toHaveLength(4)
  })
})

it.each([
  [
    { is_replaced: true },
    'replaced',
    'S-1 stays off sale: it was replaced by another batch, wholly or in part.',
  ],
  [{ offer: 'conflicting' }, 'conflicting', 'S-1 stays off sale. A recall.'],
])('a batch that is %j is not offered again', async (state, problem, text) => {
  const rows = { 'lock-offer': [[{ ...batch, ...state }]] }
  const { others, valuesOf } = await run(batchesOffer, { serial: 'S-1' }, rows)
  expect(others).toEqual({ problem, text })
  expect(valuesOf('change-offer')).toEqual([])
})

describe('a project', () => {
  const after = { ...project, edited_fields: ['name', 'sdgs'] }
  const edited = (changes: object) => ({ 'edit-project': [[{ ...after, ...changes }]] })

  it('shows each fact that changes, old and new, and what imports keep', async () => {
    const input = {
      ...{ project: ' GS1 ', name: 'Wind 2', description: 'Newer.', sdgs: '13,7' },
      image_url: 'https://pictures.example/2.jpg',
    }
    const image_url = 'https://pictures.example/2.jpg'
    const rows = edited({ name: 'Wind 2', description: 'Newer.', sdgs: [7, 13], image_url })
    const { shown, recorded, valuesOf } = await run(projectsEdit, input, rows)
    expect(shown).toEqual([
      'Project: null > GS GS1, Wind 2',
      'Name: Wind > Wind 2',
      'Text: Windy. > Newer.',
      'Picture: https://pictures.example/1.jpg > https://pictures.example/2.jpg',
      'Goals: 7 > 7, 13',
      'Fields that imports keep: null > name, sdgs',
    ])
    const fields = ['name', 'description', 'image_url', 'sdgs']
    expect(recorded).toEqual([['project-1', 'GS1', ...fields]])
    expect(valuesOf('find-projects-to-edit')).toEqual([['GS1']])
    expect(valuesOf('edit-project')).toEqual([
      ['project-1', fields, 'Wind 2', 'Newer.', image_url, [7, 13]],
    ])
  })

  it.each([
    ['text', 'description', [null, '', null, null], { description: '' }, 'Text: Windy. > none'],
    [
      'picture',
      'image_url',
      [null, null, null, null],
      { image_url: null },
      'Picture: https://pictures.example/1.jpg > none',
    ],
    ['goals', 'sdgs', [null, null, null, []], { sdgs: [] }, 'Goals: 7 > none'],
  ])('loses its %s alone', async (part, field, values, changes, line) => {
    const input = { project: 'GS1', remove: [part] }
    const { shown, valuesOf } = await run(projectsEdit, input, edited(changes))
    expect(shown.slice(1, -1)).toEqual([line])
    expect(valuesOf('edit-project')).toEqual([['project-1', [field], ...values]])
  })

  it.each([
    [{ description: 'x', remove: ['text'] }, 'Set the text or remove it, not both.'],
    [{ image_url: 'x', remove: ['goals', 'picture'] }, 'Set the picture or remove it, not both.'],
    [{ sdgs: '7', remove: ['goals'] }, 'Set the goals or remove it, not both.'],
    [
      { name: '', sdgs: '18' },
      'name: is empty; sdgs: is no list of goals from 1 to 17, such as 7,13.',
    ],
  ])('is not changed by %j', async (input, text) => {
    const { others } = await run(projectsEdit, { project: 'GS1', ...input })
    expect(others).toEqual({ problem: 'invalid_edit', text })
  })

  it('that is not there, one of several, or without a change is not edited', async () => {
    const edit = { project: 'GS1', name: 'X' }
    const none = await run(projectsEdit, edit, { 'find-projects-to-edit': [[]] })
    expect(none.others).toEqual({ problem: 'project_not_found', text: 'There is no project GS1.' })
    const twins = [project, { ...project, registry: 'VCS' }]
    const several = await run(projectsEdit, edit, { 'find-projects-to-edit': [twins] })
    expect(several.others).toEqual({
      problem: 'several_projects',
      text: 'Say which of these is meant: GS GS1, VCS GS1.',
    })
    const nothing = await run(projectsEdit, { project: 'GS1' })
    expect(nothing.others).toEqual({ problem: 'nothing_to_edit', text: 'Say what to change.' })
  })
})

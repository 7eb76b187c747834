// Tests the form of a plan at its first render: its projects, payers and days, and what its amount buys.
import { describe, expect, it } from 'vitest'
import {
  exampleBatch,
  exampleProject,
  getProject,
  listFeaturedProjects,
  listProjects,
} from '#features/catalogue/catalogue-calls.ts'
import { listSavedCards } from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { getExchangeRate } from '#features/wallet/wallet-calls.ts'
import { featuredProject } from '#values/lists/plans.ts'
import { type Known, markupOf, textOf } from '#web/test-markup.tsx'
import { ada } from '#web/test-person.ts'
import { type PlanFields, PlanForm } from './plan-form.tsx'
import type { PlanProblem } from './plan-words.ts'
import { testCards } from './test-plan.tsx'

const projects = [
  { ...exampleProject, id: 'sold-out', shown_name: 'Wind', available_kg: 0 },
  { ...exampleProject, id: 'on-sale', shown_name: 'Solar', available_kg: 10 },
  { ...exampleProject, id: 'first', shown_name: 'Biogas', available_kg: 1 },
]

type Own = { fields?: Partial<PlanFields>; profile?: typeof ada; problem?: PlanProblem }
function drawn({ fields, profile = ada, problem }: Own = {}, known: Known = []) {
  return markupOf(
    <PlanForm
      {...{ profile, problem }}
      fields={{ amount: '5', project: 'on-sale', pay: 'wallet', day: '15', ...fields }}
      onChange={() => undefined}
      busy={false}
      submitText="Save"
      onSubmit={() => undefined}
    />,
    known,
  )
}

/** The values and texts of a list, and the chosen text. */
function listed(html: string, name: string) {
  const [list = ''] = new RegExp(`<select[^>]* name="${name}".*?</select>`).exec(html) ?? []
  const options = [...list.matchAll(/<option[^>]* value="([^"]*)"[^>]*>([^<]*)/g)]
  return {
    values: options.map(([, value]) => value),
    all: options.map(([, , text]) => text?.replaceAll('\u00a0', ' ')),
    chosen: /<option[^>]* selected=""[^>]*>([^<]*)/.exec(list)?.[1],
  }
}

describe('the projects', () => {
  const drawnProjects = (project: string) =>
    listed(drawn({ fields: { project } }, [[[listProjects.id], projects]]), 'project')

  it('are the featured one first, and those with kilograms left by name', () => {
    const { all, values, chosen } = drawnProjects('on-sale')
    expect(all).toEqual(['The featured project', 'Biogas', 'Solar'])
    expect(values).toEqual([featuredProject, 'first', 'on-sale'])
    expect(chosen).toBe('Solar')
  })

  it('still have the project of a plan that is sold out', () => {
    const { all, chosen } = drawnProjects('sold-out')
    expect(all.slice(1)).toEqual(['Biogas', 'Solar', 'Wind'])
    expect(chosen).toBe('Wind')
  })
})

describe('the payers', () => {
  const [visa, mastercard] = testCards.map(({ id }) => id)
  const gone = 'saved:0200c4a1-7f00-7a31-8c2e-1d2c3b4a5f69'
  const hint = 'Cards that you save in a purchase can pay, too.'
  const drawnPayers = (pay: string, cards: typeof testCards) => {
    const html = drawn({ fields: { pay } }, [[[listSavedCards.id], cards]])
    return { ...listed(html, 'pay'), hasHint: html.includes(hint) }
  }

  it('are the wallet and each saved card, with and without the wallet', () => {
    const { values, all, chosen, hasHint } = drawnPayers(`wallet+saved:${mastercard}`, testCards)
    expect(values).toEqual([
      'wallet',
      ...[`saved:${visa}`, `wallet+saved:${visa}`],
      ...[`saved:${mastercard}`, `wallet+saved:${mastercard}`],
    ])
    expect(all).toEqual([
      'Wallet',
      ...['Visa ending in 4240', 'Wallet, then Visa ending in 4240'],
      ...['Mastercard ending in 4241', 'Wallet, then Mastercard ending in 4241'],
    ])
    expect([chosen, hasHint]).toEqual(['Wallet, then Mastercard ending in 4241', false])
  })

  it('have a hint while no card is saved', () => {
    expect(drawnPayers('wallet', [])).toMatchObject({ values: ['wallet'], hasHint: true })
  })

  it('still have a card that is gone, if it is the present one', () => {
    const { values, chosen } = drawnPayers(gone, testCards.slice(0, 1))
    expect(values).toEqual(['wallet', `saved:${visa}`, `wallet+saved:${visa}`, gone])
    expect(chosen).toBe('A card that is no longer saved')
  })
})

it('the days are 1 to 28', () => {
  const { values, all, chosen } = listed(drawn({ fields: { day: '28' } }), 'day')
  expect(values).toEqual(Array.from({ length: 28 }, (_, place) => `${place + 1}`))
  expect([all, chosen]).toEqual([values, '28'])
})

it.each(['amount', 'project', 'pay', 'day', ''])('a problem at "%s" is shown there alone', (at) => {
  const html = drawn({ problem: { at, text: 'A problem.' } })
  const wrong = [...html.matchAll(/<(?:input|select)[^>]*aria-invalid="true"[^>]*>/g)]
  const names = wrong.map(([field]) => / name="(\w+)"/.exec(field)?.[1])
  expect(names).toEqual(at === '' ? [] : [at])
  expect(html.match(/A problem\./g)).toHaveLength(1)
})

it.each([
  ['GBP', '£'],
  ['EUR', '€'],
  ['TRY', '₺'],
])('the amount has the symbol of %s', (currency, symbol) =>
  expect(textOf(drawn({ profile: { ...ada, currency } }))).toContain(symbol),
)

describe('today the amount buys', () => {
  const batch = (own: Partial<typeof exampleBatch>) => ({ ...exampleBatch, ...own })
  const cheap = batch({ id: 'cheap', price_per_kg: 0.02, kg_available: 900 })
  const dear = batch({ id: 'dear', price_per_kg: 0.05 })
  const project = (id: string, batches: readonly object[]) =>
    [[getProject.id, id], { ...exampleProject, id, batches }] as const
  const featured = (country: string, id: string, preferred_batch: object | null = null) =>
    [
      [listFeaturedProjects.id, country],
      [
        { ...exampleProject, id, preferred_batch },
        { ...exampleProject, id: 'next', preferred_batch: dear },
      ],
    ] as const
  const buys = (own: Own, known: Known) =>
    /Today this buys [^|]*/.exec(textOf(drawn(own, known)))?.[0]

  it.each<[string, string, Own, Known]>([
    ['the cheapest batch', '250 kg.', {}, [project('on-sale', [cheap, dear])]],
    ['a comma', '275 kg.', { fields: { amount: '5,50' } }, [project('on-sale', [cheap])]],
    [
      'the sign of the currency',
      '250 kg.',
      { fields: { amount: '£5' } },
      [project('on-sale', [cheap])],
    ],
    [
      'a batch that is not offered left out',
      '100 kg.',
      {},
      [project('on-sale', [{ ...cheap, is_offered: false }, dear])],
    ],
    [
      'a batch with too little left out',
      '100 kg.',
      {},
      [project('on-sale', [{ ...cheap, kg_available: 249 }, dear])],
    ],
    [
      'the project’s own batch first only where it is featured',
      '100 kg.',
      { fields: { project: featuredProject } },
      [featured('GB', 'on-sale', dear), project('on-sale', [cheap, dear])],
    ],
    [
      'no preferred batch of another project',
      '250 kg.',
      {},
      [featured('GB', 'other', dear), project('on-sale', [cheap, dear])],
    ],
    [
      'the featured project of the person’s country',
      '250 kg.',
      { fields: { project: featuredProject }, profile: { ...ada, country: 'DE' } },
      [
        ...[featured('GB', 'british'), featured('DE', 'german')],
        ...[project('british', [dear]), project('german', [cheap])],
      ],
    ],
    [
      'a rate',
      '200 kg.',
      { profile: { ...ada, currency: 'EUR' } },
      [project('on-sale', [cheap]), [[getExchangeRate.id, 'GBP', 'EUR'], { rate: 1.25 }]],
    ],
    ['nothing of a sold-out project', 'nothing of this project.', {}, [project('on-sale', [])]],
    [
      'nothing for too little',
      'nothing of this project.',
      { fields: { amount: '0.01' } },
      [project('on-sale', [dear])],
    ],
  ])('with %s: %s', (_, words, own, known) =>
    expect(buys(own, known)).toBe(`Today this buys ${words}`),
  )

  it.each<[string, Own, Known]>([
    ['an amount', { fields: { amount: 'x' } }, [project('on-sale', [cheap])]],
    ['an amount in its currency', { fields: { amount: '€5' } }, [project('on-sale', [cheap])]],
    ['the project', {}, []],
    ['the rate', { profile: { ...ada, currency: 'EUR' } }, [project('on-sale', [cheap])]],
  ])('is not said without %s', (_, own, known) => expect(buys(own, known)).toBeUndefined())
})

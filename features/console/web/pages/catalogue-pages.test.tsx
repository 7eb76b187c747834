// Tests what the pages of projects, batches and retirements show.
import { expect, it } from 'vitest'
import type {
  BatchRow,
  DueRow,
  ProjectRow,
  RecordedRow,
  WholeBatch,
  WholeProject,
} from '#features/console/catalogue/console-catalogue-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, exampleAction, openConsole } from '../test-console-page.tsx'

const project: ProjectRow = {
  ...{ id: 'r1', registry: 'GS', registry_id: 'GS12285', name: 'Stoves at the registry' },
  ...{ shown_name: 'Cookstoves', country: 'SO', status: 'GOLD_STANDARD_CERTIFIED_PROJECT' },
  ...{ is_listed: true, batches: 1200, available_kg: 36_037_980 },
}
const hidden: ProjectRow = {
  ...{ ...project, id: 'r2', shown_name: 'Wind', name: 'Wind', status: null, is_listed: false },
  ...{ registry: 'VCS', registry_id: '9', country: 'TR', batches: 1, available_kg: 0 },
}

it('the list of projects shows each', async () => {
  const { shown } = await openConsole('/catalogue/projects?on_sale=no&sort=-batches', {
    '/projects?on_sale=no&sort=-batches': [project, hidden],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Projects
    Search (Name or registry id):
    On sale: All / On sale / (Not on sale)
    [Clear filters]
    | [Project] | [Registry] | [Country] | Status | Listed | [Batches] | [Available]
    | Cookstoves </catalogue/projects/r1> | GS GS12285 | SO | Gold standard certified project | Listed | 1,200 | 36,037,980 kg
    | Wind </catalogue/projects/r2> | VCS 9 | TR | – | Hidden | 1 | 0 kg
    2 records on this page"
  `)
})

const batch: BatchRow = {
  ...{ id: 'b1', serial_number: 'GS1-1', registry: 'GS', project_id: 'r1', project: 'Cookstoves' },
  ...{ vintage: 2022, price_per_kg: 0.0243, currency: 'GBP', kilograms: 36_038_000 },
  ...{ sold_kg: 1020, held_kg: 30, available_kg: 36_036_950, offer: 'offered' },
  offer_reason: null,
}
const withdrawn: BatchRow = {
  ...{ ...batch, id: 'b2', serial_number: 'GS1-2', vintage: null, offer: 'withdrawn' },
  ...{ currency: 'EUR', price_per_kg: 1234.5, offer_reason: 'A recall' },
}

it('the list of batches shows each', async () => {
  const { shown } = await openConsole('/catalogue/batches?project=r1&sort=vintage', {
    '/batches?project=r1&sort=vintage': [batch, withdrawn],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Batches
    Search (Serial number or project):
    Offer: (All) / Offered / Withdrawn / Conflicting / Unread
    Project id: r1
    [Clear filters]
    | [Serial number] | [Project] | [Vintage] | Offer | [Price per kg] | [Sold] | [Available]
    | GS1-1 </catalogue/batches/b1> | Cookstoves </catalogue/projects/r1> | 2022 | + Offered | 0.0243 GBP | 1,020 kg | 36,036,950 kg
    | GS1-2 </catalogue/batches/b2> | Cookstoves </catalogue/projects/r1> | – | Withdrawn | 1,234.50 EUR | 1,020 kg | 36,036,950 kg
    2 records on this page"
  `)
})

const wholeProject: WholeProject = {
  ...{ ...project, description: 'Clean stoves.', image_url: 'https://img.example/1.jpg' },
  ...{ sdgs: [7, 13], edited: ['shown_name', 'description'], featured_in: ['GB', 'DE'] },
}

it('the page of a project shows it with its own batches', async () => {
  const { page, shown } = await openConsole('/catalogue/projects/r1', {
    '/projects/r1': wholeProject,
    '/batches?project=r1': answer([batch, withdrawn], 200, {
      link: '</console/api/batches?after=b2>; rel="next"',
    }),
  })
  await until(() => expect(page.text()).toContain('GS1-2'))
  expect(shown()).toMatchInlineSnapshot(`
    "← Projects </catalogue/projects>
    # Cookstoves
    # About
    Name at the registry: Stoves at the registry
    Registry: GS GS12285
    Status: Gold standard certified project
    Country: SO
    Goals: 7 Affordable and clean energy 13 Climate action
    Listed: Yes
    Featured in: GB, DE
    Set by staff: Shown name, Description
    Id: r1 [Copy: Project id]
    # Description
    Clean stoves.
    # Picture
    picture https://img.example/1.jpg
    https://img.example/1.jpg
    # Batches
    36,037,980 kg for sale in 1,200 batches.
    | Serial number | Vintage | Offer | Price per kg | Sold | Available
    | GS1-1 </catalogue/batches/b1> | 2022 | + Offered | 0.0243 GBP | 1,020 kg | 36,036,950 kg
    | GS1-2 </catalogue/batches/b2> | – | Withdrawn | 1,234.50 EUR | 1,020 kg | 36,036,950 kg
    All batches </catalogue/batches?project=r1>"
  `)
})

it('the page of a project without batches, picture and description says so', async () => {
  const { page, shown } = await openConsole('/catalogue/projects/r2', {
    '/projects/r2': {
      ...{ ...hidden, description: null, image_url: null, sdgs: [], edited: [], featured_in: [] },
    },
    '/batches?project=r2': [],
  })
  await until(() => expect(page.text()).toContain('It has no batch.'))
  expect(shown()).toMatchInlineSnapshot(`
    "← Projects </catalogue/projects>
    # Wind
    # About
    Registry: VCS 9
    Country: TR
    Goals: None
    Listed: No
    Id: r2 [Copy: Project id]
    # Description
    It has no description.
    # Picture
    It has none. Buyers see a drawing.
    # Batches
    0 kg for sale in 1 batch.
    It has no batch."
  `)
})

const wholeBatch: WholeBatch = {
  ...{ ...batch, retired_tonnes: 1001, due_tonnes: 2 },
  prices: [
    {
      ...{ at: '2026-11-12T09:30:00.000Z', by: 'Ada', price_per_kg: 0.0243, currency: 'GBP' },
      source: 'price_list',
    },
    {
      ...{ at: '2026-11-11T09:30:00.000Z', by: 'Bob', price_per_kg: 0.5, currency: 'EUR' },
      source: 'import',
    },
  ],
}
const actions = ['batches offer', 'batches withdraw', 'batches reprice'].map((name) => ({
  ...{ ...exampleAction, name, title: name, subject: { of: 'batch', field: 'serial' } },
}))

it('the page of a batch shows its stock, its prices and what can be done', async () => {
  const { page, shown } = await openConsole('/catalogue/batches/b1', {
    ...{ '/batches/b1': wholeBatch, '/actions': actions },
  })
  await until(() => expect(page.offers('batches reprice')).toBe(1))
  expect(shown()).toMatchInlineSnapshot(`
    "← Batches </catalogue/batches>
    # GS1-1
    + Offered 0.0243 GBP
    [batches withdraw]
    [batches reprice]
    # About
    Project: Cookstoves </catalogue/projects/r1>
    Registry: GS
    Vintage: 2022
    Price per kg: 0.0243 GBP
    Offer: Offered
    Id: b1 [Copy: Batch id]
    # Stock
    Issued: 36,038,000 kg
    Sold: 1,020 kg
    Held for open purchases: 30 kg
    Available: 36,036,950 kg
    Retired: 1,001 t
    Due for retirement: 2 t
    # Prices
    | Time | Price per kg | By | Source
    | 2026-11-12 09:30 | 0.0243 GBP | Ada | Price list
    | 2026-11-11 09:30 | 0.50 EUR | Bob | Import"
  `)
})

it('a withdrawn batch says why and can be offered', async () => {
  const { page, shown } = await openConsole('/catalogue/batches/b2', {
    '/batches/b2': { ...wholeBatch, ...withdrawn, prices: [] },
    '/actions': actions,
  })
  await until(() => expect(page.offers('batches reprice')).toBe(1))
  expect(page.offers('batches offer')).toBe(1)
  expect(page.offers('batches withdraw')).toBe(0)
  expect(shown()).toContain('Offer: Withdrawn: A recall\n')
  expect(shown()).toContain('The price was never changed.')
  expect(shown()).not.toContain('Vintage')
})

const due: DueRow = {
  ...{ registry: 'GS', project: 'Cookstoves', serial_number: 'GS1-1', sold_tonnes: 1003 },
  ...{ retired_tonnes: 1001, due_tonnes: 2, due_since: '2026-11-12T09:30:00.000Z' },
  held_back_tonnes: 4,
}

it('tonnes due for retirement are shown by batch', async () => {
  const { shown } = await openConsole('/retirement?sort=-due_tonnes', {
    '/retirements?sort=-due_tonnes': [due, { ...due, serial_number: 'GS1-2', due_since: null }],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Retirement
    Due </retirement>
    Recorded </retirement/recorded>
    | [Serial number] | [Project] | [Due] | Due since | [Held back] | [Sold] | [Retired]
    | GS1-1 </catalogue/batches?q=GS1-1> | Cookstoves (GS) | 2 t | 2026-11-12 09:30 | 4 t | 1,003 t | 1,001 t
    | GS1-2 </catalogue/batches?q=GS1-2> | Cookstoves (GS) | 2 t | – | 4 t | 1,003 t | 1,001 t
    2 records on this page"
  `)
})

const recorded: RecordedRow = {
  ...{ id: 7, registry: 'GS', batch_id: 'b1', serial_number: 'GS1-1', serial: 'GS1-1-5-6' },
  ...{ reference: 'RET-3', url: 'https://gs.example/3', retired_on: '2026-11-26' },
  ...{ recorded_at: '2026-11-27T09:30:00.000Z', tonnes: 1002, is_corrected: false },
  confirmed_on: '2026-11-28',
}

it('recorded retirements show whether they are in force and confirmed', async () => {
  const other = { ...recorded, id: 8, url: null, is_corrected: true, confirmed_on: null }
  const { shown } = await openConsole('/retirement/recorded?reference=RET-3', {
    '/retirements/recorded?reference=RET-3': [recorded, other],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Recorded retirements
    Due </retirement>
    Recorded </retirement/recorded>
    Reference (Of the registry): RET-3
    [Clear filters]
    | Reference | Retired on | Tonnes | Retired serial | Batch | Recorded | State | Confirmed by the registry
    | GS RET-3 <https://gs.example/3> | 26 Nov 2026 | 1,002 t | GS1-1-5-6 | GS1-1 </catalogue/batches/b1> | 2026-11-27 09:30 | + In force | 28 Nov 2026
    | GS RET-3 | 26 Nov 2026 | 1,002 t | GS1-1-5-6 | GS1-1 </catalogue/batches/b1> | 2026-11-27 09:30 | ! Corrected | Not yet
    2 records on this page"
  `)
})

// Tests the registries' files row by row: the result of a row, and the sentence about a bad one.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '#providers/registries/projects/project-file.ts'
import { readBatchFile } from './batch-file.ts'
import type { FileSource } from './file-source.ts'

const projectHeader =
  'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
  'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
  'crediting_period_end,sdgs,as_of'
const batchHeader =
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,quantity_kg,' +
  'issuance_date,price_per_kg,currency'

const wind =
  'GS,Gold Standard,GS1,https://registry.goldstandard.org/projects/details/1,Wind farm,Gale Ltd.,Turkey,TR'
const block = 'GS,GS1,2024,GS1-1-TR-GS1-12-2024-30-1-5,5'

function source(...lines: string[]): FileSource {
  return { file: 'rows.csv', open: () => Readable.from([`${lines.join('\n')}\n`]) }
}

async function all<Read>(reads: AsyncIterable<Read>): Promise<Read[]> {
  const list: Read[] = []
  for await (const read of reads) list.push(read)
  return list
}

function projects(...lines: string[]) {
  return all(readProjectFile(source(projectHeader, ...lines)))
}

function batches(...lines: string[]) {
  return all(readBatchFile(source(batchHeader, ...lines)))
}

describe('a project file', () => {
  it('gives typed rows, without stray blanks, and null for missing values', async () => {
    const name = '"  Wind   farm  "'
    const [read] = await projects(
      `GS,Gold Standard,GS1,,${name},,International,WW,Verified,"[""Wind""]",,,,,,"[13, 7, 13]",2022`,
    )
    expect(read).toMatchObject({
      line: 2,
      row: {
        name: 'Wind farm',
        country: { code: 'XZ', name: 'International' },
        state: { kind: 'known', status: 'Verified' },
        projectTypes: ['Wind'],
        sdgs: [7, 13],
        developer: null,
        externalUrl: null,
        estimatedAnnualTonnes: null,
      },
    })
  })

  it('keeps every fact in its own field, with goals as registries write them', async () => {
    const goals = '"03: Good Health and Well-being; 13: Climate Action"'
    const [read] = await projects(
      `${wind},Listed,Wind,AMS-II.G.,Small,9000,2024-01-02,1/3/2034,${goals},2026`,
    )
    expect(read).toEqual({
      file: 'rows.csv',
      line: 2,
      row: {
        ...{ registry: 'GS', registryName: 'Gold Standard', externalId: 'GS1' },
        externalUrl: 'https://registry.goldstandard.org/projects/details/1',
        documentsUrl: 'https://assurance-platform.goldstandard.org/project-documents/GS1',
        ...{ name: 'Wind farm', description: '', imageUrl: null },
        ...{ country: { code: 'TR', name: 'Turkey' }, unknownCountry: null },
        state: { kind: 'known', status: 'Listed' },
        projectTypes: ['Wind'],
        developer: 'Gale Ltd.',
        methodology: 'AMS-II.G.',
        size: 'Small',
        estimatedAnnualTonnes: 9_000,
        creditingPeriodStart: '2024-01-02',
        creditingPeriodEnd: '2034-01-03',
        sdgs: [3, 13],
        asOf: '2026',
      },
    })
  })

  it.each([
    'javascript:alert(1)',
    'http://registry.goldstandard.org/projects/details/1',
    'https://registry.goldstandard.org.example/projects/details/1',
    'https://evilgoldstandard.org/1',
    'https://user@example.org/registry.verra.org',
    'https://ada:pw@registry.verra.org/1',
    'https://registry.verra.org:8443/1',
    'https:registry.verra.org/1',
    'https:\\\\registry.verra.org\\1',
    'https://registry.verra.org/<b>',
    'data:text/html;base64',
  ])('refuses the link %s, which leads to no registry', async (link) => {
    const [read] = await projects(`GS,Gold Standard,GS1,${link},Wind,,,,Verified,Wind,,,,,,,`)
    expect(read).toMatchObject({
      line: 2,
      fault: expect.stringMatching(/^external_url: is not on/),
    })
  })

  it('removes invisible characters and the reversal of writing from every text', async () => {
    const [read] = await projects(
      `GS,Gold Standard,GS1,,"Wi\u200bnd\u202e \u0007cafe\u0301",,,,Verified,Wind,,,,,,,`,
    )
    expect(read).toMatchObject({
      row: { name: 'Wind caf\u00e9', documentsUrl: expect.stringMatching(/GS1$/) },
    })
  })

  it('keeps the lines of a description, and takes no picture over http', async () => {
    const told = (image: string) =>
      source(
        `${projectHeader},description,image_url`,
        `${wind},Listed,Wind,,,,,,,,"First.\n\nSecond\u0007part.",${image}`,
      )
    const image = 'https://pictures.example/1.jpg'
    expect(await all(readProjectFile(told(image)))).toMatchObject([
      { row: { description: 'First.\n\nSecond part.', imageUrl: image } },
    ])
    expect(await all(readProjectFile(told('http://pictures.example/1.jpg')))).toMatchObject([
      { fault: 'image_url: is not an https address' },
    ])
  })

  it('names the line of each bad row and reads the others', async () => {
    const read = await projects(`${wind},Verified,Wind,,,,,,,`, `${wind},Listed,Wind,,,many,,,,`)
    expect(read).toMatchObject([
      { line: 2, row: { state: { kind: 'known', status: 'Verified' } } },
      { file: 'rows.csv', line: 3, fault: 'estimated_annual_credits: is no whole number' },
    ])
  })

  it("has a project's status as its registry states it, in known words or not", async () => {
    const read = await projects(
      `${wind},Splendid,Wind,,,,,,,`,
      `${wind},Inactive,Wind,,,,,,,`,
      `${wind},,Wind,,,,,,,`,
    )
    expect(read).toMatchObject([
      { line: 2, row: { state: { kind: 'unknown', word: 'Splendid' } } },
      { line: 3, row: { state: { kind: 'ended', word: 'Inactive' } } },
      { line: 4, row: { state: { kind: 'unknown', word: '' } } },
    ])
  })

  it('names a row of several lines by its first line', async () => {
    const read = await projects(
      'GS,Gold Standard,GS1,,"Wind\nfarm",,Turkey,TR,Verified,Wind,,,,,,,',
      `${wind},Listed,,,,,,,,`,
    )
    expect(read.map(({ line }) => line)).toEqual([2, 4])
  })

  it.each([
    ['a missing field', `${wind},Verified`, /has 9 fields, and the header 17/],
    ['a quote that never ends', '"GS', /Quote Not Closed/],
    ['an address that is not https', wind.replace('https', 'http'), /external_url/],
    ['a country without its code', wind.replace(',TR', ','), /country_code/],
    ['no name', wind.replace('Wind farm', ' '), /name: is missing/],
    [
      'a long name',
      wind.replace('Wind farm', 'Wind '.repeat(100)),
      /name: is longer than \d+ characters/,
    ],
    ['a name of signs', wind.replace('Wind farm', '{}'), /^name: has no letter/],
    ['goals behind commas', `${wind},Verified,Wind,,,,,,"7, 13",`, /sdgs: is no list of goals/],
    ['a goal beyond 17', `${wind},Verified,Wind,,,,,,[18],`, /sdgs: is no list of goals/],
    ['a goal before 1', `${wind},Verified,Wind,,,,,,[0],`, /sdgs: is no list of goals/],
  ])('refuses %s', async (_, start, fault) => {
    const row =
      start.startsWith(wind) || start.startsWith('"') ? start : `${start},Verified,Wind,,,,,,,`
    expect(await projects(row)).toMatchObject([{ line: 2, fault: expect.stringMatching(fault) }])
  })

  it('names the length of a row that a missing quote makes endless', async () => {
    const read = await projects(wind, `"GS${`\n${'1'.repeat(99)}`.repeat(700)}`)
    expect(read.at(-1)).toEqual({
      file: expect.any(String),
      line: expect.any(Number),
      fault: 'the row at this line is longer than 64000 bytes: a quote above it may lack its end',
    })
  })
})

describe('a file of issued credits', () => {
  it('gives kilograms and a price that is exact to the millionth', async () => {
    const [read] = await batches(`${block},5000,2026-04-13,0.02435,GBP`)
    expect(read).toMatchObject({
      row: { quantityTonnes: 5, quantityKg: 5_000, priceMicros: 24_350, currency: 'GBP' },
    })
  })

  it('keeps the facts of a row about its project', async () => {
    const columns = 'project_name,developer,country,country_code,project_type,methodology,sdgs,name'
    const said = 'Wind farm,Gale Ltd.,Turkey,TR,Wind; Heat,AMS-II.G.,"[13, 7]",Gale batch'
    const file = source(`${batchHeader},${columns}`, `${block},5000,2026-04-13,0.02,EUR,${said}`)
    expect(await all(readBatchFile(file))).toEqual([
      {
        file: 'rows.csv',
        line: 2,
        row: {
          ...{ registry: 'GS', externalProjectId: 'GS1', name: 'Gale batch' },
          ...{ serialNumber: 'GS1-1-TR-GS1-12-2024-30-1-5', quantityTonnes: 5, quantityKg: 5_000 },
          ...{ priceMicros: 20_000, currency: 'EUR', unknownCountry: null },
          unit: expect.objectContaining({ refusals: [] }),
          projectName: 'Wind farm',
          developer: 'Gale Ltd.',
          country: { code: 'TR', name: 'Turkey' },
          projectTypes: ['Wind', 'Heat'],
          methodology: 'AMS-II.G.',
          sdgs: [7, 13],
          vintageYear: 2024,
          issuedOn: '2026-04-13',
          statusWord: null,
        },
      },
    ])
  })

  it('reads a registry row, which has no price', async () => {
    const [read] = await batches(`${block},5000,,,`)
    expect(read).toMatchObject({ row: { priceMicros: null, currency: null, issuedOn: null } })
  })

  it.each([
    [
      'kilograms that are not a thousand a tonne',
      `${block},5001,,,`,
      /quantity_kg: 5001 is not 5000/,
    ],
    ['a year of long ago', `${block.replace('2024', '1824')},5000,,,`, /vintage_year: is no year/],
    ['a price finer than a millionth', `${block},5000,,0.0243501,GBP`, /price_per_kg/],
    ['a price of nothing', `${block},5000,,0.000000,GBP`, /must be above 0/],
    ['a currency in words', `${block},5000,,0.02,pounds`, /currency/],
    ['half a tonne', block.replace(/5$/, '0.5,500,,,'), /quantity_tco2e/],
  ])('refuses %s', async (_, row, fault) => {
    expect(await batches(row)).toMatchObject([{ line: 2, fault: expect.stringMatching(fault) }])
  })
})

// Tests how entries of Gold Standard's API become projects, its traps, and the sentence about a bad
// one.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { FileSource } from '#providers/registries/tables/file-source.ts'
import { readRegistryProjects } from './registry-projects.ts'

const entry = {
  id: '5504',
  updated_at: '2026-03-30T15:46:26Z',
  name: ' Kuphatana  -  Florestas Sustentáveis \u200b\u200bem Moçambique ',
  description: '',
  status: 'LISTED',
  estimated_annual_credits: 8925,
  crediting_period_start_date: '2025-12-19',
  crediting_period_end_date: '2065-12-18',
  methodology: null,
  type: 'Biogas - Heat',
  size: 'Small Scale',
  sustaincert_id: 23560,
  sustaincert_url: 'https://assurance-platform.goldstandard.org/project-documents/GS23560',
  project_developer: 'Carbonsink (Carbonsink Group S.r.l.)',
  country: 'Mozambique',
  country_code: 'MZ',
  sustainable_development_goals: [
    { name: 'Goal 13: Climate Action', issuable_products: [] },
    { name: 'Goal 1: No Poverty', issuable_products: [] },
    { name: 'Goal 13: Climate Action', issuable_products: [] },
  ],
  labels: [],
}

/** In chunks of a few characters, as from a slow network. */
function page(file: string, text: string): FileSource {
  return { file, open: () => Readable.from(text.match(/[\s\S]{1,7}/g) ?? ['']) }
}

async function all(...pages: FileSource[]) {
  const reads = []
  for await (const read of readRegistryProjects(pages)) reads.push(read)
  return reads
}

const written = (...entries: unknown[]) => page('page', JSON.stringify(entries, null, 1))
const changed = (change: object) => written({ ...entry, ...change })

describe('a page of the API', () => {
  it('gives the same rows as a file', async () => {
    expect(await all(written(entry))).toEqual([
      {
        file: 'page',
        line: 2,
        row: {
          registry: 'GS',
          registryName: 'Gold Standard',
          externalId: 'GS23560',
          externalUrl: 'https://registry.goldstandard.org/projects/details/5504',
          documentsUrl: 'https://assurance-platform.goldstandard.org/project-documents/GS23560',
          name: 'Kuphatana - Florestas Sustentáveis em Moçambique',
          description: '',
          imageUrl: null,
          country: { code: 'MZ', name: 'Mozambique' },
          unknownCountry: null,
          developer: 'Carbonsink (Carbonsink Group S.r.l.)',
          state: { kind: 'known', status: 'Listed' },
          projectTypes: ['Biogas', 'Heat'],
          sdgs: [1, 13],
          methodology: null,
          size: 'Small Scale',
          estimatedAnnualTonnes: 8925,
          creditingPeriodStart: '2025-12-19',
          creditingPeriodEnd: '2065-12-18',
          asOf: '2026-03-30',
        },
      },
    ])
  })

  it.each([
    [0, 0],
    [null, null],
    [undefined, null],
  ])('keeps an estimate of %j credits a year as %j', async (estimated_annual_credits, tonnes) => {
    const [read] = await all(changed({ estimated_annual_credits }))
    expect(read).toMatchObject({ row: { estimatedAnnualTonnes: tonnes } })
  })

  it('reads the certified states, international projects and the type that contains a dash', async () => {
    const read = await all(
      changed({
        status: 'GOLD_STANDARD_CERTIFIED_PROJECT',
        country: 'International',
        country_code: 'WW',
        type: 'Small, Low - Impact Hydro',
      }),
      page(
        'two',
        JSON.stringify([{ ...entry, sustaincert_id: 2, status: 'GOLD_STANDARD_CERTIFIED_DESIGN' }]),
      ),
    )
    expect(read).toMatchObject([
      {
        row: {
          state: { kind: 'known', status: 'Verified' },
          country: { code: 'XZ' },
          projectTypes: ['Small, Low - Impact Hydro'],
        },
      },
      { row: { state: { kind: 'known', status: 'Certified Design' } } },
    ])
  })

  it.each([[null], ['']])('reads %j for a country as a missing one', async (country) => {
    expect(await all(changed({ country, country_code: country }))).toMatchObject([
      { row: { country: { code: 'ZZ', name: 'Not stated' } } },
    ])
  })

  it('counts a project once that moved to the next page meanwhile, but not twice on one', async () => {
    const one = JSON.stringify([entry])
    expect(await all(page('page=1', one), page('page=2', one))).toHaveLength(1)
    expect(await all(written(entry, entry))).toHaveLength(2)
  })

  it.each([
    ['a number for an id', { id: 5504 }, /entry 1: id/],
    ['a state in figures', { status: 7 }, /status/],
    ['no number of the registry', { sustaincert_id: null }, /sustaincert_id/],
    ['an eighteenth goal', { sustainable_development_goals: [{ name: 'Goal 18: x' }] }, /17 goals/],
    ['a country without its code', { country_code: 'Mozambique' }, /is no country code/],
    ['a country with no code', { country_code: null }, /country_code: is missing beside/],
    ['no name', { name: ' \u200b ' }, /name: is missing/],
  ])('%s is a fault that names line and entry', async (_, change, fault) => {
    expect(await all(changed(change))).toEqual([
      { file: 'page', line: 2, fault: expect.stringMatching(fault) },
    ])
  })

  it.each([
    ['an array that stops in the middle', JSON.stringify([entry, entry]).slice(0, -40)],
    ['an array of words', '["GS1", "GS2"]'],
    ['an error instead of a list', '{"message": "too many requests"}'],
    ['two arrays', '[] []'],
  ])('%s ends with a fault', async (_, text) => {
    const read = await all(page('page', text))
    expect(read.at(-1)).toMatchObject({ fault: 'this is no whole JSON array of objects' })
  })

  it('reads characters that look like the end of an entry as text', async () => {
    const name = 'A "quoted" }] \\ [{ name'
    expect(await all(changed({ name }))).toMatchObject([{ row: { name } }])
  })
})

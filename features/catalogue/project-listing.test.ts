// Tests whether an imported project is listed, by the state at its registry and its previous listing. Tests the row of
// a project that only a file of batches names.
import { expect, it } from 'vitest'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { type Listing, listingOf } from './project-listing.ts'
import { projectOfBatch } from './project-record.ts'

const listed: Listing = { status: 'Certified Design', unlistedStatus: null }
const unlisted: Listing = { status: 'Verified', unlistedStatus: 'Withdrawn' }
const known = { kind: 'known', status: 'Listed' } as const
const ended = { kind: 'ended', word: 'Cancelled' } as const
const unknown = { kind: 'unknown', word: 'Brilliant' } as const

it.each([
  [known, undefined, { status: 'Listed', unlistedStatus: null }],
  [known, listed, { status: 'Listed', unlistedStatus: null }],
  [known, unlisted, { status: 'Listed', unlistedStatus: null }],
  [ended, undefined, { status: 'Listed', unlistedStatus: 'Cancelled' }],
  [ended, listed, { status: 'Certified Design', unlistedStatus: 'Cancelled' }],
  [ended, unlisted, { status: 'Verified', unlistedStatus: 'Cancelled' }],
  [unknown, undefined, { status: 'Listed', unlistedStatus: 'Brilliant' }],
  [unknown, listed, listed],
  [unknown, unlisted, unlisted],
] as const)('a project in the state %j that was %j is %j', (state, previous, listing) => {
  expect(listingOf(state, previous)).toEqual(listing)
})

it('a project that only a file of batches names has the facts of its batch', () => {
  const batch = {
    ...{ registry: 'GS', externalProjectId: 'GS7', projectName: 'Wind', developer: 'Gale' },
    ...{ country: { code: 'TR', name: 'Türkiye' }, projectTypes: ['PV'], sdgs: [7] },
    methodology: 'ACM0002',
  } as unknown as RegistryBatch
  const row = {
    ...{ registry: 'GS', registry_name: 'Gold Standard', external_id: 'GS7', external_url: null },
    ...{ name: 'Wind', description: '', image_url: null, country: 'TR', country_name: 'Türkiye' },
    ...{ developer: 'Gale', status: 'Verified', unlisted_status: null, project_type: ['PV'] },
    ...{ sdgs: [7], raw_data: { methodology: 'ACM0002' }, is_demo: true, ordinal: 3 },
  }
  expect(projectOfBatch(batch, 3, true)).toEqual(row)
  expect(projectOfBatch({ ...batch, methodology: null }, 4, false)).toEqual({
    ...{ ...row, raw_data: {}, is_demo: false, ordinal: 4 },
  })
})

// Tests what is on sale of a project for a purchase without a user: the named one, else the first featured one, with
// the batch that the country prefers.
import { expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { findNamedProject, readProjectOffer } from './project-offer.ts'

const featured = [
  { id: 'one', preferred_batch_id: 'b1' },
  { id: 'two', preferred_batch_id: 'b2' },
  { id: 'three', preferred_batch_id: null },
]
const batches = [
  { id: 'b1', is_offered: true },
  { id: 'off', is_offered: false },
  { id: 'b2', is_offered: true },
]

async function offerOf(projectId: string | null, rows: readonly object[] = featured) {
  const { db, valuesOf } = databaseOf({
    ...{ 'find-featured-projects': [rows], 'batches-of-project': [batches] },
  })
  const offer = await readProjectOffer(db, projectId, 'TR')
  const read = { featured: valuesOf('find-featured-projects'), of: valuesOf('batches-of-project') }
  return { offer, read }
}
const onSale = [batches[0], batches[2]]

it.each([
  [null, 'one', 'b1'],
  ['one', 'one', 'b1'],
  ['two', 'two', 'b2'],
  ['three', 'three', null],
  ['another', 'another', null],
])(
  'of the project %s is that of %s, with the preferred batch %s',
  async (named, id, preferredId) => {
    expect(await offerOf(named)).toEqual({
      offer: { preferredId, batches: onSale },
      read: { featured: [['TR']], of: [[id]] },
    })
  },
)

it('is none where no project is named or featured', async () => {
  expect((await offerOf(null, [])).offer).toBeNull()
  expect((await offerOf('another', [])).offer).toEqual({ preferredId: null, batches: onSale })
})

it('reads no project by what is no id', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const { db, valuesOf } = databaseOf({ 'find-project': [[{ id, is_offered: false }]] })
  expect(await findNamedProject(db, 'one')).toBeNull()
  expect(valuesOf('find-project')).toEqual([])
  expect(await findNamedProject(db, id)).toEqual({ id, is_offered: false })
  expect(valuesOf('find-project')).toEqual([[id]])
})

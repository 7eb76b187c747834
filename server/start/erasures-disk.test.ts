// Tests the warning about a file of erasures that would be lost with the data.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { erasuresDiskWarning } from './erasures-disk.ts'

/** Linux keeps it in memory. */
const otherDisk = '/dev/shm'

let dataDir: string
let isOther = false
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carbon-passport-data-'))
  const other = await stat(otherDisk).catch(() => null)
  isOther = other !== null && other.dev !== (await stat(dataDir)).dev
})
afterAll(() => rm(dataDir, { recursive: true }))

it('is given in production where both share a disk, also while the folder is missing', async () => {
  for (const erasuresFile of [join(dataDir, 'erasures'), join(dataDir, 'no/such/erasures')]) {
    const warning = await erasuresDiskWarning({ production: true, erasuresFile, dataDir })
    expect(warning).toContain(`ERASURES_FILE (${erasuresFile})`)
    expect(await erasuresDiskWarning({ production: false, erasuresFile, dataDir })).toBeNull()
  }
})

it('is not given where the file is on another disk', async ({ skip }) => {
  if (!isOther) skip()
  const erasuresFile = join(otherDisk, 'erasures')
  expect(await erasuresDiskWarning({ production: true, erasuresFile, dataDir })).toBeNull()
})

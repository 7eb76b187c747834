// Tests that the share of free space is that of each folder's own disk.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'prom-client'
import { expect, it } from 'vitest'
import { watchDisks } from './watch-disks.ts'

/** Linux keeps it in memory. */
const otherDisk = '/dev/shm'

async function shownOf(disk: string): Promise<number | undefined> {
  const metric = await register.getSingleMetric('disk_free_ratio')?.get()
  return metric?.values.find(({ labels }) => labels.of === disk)?.value
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder)
  return bavail / blocks
}

it('is the free share of the disk of each folder', async () => {
  const other = await freeOf(otherDisk).catch(() => null)
  const folders = other === null ? [tmpdir()] : [tmpdir(), otherDisk]
  for (const folder of folders) {
    for (const tested of ['data', 'erasures', 'backups']) {
      const at = (of: string) => ((of === tested) === (folder === tmpdir()) ? tmpdir() : otherDisk)
      await watchDisks({
        dataDir: at('data'),
        erasuresFile: join(at('erasures'), 'erasures'),
        backupsDir: at('backups'),
      })
      // Other programs use the disk meanwhile.
      expect(await shownOf(tested), `${tested} ${folder}`).toBeCloseTo(await freeOf(folder), 1)
    }
  }
})

it('ends with the folder, and with the setting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-disk-'))
  const folders = { dataDir: folder, erasuresFile: join(folder, 'erasures'), backupsDir: folder }
  const shown = () => Promise.all(['data', 'erasures', 'backups'].map(shownOf))
  await watchDisks(folders)
  const free = expect.any(Number)
  expect(await shown()).toEqual([free, free, free])
  await watchDisks({ ...folders, backupsDir: undefined })
  expect(await shown()).toEqual([free, free, undefined])
  await rm(folder, { recursive: true })
  await watchDisks(folders)
  expect(await shown()).toEqual([undefined, undefined, undefined])
})

// Measures the free space of the disks of the data, of the file of erasures and of the backups.
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge } from 'prom-client'
import type { Settings } from '#server/settings/settings.ts'

const freeRatio = new Gauge({
  name: 'disk_free_ratio',
  help: 'Share of a disk that is free for the service, from 0 to 1: of the data, the erasures, the backups.',
  labelNames: ['of'],
  // Every process of a machine sees the same disks; the fullest machine counts.
  aggregator: 'min',
})

type Folders = Pick<Settings, 'dataDir' | 'erasuresFile' | 'backupsDir'>

/** Sets the metric. A folder that does not exist yet has none. Returns 0: no work is left. */
export async function watchDisks({ dataDir, erasuresFile, backupsDir }: Folders): Promise<number> {
  const folders = { data: dataDir, erasures: dirname(erasuresFile), backups: backupsDir }
  for (const [of, folder] of Object.entries(folders)) {
    const disk = folder === undefined ? null : await statfs(folder).catch(() => null)
    if (disk === null) freeRatio.remove({ of })
    else freeRatio.set({ of }, disk.bavail / disk.blocks)
  }
  return 0
}

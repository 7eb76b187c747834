// Loads the projects and batches that an import's rows refer to.

import type { Db } from '#platform/database/database.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import type { ReadRow } from '#providers/registries/tables/file-source.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { projectKey } from './catalogue-files.ts'
import {
  findBatchesBySerialNumber,
  findProjectsByRegistryId,
  type RegistryId,
} from './import-queries.ts'

export type KnownBatch = Awaited<ReturnType<typeof findBatchesBySerialNumber>>[number]

/** Project ids by `projectKey`, and batches by serial number. */
export type KnownCatalogue = {
  readonly projectIds: ReadonlyMap<string, string>
  readonly batches: ReadonlyMap<string, KnownBatch>
}

export async function findKnownForBatches(
  tx: Db,
  rows: readonly ReadRow<RegistryBatch>[],
): Promise<KnownCatalogue> {
  return findKnown(
    tx,
    rows.map(({ row }) => ({ ...row, externalId: row.externalProjectId })),
    rows.map(({ row }) => row.serialNumber),
  )
}

export async function findKnown(
  tx: Db,
  registryIds: readonly RegistryId[],
  serialNumbers: readonly string[],
): Promise<KnownCatalogue> {
  const [projects, batches] = await Promise.all([
    findProjectsByRegistryId(tx, registryIds),
    findBatchesBySerialNumber(tx, serialNumbers),
  ])
  return {
    projectIds: new Map(
      projects.map(({ id, registry, external_id }) => [
        projectKey({ registry, externalId: external_id }),
        id,
      ]),
    ),
    batches: new Map(batches.map((row) => [row.serial_number, row])),
  }
}

/** Returns the value of a key. Throws if the key is missing, which cannot happen after the validation. */
export function getKnown<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  return getOrThrow(values, key, `an import lost ${key}`)
}

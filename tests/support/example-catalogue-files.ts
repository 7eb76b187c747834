// Provides example catalogue files as an operator imports them: two projects, and a batch for sale.
import { Readable } from 'node:stream'
import { type RegistryBatch, readBatchFile } from '#providers/registries/tables/batch-file.ts'
import type { FileSource } from '#providers/registries/tables/file-source.ts'

export const projectHeader =
  'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
  'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
  'crediting_period_end,sdgs,description'
export const wind = 'GS,Gold Standard,GS1,,Wind,,Turkey,TR,Verified,Wind,,,,,,[7],Windy.'
export const stove = 'GS,Gold Standard,GS2,,Stove,,Kenya,KE,Listed,Other,,,900,,,[3],'

/** Returns a file in memory that contains these lines. */
export function textFile(name: string, ...lines: readonly string[]): FileSource {
  return { file: name, open: () => Readable.from([`${lines.join('\n')}\n`]) }
}

const batchFile = textFile(
  'batches.csv',
  'registry,external_project_id,vintage_year,serial_number,quantity_tco2e,status,issuance_date,price_per_kg,currency',
  'GS,GS11236,2024,GS1-1-UG-GS11236-16-2024-30307-1-5,5,ISSUED,2026-04-13,0.02,GBP',
)

/** Returns the example batch as the import reads it, with all fields. */
export async function readExampleRow(): Promise<RegistryBatch> {
  for await (const result of readBatchFile(batchFile)) if ('row' in result) return result.row
  throw new Error('the example of a batch has a fault')
}

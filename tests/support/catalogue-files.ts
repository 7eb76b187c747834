// Writes catalogue files of projects as an operator imports them, and two projects of such a file.
import { Readable } from 'node:stream'
import type { FileSource } from '#providers/registries/tables/file-source.ts'

export const projectHeader =
  'registry,registry_name,external_id,external_url,name,developer,country,country_code,status,' +
  'project_type,methodology,size,estimated_annual_credits,crediting_period_start,' +
  'crediting_period_end,sdgs,description'
export const wind = 'GS,Gold Standard,GS1,,Wind,,Turkey,TR,Verified,Wind,,,,,,[7],Windy.'
export const stove = 'GS,Gold Standard,GS2,,Stove,,Kenya,KE,Listed,Other,,,900,,,[3],'

/** A file of these lines. */
export function textFile(name: string, ...lines: readonly string[]): FileSource {
  return { file: name, open: () => Readable.from([`${lines.join('\n')}\n`]) }
}

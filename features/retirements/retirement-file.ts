// What a registry answered to a request to retire, as rows of a CSV file: the columns of the export, with
// the last three filled in. Other columns may stand beside them.
import { z } from 'zod'
import { readCsvRows } from '#providers/registries/csv-rows.ts'
import type { FileSource } from '#providers/registries/file-source.ts'
import {
  httpsAddress,
  optionalDay,
  positiveInteger,
  required,
} from '#providers/registries/registry-fields.ts'

const row = z
  .object({
    serial_number: required.pipe(z.string().max(200)),
    tonnes: positiveInteger,
    reference: required.pipe(z.string().max(200)),
    retired_on: optionalDay,
    url: httpsAddress,
  })
  .transform(({ serial_number, tonnes, reference, retired_on, url }, context) => {
    if (retired_on === null) {
      context.addIssue('retired_on: is missing')
      return z.NEVER
    }
    return { serial: serial_number, tonnes, reference, retiredOn: retired_on, url }
  })
export type RetirementRow = z.output<typeof row>

export function readRetirementFile(source: FileSource) {
  return readCsvRows(source, row)
}

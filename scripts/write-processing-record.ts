// Runs `npm run processing-record`: writes docs/record-of-processing.md from the words of the own-data parts.
import { writeFileSync } from 'node:fs'
import { openNumberKeys } from '#platform/keys.ts'
import { ownDataParts } from '#server/own-data-parts.ts'
import { recordOfProcessing } from '#server/record-of-processing.ts'

const file = 'docs/record-of-processing.md'
// The words need no hash, so that any key serves.
const parts = ownDataParts(openNumberKeys(Buffer.alloc(32)))
writeFileSync(file, recordOfProcessing(parts))
console.log(`${file} is written.`)

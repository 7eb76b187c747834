// Runs `npm run api-types`: writes web/api/api-types.ts, the browser's types of the API's calls,
// from the API's description.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import startTestPostgres from '#tests/support/postgres.ts'
import { apiTypesFile, apiTypesText, readDescription, successesOf } from './api-description.ts'
import { fail, installTool } from './install.mjs'

const tool = 'tools/api-description'
const generator = `${tool}/node_modules/openapi-typescript/bin/cli.js`

await installTool(tool)
const stop = await startTestPostgres()
const description = await readDescription().finally(stop)
writeFileSync(apiTypesFile, apiTypesText(description, generate(successesOf(description))))
console.log(`${apiTypesFile} is written.`)

function generate(described: object): string {
  // A field with a default is optional in a request.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [generator, '--default-non-nullable=false'],
    { input: JSON.stringify(described), encoding: 'utf8' },
  )
  if (status !== 0) fail(`${stderr}\nThe types of the API could not be generated.`)
  return stdout
}

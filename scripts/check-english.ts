// Checks that comments, test names and documents are in plain English (scripts/english.ts). Lists each fault.
import { globSync, readFileSync } from 'node:fs'
import { findFaults, proseOf } from './english.ts'

const extensions = 'ts,tsx,mts,mjs,css,sql,sh,md,yaml,yml,ini,conf,service,timer,sample'
const patterns = [
  `**/{*,.*}.{${extensions}}`,
  `.github/**/*.{${extensions}}`,
  '**/{Caddyfile,Dockerfile}',
]
/**
 * Migrations never change after they were applied, decisions are history, and the other files are
 * generated.
 */
const excludedPaths =
  /(^|\/)(node_modules|dist|test-results|coverage|\.data)$|^docs\/decisions$|^database\/(migrations|schema\.sql)$/

const files = globSync(patterns, { exclude: (name) => excludedPaths.test(name) })
const faults = files
  .sort()
  .flatMap((file) =>
    findFaults(proseOf(file, readFileSync(file, 'utf8'))).map(
      ({ line, fault, sentence }) => `${file}:${line}: ${fault}: ${sentence}`,
    ),
  )
for (const fault of faults) console.error(fault)
console.log(`${files.length} files read, ${faults.length} faults`)
if (files.length === 0 || faults.length > 0) process.exitCode = 1

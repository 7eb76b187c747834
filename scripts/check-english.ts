// Checks that comments, test names and documents are in plain English (scripts/english.ts), except for the
// older faults that scripts/english-debts.json counts. `npm run english -- [folder]` also lists each fault;
// `npm run english -- --write` lowers the counts.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findFaults, proseOf } from './english.ts'
import { compareDebts, type Debts, folderOf, lowerDebts } from './english-debts.ts'

const list = 'scripts/english-debts.json'
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
})
const isListed = (file: string) =>
  positionals.some((each) => each === folderOf(file) || `${file}/`.startsWith(`${each}/`))
const files = globSync(patterns, { exclude: (name) => excludedPaths.test(name) }).sort()
const counted: Record<string, number> = {}
for (const file of files) {
  const folder = folderOf(file)
  const faults = findFaults(proseOf(file, readFileSync(file, 'utf8')))
  counted[folder] = (counted[folder] ?? 0) + faults.length
  if (!isListed(file)) continue
  for (const { line, fault, sentence } of faults)
    console.log(`${file}:${line}: ${fault}: ${sentence}`)
}

const allowed: Debts = JSON.parse(readFileSync(list, 'utf8'))
const lowered = values.write ? lowerDebts(allowed, counted) : allowed
if (values.write) writeFileSync(list, `${JSON.stringify(lowered, null, 2)}\n`)
const differences = compareDebts(lowered, counted)
for (const each of differences) console.error(each)
const allowedTotal = Object.values(lowered).reduce((sum, count) => sum + count, 0)
console.log(`${files.length} files read, ${allowedTotal} older faults allowed`)
if (files.length === 0 || differences.length > 0) process.exitCode = 1

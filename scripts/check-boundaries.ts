// Checks the imports between folders (.dependency-cruiser.mjs). It must not pass on files that the
// cruiser did not read: without a parser for TypeScript it sees none and finds no fault.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import boundaries from '../.dependency-cruiser.mjs'

type Report = {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

type Path = { readonly path?: string | readonly string[] }
type Rule = { readonly name: string; readonly from: Path; readonly to: Path }
const rules: readonly Rule[] = boundaries.forbidden

const cruiser = 'tools/checks/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
const outputBytesMax = 256 * 1024 * 1024

/**
 * Returns all TypeScript files of the checkout; without git (an unpacked archive), those of its
 * folders.
 */
function sourceFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const git = spawnSync('git', args, { encoding: 'utf8', maxBuffer: outputBytesMax })
  const files =
    git.status === 0
      ? git.stdout.split('\n').filter((file) => file !== '' && existsSync(file))
      : globSync('**/*.{ts,tsx}', { exclude: (name) => /^(node_modules|dist|\..*)$/.test(name) })
  return files.filter((file) => !file.endsWith('.d.ts'))
}

function cruise(files: readonly string[]): Report {
  const tops = new Set(files.map((file) => file.split('/')[0] ?? file))
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...tops]
  const run = spawnSync(process.execPath, [cruiser, ...args], {
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
  if (run.error) throw run.error
  if (!run.stdout.startsWith('{')) throw new Error(`${run.stdout}${run.stderr}`)
  return JSON.parse(run.stdout)
}

/** Returns rules that match no file: their files were moved, or a pattern has a mistake. */
function idleRules(readFiles: ReadonlySet<string>): string[] {
  const isMatched = (pattern: string) =>
    [...readFiles].some((file) => new RegExp(pattern).test(file))
  const patternsOf = ({ path = [] }: Path) => [path].flat()
  return rules.flatMap(({ name, from, to }) => {
    const idlePatterns = patternsOf(from).filter((pattern) => !isMatched(pattern))
    // Skips a pattern with `$1`, which depends on the importing file.
    const targets = patternsOf(to).filter((pattern) => !/\$\d/.test(pattern))
    idlePatterns.push(...targets.filter((pattern) => !isMatched(pattern)))
    return idlePatterns.map((pattern) => `${name}: ${pattern}`)
  })
}

const files = sourceFiles()
const { modules, summary } = cruise(files)
const readFiles = new Set(modules.map(({ source }) => source))
const idle = idleRules(readFiles)
for (const rule of idle) console.error(`matches no file: ${rule}`)
const unreadFiles = files.filter((file) => !readFiles.has(file))
for (const file of unreadFiles) console.error(`not read by the cruiser: ${file}`)
for (const { rule, from, to } of summary.violations) {
  console.error(`${rule.name}: ${from} imports ${to}`)
}
console.log(`${files.length - unreadFiles.length} of ${files.length} files read`)
if (
  [idle, unreadFiles, summary.violations].some(({ length }) => length > 0) ||
  files.length === 0
) {
  process.exitCode = 1
}

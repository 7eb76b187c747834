// Tests that scripts/run.mjs passes arguments, output, signals and exit code through, and adds no
// output of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carbon-passport-run-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(flags: readonly string[], program: string, args: readonly string[]) {
  const file = join(folder, 'program.ts')
  writeFileSync(file, program)
  const command = ['scripts/run.mjs', ...flags, relative('.', file), ...args]
  return spawnSync(process.execPath, command, { encoding: 'utf8' })
}

const tell = `const told: { argv: string[]; flags: string[] } = {
  argv: process.argv.slice(2),
  flags: process.execArgv,
}
console.log(JSON.stringify(told))
process.exitCode = 3
`

it('A program gets its arguments and flags, its exit code counts, and only it prints', () => {
  const { stdout, status } = run(['--max-semi-space-size=8'], tell, ['list', '--json', '--web'])
  expect(JSON.parse(stdout)).toEqual({
    argv: ['list', '--json', '--web'],
    flags: ['--max-semi-space-size=8'],
  })
  expect(status).toBe(3)
})

it('Without a program it shows how it is called', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/run.mjs', '--web'], {
    encoding: 'utf8',
  })
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
  expect(stderr).toContain('node scripts/run.mjs <file>')
})

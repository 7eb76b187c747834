// Tests that settings files are read as systemd reads an EnvironmentFile. Where systemd is
// installed, it is compared directly.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironmentFile } from '#operator/environment-file.ts'

const cases: readonly (readonly [text: string, values: Readonly<Record<string, string>>])[] = [
  ['A=plain\n', { A: 'plain' }],
  ['A="postgresql://u:p@127.0.0.1/db?x=1"\n', { A: 'postgresql://u:p@127.0.0.1/db?x=1' }],
  ["A='one two'\nB=three", { A: 'one two', B: 'three' }],
  ['A = spaced out  \n', { A: 'spaced out' }],
  ['  A=indented\n', { A: 'indented' }],
  ['# A=1\n; B=2\n  # C=3\nD=4\n', { D: '4' }],
  ['A=one # no comment\n', { A: 'one # no comment' }],
  ['A=one \\\n  two\nB=3\n', { A: 'one   two', B: '3' }],
  ['A="one \\\n  two"\n', { A: 'one   two' }],
  ['A="quote \\" back \\\\ other \\n"\n', { A: 'quote " back \\ other \\n' }],
  ["A='back \\ slash'\n", { A: 'back \\ slash' }],
  ['A="two\nlines"\nB=1\n', { A: 'two\nlines', B: '1' }],
  ['A="one""two" three\n', { A: 'onetwothree' }],
  ['A=it"s\n', { A: 'it"s' }],
  ['A=a\\ b\\\\c\n', { A: 'a b\\c' }],
  ['A=ends\\ \n', { A: 'ends ' }],
  ['A=\nB=""\n', { A: '', B: '' }],
  ['A=1\nA=2\n', { A: '2' }],
  ['no assignment\nA=1\n', { A: '1' }],
  ['A=crlf\r\nB="q"\r\n', { A: 'crlf', B: 'q' }],
  ['A=x=y\n', { A: 'x=y' }],
  ['A="open', { A: 'open' }],
]

const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

/** Reads a file with systemd itself. */
function bySystemd(text: string): readonly string[] {
  const home = mkdtempSync(join(tmpdir(), 'carbon-passport-environment-'))
  try {
    mkdirSync(join(home, 'environment.d'))
    writeFileSync(join(home, 'environment.d/0.conf'), text)
    const { stdout } = spawnSync(generator, [], {
      env: { XDG_CONFIG_HOME: home, HOME: home },
      encoding: 'utf8',
    })
    return [...stdout.matchAll(/^[ABCD]=.*$/gm)].map(([line]) => line)
  } finally {
    rmSync(home, { recursive: true })
  }
}

describe('a settings file', () => {
  it.each(cases)('%j is read as systemd reads it', (text, values) => {
    expect(readEnvironmentFile(text)).toEqual({ values, omitted: [] })
  })

  it('reports lines that systemd ignores', () => {
    const { values, omitted } = readEnvironmentFile('export A=1\nB=2\n1C=3\n')
    expect(values).toEqual({ B: '2' })
    expect(omitted).toHaveLength(2)
    expect(omitted[0]).toContain('"export A"')
  })

  it('is refused where versions of systemd differ', () => {
    expect(() => readEnvironmentFile('# a path\\\nA=1\n')).toThrow('backslash')
  })

  it.skipIf(!existsSync(generator))('is read the same by systemd itself', () => {
    // It leaves empty values out.
    const filled = cases.filter(([, values]) => !Object.values(values).includes(''))
    for (const [text, values] of filled) {
      const shown = bySystemd(text)
      expect([text, shown.length]).toEqual([text, Object.keys(values).length])
      for (const [name, value] of Object.entries(values)) {
        const quoted = value.replace(/["\\`$]/g, '\\$&').replaceAll('\n', '\\n')
        const forms = [`${name}=${value}`, `${name}="${quoted}"`]
        expect([text, forms.some((form) => shown.includes(form)), shown]).toEqual([
          text,
          true,
          shown,
        ])
      }
    }
  })
})

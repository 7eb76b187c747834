// Tests that lock files name every package, since `npm ci` on a fresh clone refuses others.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockFiles, missingEntries, unchecked, withChecksums } from './complete-lock-file.ts'

test('There is a lock file for the product, for its tools and for its rivals', () => {
  const folders = [
    'benchmarks/rivals/',
    'benchmarks/rivals/lighthouse/',
    'benchmarks/rivals/vendure/',
    'tools/api-description/',
    'tools/checks/',
    'tools/mutants/',
    'tools/test-libraries/',
    '',
  ]
  expect([...lockFiles].sort()).toEqual(
    folders.map((folder) => `${folder}package-lock.json`).sort(),
  )
})

test.each(lockFiles)('%s names the native packages of every system', (file) => {
  const missing = missingEntries(JSON.parse(readFileSync(file, 'utf8')))
  expect(Object.keys(missing), 'run: npm run lock').toEqual([])
})

test.each(lockFiles)('%s has the checksum of every package that this system installs', (file) => {
  expect(unchecked(JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
})

test('Only missing checksums are requested', () => {
  const foreign = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] }
  const packages = {
    '': {},
    'node_modules/plain': { version: '2.0.0', integrity: 'sha512-plain' },
    'node_modules/plain/node_modules/@a/tool-darwin-arm64': foreign,
    'node_modules/gone-darwin-arm64': foreign,
  }
  const asked: string[] = []
  const whole = withChecksums({ packages }, (name, version) => {
    asked.push(`${name}@${version}`)
    return name.startsWith('@a') ? 'sha512-found' : undefined
  })
  expect(asked).toEqual(['@a/tool-darwin-arm64@1.0.0', 'gone-darwin-arm64@1.0.0'])
  expect(whole['node_modules/plain/node_modules/@a/tool-darwin-arm64']?.integrity).toBe(
    'sha512-found',
  )
  expect(whole['node_modules/gone-darwin-arm64']).toEqual(foreign)
  expect(whole['node_modules/plain']).toEqual(packages['node_modules/plain'])
})

test('A package without a checksum that this system would install is found', () => {
  const here = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] }
  const packages = {
    '': {},
    'node_modules/here': here,
    'node_modules/needed': { version: '1.0.0' },
  }
  expect(unchecked({ packages })).toEqual(['node_modules/here', 'node_modules/needed'])
})

test('A missing package gets the system, processor and C library of its name', () => {
  const optionalDependencies = {
    '@a/tool-linux-x64-musl': '1.0.0',
    '@a/tool-linux-arm-gnueabihf': '1.0.0',
    '@a/tool-darwin-arm64': '1.0.0',
    '@a/tool-wasm32-wasi': '1.0.0',
    '@a/tool-win32-x64-msvc': '1.0.0',
    '@a/tool-linux-x64-gnu': '1.0.0',
  }
  const packages = {
    '': {},
    'node_modules/@a/tool': { version: '1.0.0', dev: true, optionalDependencies },
    'node_modules/@a/tool-linux-x64-gnu': { version: '1.0.0' },
  }
  const common = { version: '1.0.0', dev: true, optional: true }
  expect(missingEntries({ packages })).toEqual({
    'node_modules/@a/tool-linux-x64-musl': {
      ...common,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/@a/tool-linux-arm-gnueabihf': {
      ...common,
      os: ['linux'],
      cpu: ['arm'],
      libc: ['glibc'],
    },
    'node_modules/@a/tool-darwin-arm64': { ...common, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/@a/tool-wasm32-wasi': { ...common, cpu: ['wasm32'] },
    'node_modules/@a/tool-win32-x64-msvc': { ...common, os: ['win32'], cpu: ['x64'] },
  })
})

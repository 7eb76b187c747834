// Tests that a command of the test run ends, also with a running child or an endless wait.
import { expect, test } from 'vitest'
import { isZombie, processExists } from '#embedded-postgres/running-processes.ts'
import { runCommand } from './test-command.ts'

const never = new AbortController().signal
const run = (script: string, minutes = 1) => runCommand(['sh', '-c', script], {}, minutes, never)

test('A command returns its output, and whether it succeeded', async () => {
  expect(await run('echo out; echo err >&2')).toMatchObject({ succeeded: true })
  const { succeeded, output } = await run('echo out; echo err >&2; exit 3')
  expect(succeeded).toBe(false)
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out'])
})

test('A process that a command leaves running delays no other command, and ends', async () => {
  const { succeeded, output } = await run('sleep 600 & echo $!')
  expect(succeeded).toBe(true)
  const left = Number(output)
  expect(left).toBeGreaterThan(1)
  await expect.poll(() => processExists(left) && !isZombie(left)).toBe(false)
})

test('A command that hangs is stopped when its minutes are over', async () => {
  const { succeeded, output } = await run('echo begun; sleep 600', 0.02)
  expect(succeeded).toBe(false)
  expect(output).toContain('begun\n\nstopped after 0.0 minutes')
})

test('A missing command has failed', async () => {
  const missing = await runCommand(['no-such-command'], {}, 1, never)
  expect(missing).toMatchObject({ succeeded: false })
})

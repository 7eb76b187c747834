// Admits one process at a time to prepare a checkout, because concurrent starts or test runs would
// install over each other. The lock of a killed process must not stay.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const waitMs = 15 * 60_000
const pollMs = 200
/** Age in milliseconds at which a lock file without a process id counts as left over from a kill. */
const emptyForMs = 5_000

/** Waits until no other process prepares this checkout, then runs `work` under the lock. */
export async function withCheckoutLock(root, work) {
  const file = join(root, '.data/preparing.lock')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const deadline = Date.now() + waitMs
  let isReported = false
  while (!tryLock(file)) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for too long.`)
    if (!isReported) console.error('Waiting for another start that is preparing the same checkout…')
    isReported = true
    await sleep(pollMs)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    const isHeld = holder ? isLiving(holder) : Date.now() - statSync(file).mtimeMs < emptyForMs
    if (isHeld) return false
    rmSync(file, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return tryLock(file)
}

function isLiving(pid) {
  // Ignores our own process id: in a container it may equal that of the killed process that held the
  // lock.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

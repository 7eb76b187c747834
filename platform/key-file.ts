// Creates a file with a key of this machine, readable by its owner only.
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes the key as hex, unless the file exists, for example from a concurrent process. */
export function keepKeyFile(file: string, key: Buffer): void {
  const draft = `${file}-${process.pid}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(draft, key.toString('hex'), { mode: 0o600 })
  try {
    // A link is atomic: of two concurrent first starts one writes the key, and both read it.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

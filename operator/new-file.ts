// Writes the output file of a command. It never overwrites an existing file.

import { existsSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { findCallerFile } from '#platform/caller-file.ts'

/** Throws if the file exists. Commands call it before they change anything. */
export function assertNewFile(path: string): void {
  const { fd, at = path, fault } = findCallerFile(path)
  if (fault !== undefined) throw new Error(fault)
  if (fd === undefined && existsSync(at)) {
    throw new Error(`${path} is there already: name a file that is not.`)
  }
}

/** Writes the file with `mode`. Throws if a file of that name has appeared meanwhile. */
export async function writeNewFile(
  path: string,
  content: string | Buffer,
  mode = 0o666,
): Promise<void> {
  const { fd, at = path } = findCallerFile(path)
  if (fd !== undefined) {
    writeFileSync(fd, content)
    return
  }
  try {
    await writeFile(at, content, { flag: 'wx', mode })
  } catch (error) {
    assertNewFile(path)
    throw error
  }
}

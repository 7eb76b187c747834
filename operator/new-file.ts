// Files that commands write for people: never in the place of one that is there.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

/** Throws a sentence where the file is there: asked before anything is changed for its sake. */
export function demandNewFile(path: string): void {
  if (existsSync(path)) throw new Error(`${path} is there already: name a file that is not.`)
}

/** Throws the same where it came meanwhile. `mode` is that of a new file. */
export async function writeNewFile(path: string, text: string, mode = 0o666): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode })
  } catch (error) {
    demandNewFile(path)
    throw error
  }
}

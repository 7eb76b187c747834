// Reads a file that may be missing.
import { readFile } from 'node:fs/promises'

/** Returns the file's text (UTF-8), or null for a missing file. Throws on any other failure. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

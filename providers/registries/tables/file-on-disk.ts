// Opens a file of this machine for importers. It checks the path first, to report a wrong path clearly.
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findCallerFile, readDescriptor } from '#platform/caller-file.ts'
import { textOf } from '#providers/registries/tables/checked-bytes.ts'
import {
  type FileSource,
  faultSentence,
  UnreadableFile,
} from '#providers/registries/tables/file-source.ts'

/**
 * Returns the source of a file. Throws an error for people if the file is missing, a folder or unreadable.
 * Also refuses a pipe, because a retried import opens its file again.
 */
export async function fileOnDisk(path: string): Promise<FileSource> {
  const { fd, at = path, fault } = findCallerFile(path)
  if (fault !== undefined) throw new Error(fault)
  const file = basename(path)
  if (fd !== undefined) return { file, open: () => readDescriptor(fd) }
  if (path === '-') throw new Error('The standard input cannot be read twice: name a file.')
  const stats = await stat(at).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    if (error.code === 'EACCES') throw new Error(`${path} may not be opened by this user.`)
    throw new Error(`${path} cannot be read: ${error.message}.`)
  })
  if (stats === null) throw new Error(`There is no file ${path}.`)
  if (stats.isDirectory()) throw new Error(`${path} is a folder, not a file.`)
  if (!stats.isFile()) throw new Error(`${path} is no file that can be read twice.`)
  await access(at, constants.R_OK).catch(() => {
    throw new Error(`${path} may not be read by this user.`)
  })
  return { file, open: () => createReadStream(at) }
}

/** Returns the text of a small file. Throws a sentence like `fileOnDisk`, or one that names the line. */
export async function textOnDisk(path: string, bytesMax: number): Promise<string> {
  const source = await fileOnDisk(path)
  try {
    return await textOf(source, bytesMax)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const fault = { file: source.file, line: error.line, fault: error.message }
    throw new Error(faultSentence(fault), { cause: error })
  }
}

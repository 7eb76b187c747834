// Finds and reads the file that an operator command names. operator/run-as-service.ts opens it with the
// caller's rights and passes it to this process as an inherited descriptor.
import { read } from 'node:fs'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Environment variable that carries a CallerFile as JSON. */
export const callerFileVariable = 'CALLER_FILE'

const callerFile = z.object({
  /** The path as the caller typed it. */
  path: z.string(),
  /** A descriptor that this process inherited. */
  fd: z.int().optional(),
  /** The absolute path, for a file that this process opens with its own rights. */
  at: z.string().optional(),
  /** The reason why the caller cannot use the path. */
  fault: z.string().optional(),
})
export type CallerFile = z.infer<typeof callerFile>

/**
 * Returns the file that CALLER_FILE describes, if the caller typed its path as `path`. Any other path is
 * returned without a descriptor.
 */
export function findCallerFile(path: string): CallerFile {
  const text = process.env[callerFileVariable]
  if (text === undefined) return { path }
  const file = callerFile.parse(JSON.parse(text))
  return file.path === path ? file : { path }
}

const readFromDescriptor = promisify(read)
const chunkBytes = 64 * 1024

/** Reads the file of a descriptor from its start. It leaves the descriptor open, unlike a ReadStream. */
export function readDescriptor(fd: number): Readable {
  return Readable.from(chunksOf(fd), { objectMode: false })
}

async function* chunksOf(fd: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    const { bytesRead } = await readFromDescriptor(fd, buffer, 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

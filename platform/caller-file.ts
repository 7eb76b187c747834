// The file that the caller of a command named, opened by run-as-service.ts with the caller's rights.
import { z } from 'zod'

/** Environment variable that carries a CallerFile as JSON. */
export const callerFileVariable = 'CALLER_FILE'

const callerFile = z.object({
  /** As the caller typed it. */
  path: z.string(),
  /** A descriptor that this process inherited. */
  fd: z.int().optional(),
  /** Where the file is, to be opened with this process's own rights. */
  at: z.string().optional(),
  /** Why the caller cannot use the path. */
  fault: z.string().optional(),
})
export type CallerFile = z.infer<typeof callerFile>

/** What is known of a path that the caller typed; for any other path, the path alone. */
export function findCallerFile(path: string): CallerFile {
  const text = process.env[callerFileVariable]
  if (text === undefined) return { path }
  const given = callerFile.parse(JSON.parse(text))
  return given.path === path ? given : { path }
}

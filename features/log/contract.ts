// What the log's addresses take (contract 10; the forms are C2SP's tlog-tiles and signed-note).
import { z } from 'zod'

/** A log before the one that is open is asked for by its number. */
export const logParams = z.object({ number: z.string().max(8) })

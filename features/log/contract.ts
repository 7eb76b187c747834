// Declares the parameters of the log's addresses. Their forms are C2SP's tlog-tiles and signed-note
// (docs/log.md#addresses).
import { z } from 'zod'

/** A log before the one that is open is asked for by its number. */
export const logParams = z.object({ number: z.string().max(8) })

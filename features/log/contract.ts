// Declares the parameters of the log's addresses. Their forms are C2SP's tlog-tiles and signed-note
// (docs/log.md#addresses).
import { z } from 'zod'

/** The number of a previous log. The open one has none in its address. */
export const logParams = z.object({ number: z.string().max(8) })

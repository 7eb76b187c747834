// Loads a receipt that may still wait for its number.
import { ApiError, isUnreached } from '#web/api/api.ts'
import { sendCall } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { downloadReceipt } from '../receipts-calls.ts'

/** Maximum number of attempts. With the server's waits they take longer than the number does. */
const attemptsMax = 10
/** Milliseconds to wait if the answer names no time. */
const waitMs = 2_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Returns the file once the receipt has its number. `onWait` is called before each wait for it. Throws the errors of
 * `sendCall`, also if the number does not come.
 */
export async function loadReceipt(txId: string, onWait: () => void): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await sendCall(downloadReceipt, { params: { tx_id: txId } })
      return await response.blob()
    } catch (error) {
      const isAwaited = error instanceof ApiError && error.code === 'not_yet'
      if (!isAwaited || attempt === attemptsMax) throw error
      onWait()
      const { retryAfterSeconds } = error
      await pause(retryAfterSeconds === undefined ? waitMs : retryAfterSeconds * 1_000)
    }
  }
}

/** Returns the text of a receipt that did not load. */
export function receiptProblemText(error: unknown): string {
  return isUnreached(error) ? texts.common_no_connection() : texts.receipts_failed()
}

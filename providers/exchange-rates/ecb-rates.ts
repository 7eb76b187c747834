// Downloads the European Central Bank's daily euro reference rates, with retries and a timeout.
// rates-judgement.ts checks them.
import { readDailyFile, UnreadableRates } from '#providers/exchange-rates/ecb-file.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import { failureWords } from '#values/failure-cause.ts'

/** Timeout of one attempt, in milliseconds, and number of retries. */
const timeoutMs = 2_000
const retriesMax = 2
const retryPauseMs = 250
/** Maximum size of the answer in bytes. The daily file has about 2 KB. */
const bodyMaxBytes = 256 * 1024

/** Opens the provider. `url` is the daily file's address. */
export function openEcbRates(url: string): RatesProvider {
  return { latest: async () => readDailyFile(await fetchWithRetries(url)) }
}

/** Fetches the file. Retries only after temporary failures: no connection, a timeout, a server error. */
async function fetchWithRetries(url: string): Promise<string> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await fetchOnce(url)
    } catch (error) {
      if (retries === retriesMax || error instanceof UnreadableRates) throw error
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs * (1 + Math.random())))
    }
  }
}

async function fetchOnce(url: string): Promise<string> {
  try {
    return await readBody(url)
  } catch (error) {
    if (error instanceof UnreadableRates) throw error
    throw new Error(`${new URL(url).host} gave no exchange rates: ${failureWords(error)}.`, {
      cause: error,
    })
  }
}

async function readBody(url: string): Promise<string> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/xml, text/xml' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    const { status } = response
    if (status >= 500) throw new Error(`status ${status}`)
    throw new UnreadableRates(`The exchange rates were answered with status ${status}.`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bodyMaxBytes) throw new UnreadableRates('The exchange rates are too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

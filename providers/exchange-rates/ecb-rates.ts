// The European Central Bank's daily euro reference rates, as XML over HTTP. Rates stay the decimal
// text that was published. It says what was sent; whether to believe it is judged elsewhere.
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { DailyRates, RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'

/** Milliseconds that one try may take, and tries after the first. */
const timeoutMs = 2_000
const retriesMax = 2
const retryPauseMs = 250
/** The daily file is about 2 KB. */
const bodyMaxBytes = 256 * 1024

const ratePath = 'Envelope.Cube.Cube.Cube'
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (_name, path) => path === ratePath,
})

const published = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z
          .array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string().max(40) }))
          .max(200),
      }),
    }),
  }),
})

/** What was sent is not a day's rates in the form that the bank publishes. */
export class UnreadableRates extends Error {
  override name = 'UnreadableRates'
}

/** The rates of a daily file. Throws UnreadableRates. */
export function readDailyFile(xml: string): DailyRates {
  try {
    const { time, Cube } = published.parse(parser.parse(xml, true)).Envelope.Cube.Cube
    const rates = Cube.map(({ currency, rate }) => [currency, rate] as const)
    const unitsPerEur = { EUR: '1', ...Object.fromEntries(rates) }
    return { source: 'European Central Bank', asOf: time, unitsPerEur }
  } catch (cause) {
    throw new UnreadableRates('The exchange rates came in an unknown form.', { cause })
  }
}

/** `url` is the daily file's address. */
export function openEcbRates(url: string): RatesProvider {
  return { latest: async () => readDailyFile(await fetchPatiently(url)) }
}

/** Only what may pass is tried again: no connection, no answer in time, a fault of the server's. */
async function fetchPatiently(url: string): Promise<string> {
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
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/xml, text/xml' },
  })
  if (!response.ok) {
    await response.body?.cancel()
    const sentence = `The exchange rates were answered with status ${response.status}.`
    throw response.status < 500 ? new UnreadableRates(sentence) : new Error(sentence)
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

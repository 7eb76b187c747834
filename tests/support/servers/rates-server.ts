// Simulates a bank's rates server. It sends configured answers, or none, and counts its calls.
import { createServer } from 'node:http'

export type RatesServer = {
  readonly url: string
  /** Returns the number of calls since the last `say`. */
  calls(): number
  /** Sets the answers to the next calls, in turn. The last answer repeats for all further calls. */
  say(...answers: readonly RatesAnswer[]): void
  close(): void
}

export type RatesAnswer = {
  readonly status?: number
  readonly body?: string
  /** If true, the server never answers. */
  readonly hangs?: boolean
}

export async function startRatesServer(): Promise<RatesServer> {
  let answers: readonly RatesAnswer[] = []
  let calls = 0
  const server = createServer((_request, response) => {
    const { status = 200, body = '', hangs = false } = answers[calls] ?? answers.at(-1) ?? {}
    calls += 1
    if (!hangs) response.writeHead(status, { 'content-type': 'text/xml' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/eurofxref-daily.xml`,
    calls: () => calls,
    say(...next) {
      answers = next
      calls = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Rates = Readonly<Record<string, string>>

/** Returns a file of one day in the bank's format. */
export function dailyFile(day: string, rates: Rates): string {
  return ratesFile([[day, rates]])
}

/** Returns a file of several days in the bank's format. The bank lists the newest day first. */
export function ratesFile(days: readonly (readonly [day: string, rates: Rates])[]): string {
  const cubes = days.map(([day, rates]) => {
    const each = Object.entries(rates).map(
      ([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`,
    )
    return `<Cube time='${day}'>${each.join('\n')}</Cube>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
 xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube>${cubes.join('\n')}</Cube></gesmes:Envelope>`
}

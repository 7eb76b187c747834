// Renders the guide to signing a partner's call, for the page of the API: the steps, an example with its
// signature, and whole programs. The programs are the files of docs/partner-calls, which tests run.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signRequest } from '#platform/http/guard/request-signature.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { currenciesInWords } from '#values/money/currencies.ts'

const folder = join(import.meta.dirname, '../../docs/partner-calls')

export const programs = [
  { title: 'JavaScript', file: 'credit-wallet.mjs' },
  { title: 'Python', file: 'credit-wallet.py' },
  { title: 'Java', file: 'credit-wallet.java' },
  { title: 'curl and openssl', file: 'credit-wallet.sh' },
] as const

export function programPath(file: string): string {
  return join(folder, file)
}

/** A public example secret: its bytes are 0 to 31. */
const exampleSecret = Buffer.from(Array.from({ length: 32 }, (_, index) => index))

const example = {
  method: 'POST',
  path: '/api/partner/wallet/credits',
  terminalId: 'partner_example',
  nonce: '1790000000000.AAAAAAAAAAAAAAAA',
  idempotencyKey: 'credit-1',
  body: Buffer.from('{"phone":"+447400123456","amount":5,"currency":"GBP","source":"Green Bank"}'),
}

function exampleLines(): string {
  const { body, method, path, terminalId, nonce, idempotencyKey } = example
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const stringToSign = ['v1', method, path, terminalId, nonce, idempotencyKey, bodyHash].join('\n')
  return [
    `secret\n${exampleSecret.toString('base64url')}`,
    `body\n${body}`,
    `string to sign\n${stringToSign}`,
    `X-Signature\n${signRequest(exampleSecret, example)}`,
  ].join('\n\n')
}

/** Returns the guide as an HTML section without scripts. Reads the programs from their files. */
export function partnerCallGuide(): string {
  const listings = programs.map(
    ({ title, file }) =>
      `<h3>${title}</h3>\n<pre tabindex="0">${escapeHtml(readFileSync(programPath(file), 'utf8'))}</pre>`,
  )
  return `<section id="partner-calls"><h2>Partner calls</h2>
<p>A partner's server credits wallets of its own programme (<code>POST
/api/partner/wallet/credits</code>) and takes a credit back, whole and once, while its money is
neither spent nor held (<code>POST /api/partner/wallet/debits</code>). It reads the credits of its
programme (<code>GET /api/partner/wallet/credits</code>, newest first, the next page in <code>Link</code>, and
<code>/credits/{id}</code>) and what the programme can still give (<code>GET /api/partner/balance</code>). Its terminal id and secret
come from the operator. Amounts are in units of ${currenciesInWords('disjunction')} with at most 2 decimals.</p>
<ol>
<li><code>X-Nonce</code>: the time in milliseconds, a point, and at least 16 characters of
<code>A-Z a-z 0-9 _ -</code>, new for each call. It may be 300 seconds off, either way.</li>
<li><code>Idempotency-Key</code>: 1 to 255 characters, one for each credit. Without an answer, send
the call again with the same key and a new nonce: it has no second effect. A <code>GET</code> needs none: sign
an empty line in its place, and the SHA-256 of no bytes as its body's.</li>
<li>The string to sign is <code>v1</code>, the method, the path with its query, the terminal id, the
nonce, the idempotency key and the lower-case hex SHA-256 of the body's bytes, joined by line
feeds.</li>
<li><code>X-Signature</code>: <code>v1=</code> and the lower-case hex HMAC-SHA256 of that string. The
secret is base64url; its 32 decoded bytes are the key.</li>
</ol>
<h3>An example to check with</h3>
<pre tabindex="0">${escapeHtml(exampleLines())}</pre>
<p>The programs below read <code>CARBON_PASSPORT_URL</code>, <code>TERMINAL_ID</code>,
<code>TERMINAL_SECRET</code> and, for a repeat, <code>IDEMPOTENCY_KEY</code> from their
environment.</p>
${listings.join('\n')}
</section>`
}

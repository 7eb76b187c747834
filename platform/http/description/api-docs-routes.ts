// Serves the description of the API: as OpenAPI for programs, and as a page on which calls can be
// tried. The page loads no foreign file and is readable without its script.
import type { FastifyInstance } from 'fastify'
import { escapeHtml, htmlPage } from '#platform/http/pages/html-page.ts'
import {
  brotliQuality,
  type KeptBytes,
  keepBytes,
  sendKept,
} from '#platform/http/pages/kept-bytes.ts'

type Docs = {
  /** HTML that the page shows before the calls. */
  readonly guide: string
  /** Whether the page can send signed calls. True only with sandboxes, where no money moves. */
  readonly canSign: boolean
}

export function apiDocsRoutes(app: FastifyInstance, docs: Docs): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } }
  /** Returns a function that builds the bytes at its first call, when all routes exist, and caches them. */
  const buildOnce = (make: () => string) => {
    let bytes: KeptBytes | undefined
    return () => {
      bytes ??= keepBytes(make(), brotliQuality.forAnswers)
      return bytes
    }
  }
  const description = buildOnce(() => JSON.stringify(app.swagger()))
  const page = buildOnce(() => docsPage(app.swagger(), docs))
  app.get('/api/openapi.json', options, (request, reply) =>
    sendKept(request, reply, description(), {
      type: 'application/json; charset=utf-8',
      cacheControl: 'public, no-cache',
    }),
  )
  app.get('/api/docs', options, (request, reply) =>
    sendKept(request, reply, page(), {
      type: 'text/html; charset=utf-8',
      cacheControl: 'public, no-cache',
    }),
  )
}

type Access = 'plain' | 'signed' | 'partner'
type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
  }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

type Description = {
  readonly info?: { readonly description?: string | undefined }
  readonly paths?: object | undefined
}

/** Returns the page of a description's calls, with its introduction. */
export function docsPage({ info, paths = {} }: Description, { guide, canSign }: Docs): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<Operation>(Object(methods)).map(([method, call]) =>
      callSection(method.toUpperCase(), path, call, canSign),
    ),
  )
  return htmlPage(
    'Carbon Passport API',
    `<h1>Carbon Passport API</h1>
    <p>Same origin, JSON, cookies; partners <a href="#partner-calls">sign their calls</a>. The same description for programs:
    <a href="/api/openapi.json">/api/openapi.json</a>.</p>
    ${markdownToHtml(info?.description ?? '')}
    ${tryNote(canSign)}
    ${guide}
    ${calls.join('\n')}
    <script type="module" src="/api-docs.js"></script>`,
  )
}

/** Converts the Markdown of descriptions: paragraphs, **strong** and `code`. */
function markdownToHtml(words: string): string {
  const paragraphs = words.split('\n\n').map((paragraph) => {
    const marked = escapeHtml(paragraph)
      .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/`(.+?)`/g, '<code>$1</code>')
    return `<p>${marked}</p>`
  })
  return paragraphs.join('\n')
}

function tryNote(canSign: boolean): string {
  const sessionNote = `<p>Calls are sent as whoever is <a href="/">logged in</a> in this browser.</p>`
  if (!canSign) return `${sessionNote}<p>Signed calls can be tried where sandboxes run.</p>`
  return `${sessionNote}<section><h2>Signed calls</h2>
    <p>This server runs sandboxes: no money moves. The page signs your calls with this browser’s key,
    and a partner’s with the terminal that you name here. It is kept nowhere.</p>
    <p><label>Terminal <input id="partner-terminal" autocomplete="off"></label>
    <label>Secret <input id="partner-secret" type="password" autocomplete="off"></label></p></section>`
}

/**
 * Returns the section of a call: a form to try it, its successes in full, and one line for each
 * refusal.
 */
function callSection(method: string, path: string, call: Operation, canSign: boolean) {
  const { responses, ...rest } = call
  const answers = Object.entries(responses)
  const isRefusal = (status: string) => Number(status) >= 400
  const successes = Object.fromEntries(answers.filter(([status]) => !isRefusal(status)))
  const refusalLines = answers.flatMap(([status, { description }]) =>
    isRefusal(status) ? description.split('\n').map((line) => `${status} ${line}`) : [],
  )
  const words = [call.summary, call.description].filter((text) => text !== undefined)
  const access = accessOf(call)
  return `<section><h2><code>${escapeHtml(`${method} ${path}`)}</code></h2>
    ${words.map(markdownToHtml).join('')}
    ${access === 'plain' || canSign ? tryForm(method, path, call, access) : ''}
    <details><summary>Schemas</summary><pre tabindex="0">${escapeHtml(
      JSON.stringify({ ...rest, responses: successes }, null, 2),
    )}</pre></details>
    <ul>${refusalLines.map((line) => `<li>${breakableCode(line)}</li>`).join('')}</ul></section>`
}

/** Returns the HTML of a text whose lines may break within a code, such as `amount_too_large`, after a `_`. */
function breakableCode(text: string): string {
  return escapeHtml(text).replaceAll('_', '_<wbr>')
}

function accessOf({ security = [] }: Operation): Access {
  const schemeNames = security.flatMap((schemes) => Object.keys(schemes))
  if (!schemeNames.includes('signature')) return 'plain'
  return schemeNames.includes('session') ? 'signed' : 'partner'
}

/** Returns the form of a call. It is hidden until the script that sends it has loaded. */
function tryForm(method: string, path: string, call: Operation, access: Access): string {
  const fields = (call.parameters ?? []).map(({ name, in: place, required = false }) => {
    // Headers are optional here, because the script generates a missing idempotency key.
    const requiredAttribute = required && place !== 'header' ? ' required' : ''
    const text = escapeHtml(name)
    return `<label>${text} <input name="${text}" data-in="${place}" autocomplete="off"${requiredAttribute}></label>`
  })
  const example = call.requestBody?.content['application/json']?.example
  const body =
    example === undefined
      ? ''
      : `<label>Body <textarea rows="6" spellcheck="false" aria-label="Body">${escapeHtml(JSON.stringify(example, null, 2))}</textarea></label>`
  return `<form hidden data-method="${method}" data-path="${escapeHtml(path)}" data-access="${access}" aria-label="${escapeHtml(`${method} ${path}`)}">
    ${fields.join('\n')}${body}<button>Send</button><output></output></form>`
}

// Makes /api/docs interactive: each form sends its call and shows the response. Only the page of a sandbox
// has forms for signed calls.
import { ownTerminal, signedHeaders } from '#features/people/web/session/signing.ts'
import { importTerminal, type Terminal } from '#features/people/web/session/terminal.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'

/** Functions that return the terminal for a form's signed call, by access. Other calls are unsigned. */
const signers: Readonly<Record<string, (form: HTMLFormElement) => Promise<Terminal>>> = {
  signed: ownTerminal,
  partner: () =>
    importTerminal({ id: readField('#partner-terminal'), key: readField('#partner-secret') }),
}

function readField(selector: string, within: ParentNode = document): string {
  const field = within.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
  return field?.value.trim() ?? ''
}

/** Returns the call's path with the typed path parameters and query. */
function pathOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  let path = form.dataset.path ?? ''
  for (const field of form.querySelectorAll<HTMLInputElement>('input[data-in]')) {
    const { name, value } = field
    if (field.dataset.in === 'path')
      path = path.replace(`{${name}}`, () => encodePathParameter(name, value))
    if (field.dataset.in === 'query' && value !== '') query.set(name, value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** Encodes a path parameter. Slashes in a tile's name are not encoded. */
function encodePathParameter(name: string, value: string): string {
  return name === 'tile'
    ? value.split('/').map(encodeURIComponent).join('/')
    : encodeURIComponent(value)
}

/** Returns the typed headers. An empty Idempotency-Key field gets a new key. */
function typedHeaders(form: HTMLFormElement): Record<string, string> {
  const typedValues = [...form.querySelectorAll<HTMLInputElement>('input[data-in=header]')].map(
    ({ name, value }) => [name, value || (name === 'Idempotency-Key' ? newIdempotencyKey() : '')],
  )
  return Object.fromEntries(typedValues.filter(([, value]) => value !== ''))
}

/** Sends a form's call. Returns the status, the headers and the body as text. */
async function sendCall(form: HTMLFormElement): Promise<string> {
  const { method = 'GET', access = '' } = form.dataset
  const path = pathOf(form)
  const rawBody = readField('textarea', form)
  // The key is separate, because `signedHeaders` adds it. Only signed calls have an idempotency key.
  const { 'Idempotency-Key': idempotencyKey = '', ...typedValues } = typedHeaders(form)
  const terminal = await signers[access]?.(form)
  const signatureHeaders =
    terminal === undefined
      ? {}
      : await signedHeaders(terminal, { method, path, rawBody, idempotencyKey })
  const response = await fetch(path, {
    method,
    headers: {
      ...(rawBody === '' ? {} : { 'content-type': 'application/json' }),
      ...typedValues,
      ...signatureHeaders,
    },
    ...(rawBody === '' ? {} : { body: rawBody }),
  })
  const headerLines = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [`${response.status}`, ...headerLines, '', await bodyOf(response)].join('\n')
}

/** Returns the body as text: formatted JSON, a text, or the number of bytes. */
async function bodyOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (/json/.test(type)) return JSON.stringify(await response.json(), null, 2)
  if (/^text/.test(type)) return response.text()
  const { size } = await response.blob()
  return size === 0 ? '' : `${size} bytes`
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-path]')) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const output = form.querySelector('output')
    if (output === null) return
    output.textContent = '…'
    output.textContent = await sendCall(form).catch((error: unknown) => String(error))
  })
}

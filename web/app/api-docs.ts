// Makes /api/docs interactive: each form sends its call and shows the answer. Calls are signed only
// if the page has forms for signed calls, which only a sandbox's page has.
import {
  newIdempotencyKey,
  ownTerminal,
  signedHeaders,
} from '#features/people/web/session/signing.ts'
import { importTerminal, type Terminal } from '#features/people/web/session/terminal.ts'

/** Returns the terminal that signs a form's call, by the call's access. Other calls are unsigned. */
const signers: Readonly<Record<string, (form: HTMLFormElement) => Promise<Terminal>>> = {
  signed: ownTerminal,
  partner: () =>
    importTerminal({ id: typedIn('#partner-terminal'), key: typedIn('#partner-secret') }),
}

function typedIn(selector: string, within: ParentNode = document): string {
  const field = within.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)
  return field?.value.trim() ?? ''
}

/** Returns the call's address with the typed path parameters and query. */
function addressOf(form: HTMLFormElement): string {
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

/** Encodes a path parameter. The slashes in a tile's name stay as they are. */
function encodePathParameter(name: string, value: string): string {
  return name === 'tile'
    ? value.split('/').map(encodeURIComponent).join('/')
    : encodeURIComponent(value)
}

/** Returns the typed headers. An empty Idempotency-Key field gets a new key. */
function typedHeaders(form: HTMLFormElement): Record<string, string> {
  const typed = [...form.querySelectorAll<HTMLInputElement>('input[data-in=header]')].map(
    ({ name, value }) => [name, value || (name === 'Idempotency-Key' ? newIdempotencyKey() : '')],
  )
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

async function sendCall(form: HTMLFormElement): Promise<string> {
  const { method = 'GET', access = '' } = form.dataset
  const path = addressOf(form)
  const rawBody = typedIn('textarea', form)
  // signedHeaders adds the key again: only signed calls take one.
  const { 'Idempotency-Key': idempotencyKey = '', ...typed } = typedHeaders(form)
  const terminal = await signers[access]?.(form)
  const signed =
    terminal === undefined
      ? {}
      : await signedHeaders(terminal, { method, path, rawBody, idempotencyKey })
  const response = await fetch(path, {
    method,
    headers: {
      ...(rawBody === '' ? {} : { 'content-type': 'application/json' }),
      ...typed,
      ...signed,
    },
    ...(rawBody === '' ? {} : { body: rawBody }),
  })
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`)
  return [`${response.status}`, ...head, '', await bodyOf(response)].join('\n')
}

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

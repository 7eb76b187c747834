// Tests the size of bodies of actions over HTTP: only an action with a file takes more than 16 KiB, and only from a
// signed-in member of staff.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileMaxBytes } from '#platform/actions/fields.ts'
import {
  StaffClient,
  startTestConsole,
  type TestConsole,
} from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let staffConsole: TestConsole
let admin: StaffClient
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  admin = await staffConsole.signIn('admin')
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

const file = (text: string) => ({ file: { name: 'list.csv', text } })
const header = 'registry,external_id\n'
const row = `${'x'.repeat(99)}\n`
const filled = (bytes: number) => (header + row.repeat(bytes / row.length)).slice(0, bytes)

describe('a body', () => {
  it('of an action without a file has at most 16 KiB', async () => {
    const { status, body } = await admin.act('people block', { who: 'x'.repeat(16 * 1024) })
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })

  it('of an unknown action, and of another call, has at most 16 KiB', async () => {
    const long = 'x'.repeat(16 * 1024)
    expect((await admin.act('no such action', { long })).status).toBe(413)
    expect((await admin.post('/passkey', { credential: long })).status).toBe(413)
  })

  it('of an action with a file has as many bytes as the file may have', async () => {
    const { status, body } = await admin.act('projects import', file(filled(fileMaxBytes)), {
      preview: true,
    })
    expect([status, body.rows?.[0].outcome]).toEqual([200, 'refused'])
  })

  it('with a file of one byte more names the field', async () => {
    const { status, body } = await admin.act('projects import', file(filled(fileMaxBytes + 1)))
    expect([status, body.code, body.field]).toEqual([400, 'bad_request', 'input.file.text'])
    expect(body.error).toBe('The file is larger than 4 MiB.')
  })

  it('counts bytes and not characters', async () => {
    const { status, body } = await admin.act(
      'projects import',
      file('é'.repeat(fileMaxBytes / 2 + 1)),
    )
    expect([status, body.field]).toEqual([400, 'input.file.text'])
  })

  it('is refused beyond what any file needs', async () => {
    const { status } = await admin.act('projects import', file('"'.repeat(3 * fileMaxBytes)))
    expect(status).toBe(413)
  })

  it('of more than 16 KiB is not read without a session, or from another origin', async () => {
    const stranger = new StaffClient(staffConsole.url, admin.id, 'Nobody')
    expect((await stranger.act('projects import', file(filled(100_000)))).status).toBe(401)
    const path = '/console/api/actions/projects%20import'
    const input = { input: file(filled(100_000)), preview: true }
    const foreign = await admin.call('POST', path, input, { origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
    const plain = await admin.call('POST', path, input, { 'content-type': 'text/plain' })
    expect(plain.status).toBe(415)
  })

  it('without a length is small for an action without a file', async () => {
    const send = (name: string, text: string) =>
      fetch(`${staffConsole.url}/console/api/actions/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: {
          ...{ origin: staffConsole.url, cookie: admin.cookie },
          'content-type': 'application/json',
        },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit)
    const small = JSON.stringify({ input: { who: 'nobody' }, preview: true })
    expect((await send('people block', small)).status).toBe(409)
    const large = JSON.stringify({ input: { who: 'x'.repeat(20_000) }, preview: true })
    expect((await send('people block', large)).status).toBe(413)
    expect((await send('projects import', large)).status).toBe(400)
  })

  it('with NUL is refused', async () => {
    const { status, body } = await admin.act('projects import', file('a\0b'))
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })
})

it('a file without a name, or without a text, is refused at its field', async () => {
  for (const given of [{ text: 'a' }, { name: 'a.csv' }, { name: '', text: 'a' }, 'a', null]) {
    const { status, body } = await admin.act('projects import', { file: given })
    expect(status).toBe(400)
    expect(body.field).toMatch(/^input\.file/)
  }
})

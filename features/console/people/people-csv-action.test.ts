// Tests the list of people as a file: its roles, its filters, its row in the audit trail, and that no cell is a formula.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestConsole, type TestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const rename = statement(
  'test-csv-rename',
  {},
  'update passports set first_name = $2, nickname = $3, country = $4 where id = $1',
)

let test: TestApp
let staffConsole: TestConsole
let person: Person
const name = `=cmd${randomUUID().slice(0, 8)}`
beforeAll(async () => {
  test = await startTestApp()
  staffConsole = await startTestConsole(test)
  person = await new Person(test.url).signIn()
  await new Person(test.url).signIn()
  await test.services.db.run(rename, [person.id, name, 'Ada, "the first"', 'FR'])
})
afterAll(async () => {
  await staffConsole.close()
  await test.close()
})

async function linesOf(input: object): Promise<string[]> {
  const money = await staffConsole.signIn('money')
  const { status, body } = await money.act('people csv', input)
  expect([status, body.error]).toEqual([200, undefined])
  expect(body.secrets[0].label).toBe('people.csv')
  return String(body.secrets[0].after).trim().split('\r\n')
}

describe('the file of people', () => {
  it('has everybody of the list, with masked numbers, and no formula', async () => {
    const [header, ...lines] = await linesOf({})
    expect(header).toBe('id,name,nickname,phone,country,currency,language,since,kilograms,blocked')
    expect(lines).toHaveLength(2)
    const own = lines.find((line) => line.startsWith(person.id)) ?? ''
    expect(own).toContain(`,'${name},"Ada, ""the first""",'+44•••••${person.phone.slice(-3)},FR,`)
    expect(lines.join()).not.toContain(person.phone.slice(1))
  })

  it('has the filters of the list', async () => {
    expect(await linesOf({ country: 'fr' })).toHaveLength(2)
    expect(await linesOf({ country: 'DE' })).toHaveLength(1)
    expect(await linesOf({ q: person.phone })).toHaveLength(2)
    expect(await linesOf({ blocked: 'yes' })).toHaveLength(1)
  })

  it('has whole numbers only if they are asked for', async () => {
    const [, line] = await linesOf({ q: person.phone, whole_phones: true })
    expect(line).toContain(`,'${person.phone},`)
  })

  it('is a row of the audit trail with reason and number of rows, without values of filters', async () => {
    await linesOf({ q: person.phone, country: 'FR' })
    const admin = await staffConsole.signIn('admin')
    const { body } = await admin.get('/audit?limit=1')
    expect(body[0]).toMatchObject({
      ...{ action: 'people csv', outcome: 'done', reason: 'a test', about: ['q', 'country'] },
      figures: [{ label: 'People in the file', before: null, after: '1' }],
    })
    expect(JSON.stringify(body[0])).not.toContain(person.phone)
  })

  it('shows only their number in a preview', async () => {
    const money = await staffConsole.signIn('money')
    const { body } = await money.act('people csv', {}, { preview: true })
    expect(body.figures).toEqual([{ label: 'People in the file', before: null, after: '2' }])
    expect(body.secrets).toBeUndefined()
  })

  it.each(['look', 'support', 'registry'])('is not for the role %s', async (role) => {
    const client = await staffConsole.signIn(role)
    expect((await client.act('people csv', {})).status).toBe(403)
  })
})

// Tests the list of programmes and of the terminals that may sign for them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: readonly string[]) => runOperator({ DATABASE_URL: database.url }, args)

describe('partners list', () => {
  it('names each terminal, marks a revoked one, and shows no secret', async () => {
    const create = ['partners', 'create', '--name', 'Green Bank', '--program', 'green', '--json']
    const { terminal_id: first, secret } = JSON.parse((await run(...create)).stdout)
    const { terminal_id: second } = JSON.parse((await run(...create)).stdout)
    await run('partners', 'revoke', first)
    const { code, stdout } = await run('partners', 'list', '--json')
    expect(code).toBe(0)
    const { terminals } = JSON.parse(stdout)
    const ofGreen = terminals.filter(
      ({ program_id }: { readonly program_id: string }) => program_id === 'green',
    )
    expect(ofGreen).toMatchObject([
      { terminal_id: first, holder_name: 'Green Bank', signs: false },
      { terminal_id: second, holder_name: 'Green Bank', signs: true, retires_at: null },
    ])
    expect(stdout).not.toContain(secret)
    await run('partners', 'rotate', second)
    const rotated = JSON.parse((await run('partners', 'list', '--json')).stdout).terminals
    const { stdout: lines } = await run('partners', 'list')
    expect(lines).toMatch(
      new RegExp(`^green {2}${first} {2}Green Bank {2}signed until \\d{4}-`, 'm'),
    )
    expect(lines).toMatch(
      new RegExp(`^green {2}${second} {2}Green Bank {2}signs until \\d{4}-`, 'm'),
    )
    // It signs for a while in parallel with its successor.
    expect(rotated).toContainEqual(
      expect.objectContaining({ terminal_id: second, signs: true, retires_at: expect.any(String) }),
    )
  })
})

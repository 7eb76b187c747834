// Starts the app with a console and a member of its money role, for tests of the books.
import { closeWithBooks } from '#tests/support/people/books.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type StaffClient, startTestConsole, type TestConsole } from './test-console.ts'

export type TestBooks = {
  readonly test: TestApp
  readonly staffConsole: TestConsole
  /** A member with the role `money`. */
  readonly money: StaffClient
  /** Closes both, and fails if the books disagree with the ledger. */
  readonly close: () => Promise<void>
}

/** Starts them without background work. `env` overrides settings. */
export async function startTestBooks(
  env: Readonly<Record<string, string>> = {},
): Promise<TestBooks> {
  const test = await startTestApp(env, undefined, { background: false })
  const staffConsole = await startTestConsole(test)
  const money = await staffConsole.signIn('money')
  const close = async () => {
    await staffConsole.close()
    await closeWithBooks(test)
  }
  return { test, staffConsole, money, close }
}

// Tests that a serving process follows its database.
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { serveFrom } from './serve.ts'

const quiet = () => undefined

it('A database that moves while a process starts on it is found at its new address, and after each later move', async () => {
  const [first, second, third] = [
    await createTestDatabase(),
    await createTestDatabase(),
    await createTestDatabase(),
  ]
  onTestFinished(() => third.drop())
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: first.url,
    SECRET_KEY: '5f'.repeat(32),
    NUMBERS_KEY: numbersKey,
  })
  const addresses = [first.url]
  let move: (url: string) => void = () => {
    throw new Error('nobody listens')
  }
  const running = await serveFrom(
    {
      // It is asked for once before it moves.
      get url() {
        return addresses.pop() ?? second.url
      },
      onMoved: (listener) => {
        move = listener
      },
    },
    settings,
    quiet,
  )
  onTestFinished(() => running.stop())
  const ready = `http://127.0.0.1:${running.port}/health/ready`
  const health = () => fetch(ready).then(({ status }) => status)

  await first.drop()
  await expect.poll(health).toBe(200)
  move(third.url)
  await second.drop()
  await expect.poll(health).toBe(200)
})

// Drives Firefox by its own protocol Marionette, as geckodriver does: JSON messages with their
// length in front, over TCP. https://firefox-source-docs.mozilla.org/testing/marionette/
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, commands, type Send } from './driver.ts'

const startWithinMs = 120_000
const pauseMs = 100

/** Turns off every request except those of the tested page. */
const preferences = `
user_pref('marionette.port', 0)
user_pref('app.update.disabledForTesting', true)
user_pref('browser.shell.checkDefaultBrowser', false)
user_pref('browser.startup.homepage_override.mstone', 'ignore')
user_pref('datareporting.policy.dataSubmissionEnabled', false)
user_pref('toolkit.telemetry.reportingpolicy.firstRun', false)
user_pref('network.captive-portal-service.enabled', false)
user_pref('network.connectivity-service.enabled', false)
user_pref('intl.accept_languages', 'en-GB')
user_pref('ui.prefersReducedMotion', 1)
`

/** On its own profile, which is removed with it. */
export async function openFirefox(program: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'carbon-passport-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const child = spawn(
    program,
    ['--marionette', '--headless', '--no-remote', '--profile', profile],
    {
      env: { ...process.env, HOME: profile, MOZ_REMOTE_ALLOW_SYSTEM_ACCESS: '0' },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const port = await readPort(join(profile, 'MarionetteActivePort'))
  const socket = connect(port, '127.0.0.1')
  const call = speak(socket)
  const session = await call('WebDriver:NewSession', { acceptInsecureCerts: false })
  const send: Send = async (command, body = {}) => {
    const answer = await call(commands[command].marionette, body)
    return resultOf(answer)
  }
  return {
    version: `Firefox ${versionOf(session)}`,
    send,
    async close() {
      child.kill('SIGTERM')
      await ended
      socket.destroy()
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Firefox writes its port into its profile. */
async function readPort(file: string): Promise<number> {
  const deadline = performance.now() + startWithinMs
  for (;;) {
    const port = Number(await readFile(file, 'utf8').catch(() => ''))
    if (port > 0) return port
    if (performance.now() > deadline) throw new Error('Firefox did not start in time')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** `[0, id, name, body]` is a command, `[1, id, error, result]` an answer. */
function speak(socket: Socket) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let end = received.indexOf(':'); end > 0; end = received.indexOf(':')) {
      const from = end + 1
      const to = from + Number(received.subarray(0, end).toString())
      if (received.length < to) return
      const message: unknown = JSON.parse(received.subarray(from, to).toString())
      received = received.subarray(to)
      // The first message is a greeting.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const asked = waiting.get(id)
      if (error) asked?.reject(new Error(`${error.error}: ${error.message}`))
      else asked?.resolve(result)
    }
  })
  return (name: string, body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    lastId += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    const text = JSON.stringify([0, lastId, name, body])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return asked.promise
  }
}

const resultOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : null

function versionOf(session: unknown): string {
  const text = JSON.stringify(session)
  return /"browserVersion":"([^"]+)"/.exec(text)?.[1] ?? 'of unknown version'
}

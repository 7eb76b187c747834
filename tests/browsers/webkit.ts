// Drives WebKitGTK's WebKit: WebKitWebDriver takes WebDriver over HTTP and starts MiniBrowser,
// which needs a screen. Without one it starts Xvfb.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { type Browser, commands, type Send } from './driver.ts'

const startWithinMs = 120_000
const pauseMs = 100

export type WebKitPrograms = {
  readonly driver: string
  readonly browser: string
  /** Null if the machine has a screen. */
  readonly screen: string | null
}

export async function openWebKit(programs: WebKitPrograms): Promise<Browser> {
  const screen = programs.screen === null ? null : await openScreen(programs.screen)
  const port = await freePort()
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: {
      ...process.env,
      ...(screen === null ? {} : { DISPLAY: screen.display }),
      // Its sandbox refuses root, as Chromium's does.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor(`${url}/status`)
  const options = { binary: programs.browser, args: ['--automation'] }
  const session = await ask('POST', `${url}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const { sessionId, capabilities } = readSession(session)
  const send: Send = (command, { id, ...body } = {}) => {
    const { method, path } = commands[command]
    return ask(method, `${url}/session/${sessionId}${path.replace('{id}', String(id))}`, body)
  }
  return {
    version: `WebKitGTK ${capabilities}`,
    send,
    async close() {
      await ask('DELETE', `${url}/session/${sessionId}`).catch(() => undefined)
      await end(driver)
      if (screen !== null) await end(screen.process)
    },
  }
}

async function openScreen(program: string) {
  // It chooses a free port and prints it.
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const process = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await once(createInterface({ input: process.stdout }), 'line')
  return { process, display: `:${number}` }
}

async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const answer: unknown = await response.json()
  const value = typeof answer === 'object' && answer !== null && 'value' in answer && answer.value
  if (!response.ok) throw new Error(JSON.stringify(value))
  return value
}

function readSession(value: unknown) {
  const text = JSON.stringify(value)
  const sessionId = /"sessionId":"([^"]+)"/.exec(text)?.[1]
  if (sessionId === undefined) throw new Error(`no session began: ${text}`)
  return { sessionId, capabilities: /"browserVersion":"([^"]+)"/.exec(text)?.[1] ?? '' }
}

async function waitFor(url: string): Promise<void> {
  const deadline = performance.now() + startWithinMs
  while ((await fetch(url).catch(() => null)) === null) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver did not start in time')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.exitCode !== null || !child.kill('SIGTERM')) return
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

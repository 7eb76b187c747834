// Runs the product with the demonstration's people and work for staff, and signs an admin in to its console.
import type { Page } from '@playwright/test'
import { freePort } from '#tests/support/servers/free-port.ts'
import { openProduct } from '#tests/support/servers/product.ts'
import { runOperatorProgram } from '#tests/support/servers/run-operator.ts'
import { StaffClient } from '#tests/support/servers/test-console.ts'
import { withBrowser } from './with-browser.ts'

/** Ids of records that the screens of single records show, and the path of an unused invitation. */
export type ConsoleRecords = {
  readonly person: string
  readonly paidPurchase: string
  readonly refundedPurchase: string
  readonly project: string
  readonly batch: string
  readonly programme: string
  readonly member: string
  readonly invitation: string
}

export type ConsoleShow = {
  readonly records: ConsoleRecords
  /** Opens a page of the console in a new browser context. */
  readonly openPage: (isSignedOut: boolean) => Promise<Page>
}

/** Starts the console and a browser, and awaits `act`. Stops both afterwards, also after an error. */
export async function showConsole(act: (show: ConsoleShow) => Promise<void>): Promise<void> {
  const port = await freePort()
  const settings = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    TIMEOUT_FACTOR: '5',
    CONSOLE_PORT: String(port),
  }
  const product = await openProduct(settings)
  const operate = async (...args: readonly string[]) => {
    const result = await runOperatorProgram({ ...settings, DATA_DIR: product.dataDir }, [
      ...args,
      ...['--reason', 'Pictures of the console'],
    ])
    if (result.code !== 0) throw new Error(result.stderr)
    return result.stdout
  }
  const invite = async (name: string, email: string) => {
    const printed = await operate('staff', 'invite', name, email, '--roles', 'admin')
    const [path] = /\/invitation\/\S+/.exec(printed) ?? []
    if (path === undefined) throw new Error(`staff invite printed no link:\n${printed}`)
    return path
  }
  try {
    await operate('demo', 'seed', '--staff')
    await product.start()
    const url = `http://localhost:${port}`
    const client = new StaffClient(url, '', 'Grace Hopper')
    const ownInvitation = await invite('Grace Hopper', 'grace@passport.example')
    await client.register(ownInvitation.slice('/invitation/'.length))
    const invitation = await invite('Mary Jackson', 'mary@passport.example')
    const records = { ...(await findRecords(client)), invitation }
    await withBrowser((browser) =>
      act({
        records,
        async openPage(isSignedOut) {
          const options = { baseURL: url, reducedMotion: 'reduce', locale: 'en-GB' } as const
          const context = await browser.newContext(options)
          const [name = '', value = ''] = client.cookie.split('=')
          if (!isSignedOut) await context.addCookies([{ name, value, url }])
          return context.newPage()
        },
      }),
    )
  } finally {
    await product.remove()
  }
}

type Row = { readonly id: string; readonly tx_id: string }

async function findRecords(client: StaffClient) {
  const rowsOf = async (path: string): Promise<readonly Row[]> => (await client.get(path)).body
  const first = async (path: string) => {
    const [row] = await rowsOf(path)
    if (row === undefined) throw new Error(`${path} has no record`)
    return row
  }
  return {
    person: (await first('/people')).id,
    paidPurchase: (await first('/purchases?state=COMPLETED')).tx_id,
    refundedPurchase: (await first('/purchases?state=REFUNDED')).tx_id,
    project: (await first('/projects')).id,
    batch: (await first('/batches')).id,
    programme: (await first('/programmes')).id,
    member: (await first('/staff')).id,
  }
}

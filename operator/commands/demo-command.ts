// Defines the command that fills a database with the demonstration: the catalogue and, for sandboxes, the console's work.
import { seedDemoCatalogue } from '#features/demo/seed-demo-catalogue.ts'
import { seedDemoDesk } from '#features/demo/seed-demo-desk.ts'
import { rootOnly } from '#operator/access.ts'
import { failed } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { signed } from '#operator/signed-command.ts'
import { withServices } from '#operator/with-services.ts'
import { actions } from '#server/actions.ts'
import { type App, buildApp } from '#server/app.ts'
import type { Services } from '#server/services.ts'
import type { Command, Outcome } from './command.ts'

export const demoSeed: Command = underNumbersKey(
  signed<NumbersContext>(
    {
      name: 'demo seed',
      access: rootOnly,
      usage: '[--staff]',
      example: '--staff --by ada',
      optionTexts: {
        staff: 'sandboxes only: adds people, purchases and work for the console',
      },
      summary: 'fills an empty database with the demonstration',
      run: async (context) => {
        const seeded = await seedDemoCatalogue(context.db)
        const line =
          seeded.projects === 0
            ? 'There are projects already: nothing was changed.'
            : `Added ${seeded.projects} projects and ${seeded.batches} batches.`
        if (!context.flags.has('staff')) return { ok: true, lines: [line], json: seeded }
        const desk = await withServices(context, (services) => fillDesk(services))
        if ('lines' in desk) return desk
        const { people } = desk
        const peopleLine =
          people === 0
            ? 'The console has its people already: nothing was added.'
            : `Added ${people} people, their purchases, and work for the console.`
        return { ok: true, lines: [line, peopleLine], json: { ...seeded, people } }
      },
    },
    { reason: 'wanted in production', about: () => [] },
  ),
)

/** The author of the demonstration's member in the audit trail. */
const by = 'demonstration'

async function fillDesk(services: Services): Promise<{ readonly people: number } | Outcome> {
  const { smsSandbox, cardSandbox, settings } = services
  if (smsSandbox === null || cardSandbox === null) {
    return failed('--staff needs the sandboxes of SMS and cards: no real person gets a message.')
  }
  const app = await buildApp(services)
  try {
    const own = { ...services, settings: { ...settings, consoleUrl: settings.publicUrl } }
    const product = { send: senderOf(app, settings.port), smsSandbox }
    return { people: await seedDemoDesk({ services: own, product, actions, by }) }
  } finally {
    await app.close()
  }
}

/** Returns the function that sends a request to the app as a program of this machine. */
function senderOf(app: App, port: number) {
  return async (request: {
    readonly method: 'GET' | 'POST' | 'PATCH'
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }) => {
    const { method, path: url, headers, body: payload } = request
    const answer = await app.inject({
      ...{ method, url, headers: { host: `127.0.0.1:${port}`, ...headers } },
      ...(payload === undefined ? {} : { payload }),
    })
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json<unknown>() : answer.body,
      cookie: cookie?.split(';')[0] ?? null,
    }
  }
}

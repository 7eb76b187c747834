// Serves the sandbox's page that saves a pass to Google Wallet. It accepts correctly signed links only,
// and does not exist with the real Google Wallet.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { htmlPage } from '#platform/http/pages/html-page.ts'
import type { GoogleWalletSandbox } from '#providers/wallet-pass/sandbox-google-wallet.ts'
import { problem } from '#values/problem.ts'

const savedPage = htmlPage(
  'Sandbox of Google Wallet',
  `<h1>Sandbox of Google Wallet</h1>
  <p>The pass is saved. No real wallet holds it: this page plays Google’s.</p>
  <p><a href="/app">Back to the passport</a></p>`,
)

export function sandboxGoogleRoutes(
  app: FastifyInstance,
  { googleSandbox }: { readonly googleSandbox: GoogleWalletSandbox },
): void {
  app.get<{ Params: { '*': string } }>(
    '/dev/google-wallet/save/*',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const saved = await googleSandbox.save(request.params['*'])
      if (saved === null) return sendProblem(reply, problem('bad_request'))
      return reply.type('text/html; charset=utf-8').send(savedPage)
    },
  )
}

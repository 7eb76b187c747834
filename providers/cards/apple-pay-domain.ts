// Serves the file by which Apple verifies the domain, for Apple Pay in Stripe's pay sheet.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import type { SettingFaults } from '#providers/setting-faults.ts'
import { problem } from '#values/problem.ts'

/** Apple's file has some 9 KB of hexadecimal or Base64 text. A saved web page has other characters. */
const content = /^[\w+/=-][\w+/=\s-]{0,65535}$/

/** Reads the file of APPLE_PAY_DOMAIN_FILE. */
export function readDomainFile(path: string): { readonly text: string } | SettingFaults {
  try {
    const text = readFileSync(path, 'utf8')
    if (content.test(text)) return { text }
    return { faults: ['APPLE_PAY_DOMAIN_FILE is not the file that Apple or Stripe issued.'] }
  } catch {
    return { faults: ['APPLE_PAY_DOMAIN_FILE must be the path of a readable file.'] }
  }
}

type Options = { readonly text: string | undefined }

/** Answers 404 without a file, because an unknown page would redirect. */
export function applePayDomainRoute(app: FastifyInstance, { text }: Options): void {
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  const config = { access: 'public' as const }
  app.get(path, { config, schema: { hide: true } }, async (_request, reply) => {
    if (text === undefined) return sendProblem(reply, problem('not_found'))
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}

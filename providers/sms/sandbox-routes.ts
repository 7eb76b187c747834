// The sandbox's inbox: what a phone would show, for people and programs on this machine. It does
// not exist with a real provider and answers nobody from outside without the password.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendProblem } from '#platform/http/errors.ts'
import { escapeHtml, htmlPage } from '#platform/http/html-page.ts'
import { isLoopback } from '#platform/http/loopback.ts'
import type { SandboxMessage, SmsSandbox } from '#providers/sms/sandbox.ts'
import { canonicalPhone } from '#values/canonical-phone.ts'
import { problem } from '#values/problem.ts'

const inboxQuery = z.object({ to: z.string().max(64).optional() })

type InboxSettings = {
  readonly production: boolean
  readonly devInboxPassword: string | undefined
}
type InboxNeeds = {
  readonly settings: InboxSettings
  readonly smsSandbox: SmsSandbox
}

export function sandboxInboxRoutes(
  app: FastifyInstance,
  { settings, smsSandbox }: InboxNeeds,
): void {
  app.get(
    '/dev/messages',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      if (!mayRead(request, settings)) {
        void reply.header('www-authenticate', 'Basic realm="inbox"')
        return sendProblem(reply, problem('unauthenticated'))
      }
      const query = inboxQuery.safeParse(request.query)
      if (!query.success) return sendProblem(reply, problem('bad_request'))
      const messages = await smsSandbox.messages(numberOf(query.data.to))
      if (!(request.headers.accept ?? '').includes('text/html')) return messages
      return reply.type('text/html; charset=utf-8').send(inboxPage(messages))
    },
  )
}

/** The number that messages carry, also where its plus came unescaped and so as a blank. */
function numberOf(to: string | undefined): string | undefined {
  const text = to?.replace(/^ /, '+')
  return text === undefined ? undefined : (canonicalPhone(text) ?? text)
}

/**
 * This machine may read, except in production; whoever has DEV_INBOX_PASSWORD may, as the password of
 * Basic auth.
 */
function mayRead(request: FastifyRequest, settings: InboxSettings): boolean {
  const { production, devInboxPassword: password } = settings
  if (!production && isLoopback(request)) return true
  if (password === undefined) return false
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const given = Buffer.from(
    Buffer.from(encoded, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  )
  const expected = Buffer.from(password)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function inboxPage(messages: readonly SandboxMessage[]): string {
  const items = messages.map(
    ({ to, body, created_at }) =>
      `<article><small>${escapeHtml(to)} · <time>${escapeHtml(created_at)}</time></small>
      <p>${escapeHtml(body)}</p></article>`,
  )
  return htmlPage(
    'Sandbox inbox',
    `<h1>Sandbox inbox</h1><p>Sandbox: no real SMS, no real money. Newest first; reload to see more.</p>
    ${items.join('\n') || '<p>No messages yet.</p>'}`,
  )
}

// Serves the sandbox's inbox: the messages of a phone, for people and programs on this machine. It
// does not exist with a real provider; inbox-access.ts decides who may read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { clientAddress, ownerOf } from '#platform/http/limits/client-address.ts'
import { openCountInTurn } from '#platform/http/limits/count-in-turn.ts'
import { acceptsHtml, escapeHtml, htmlPage } from '#platform/http/pages/html-page.ts'
import {
  credentialOf,
  type InboxSettings,
  inboxCookie,
  isLocalProgram,
} from '#providers/sms/inbox-access.ts'
import type { SandboxMessage, SmsSandbox } from '#providers/sms/sms-sandbox.ts'
import { problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'

const path = '/dev/messages'
const inboxQuery = z.object({ to: z.string().max(64).optional(), token: z.string().optional() })
/** Maximum number of wrong tokens and passwords from one address in an hour. */
const guessesMax = 10

const callersMax = 1_000
const countInTurn = openCountInTurn(callersMax)

type InboxNeeds = {
  readonly settings: InboxSettings
  readonly smsSandbox: SmsSandbox
  readonly db: Db
}

export function sandboxInboxRoutes(app: FastifyInstance, needs: InboxNeeds): void {
  const { smsSandbox } = needs
  app.get(
    path,
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const query = inboxQuery.safeParse(request.query)
      if (!query.success) return sendProblem(reply, problem('bad_request'))
      const { to, token } = query.data
      if (!(await authoriseInbox(request, reply, needs))) return reply
      if (token !== undefined && acceptsHtml(request))
        return redirectWithCookie(reply, { to, token })
      const messages = await smsSandbox.messages(phoneNumberOf(to))
      if (!acceptsHtml(request)) return messages
      return reply.type('text/html; charset=utf-8').send(inboxPage(messages))
    },
  )
}

/**
 * Returns true if the caller may read the inbox; otherwise sends the refusal. Counts a wrong token or
 * password.
 */
async function authoriseInbox(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, db }: InboxNeeds,
): Promise<boolean> {
  if (isLocalProgram(request, settings)) return true
  const credential = credentialOf(request, settings)
  if (credential !== 'none') {
    const bucket = `inbox ${ownerOf(clientAddress(request))}`
    const guesses = { bucket, windowSeconds: 3_600, max: guessesMax }
    const wait = await countInTurn(db, guesses, credential === 'wrong')
    if (wait !== null) {
      sendProblem(reply, problem('rate_limited', { retryAfterSeconds: wait }))
      return false
    }
    if (credential === 'right') return true
  }
  refuse(request, reply, settings)
  return false
}

function refuse(request: FastifyRequest, reply: FastifyReply, settings: InboxSettings): void {
  const scheme = settings.devInboxPassword === undefined ? 'Bearer' : 'Basic'
  void reply.header('www-authenticate', `${scheme} realm="inbox"`)
  void reply.clearCookie(inboxCookie, { path })
  if (!acceptsHtml(request)) sendProblem(reply, problem('unauthenticated'))
  else void reply.code(401).type('text/html; charset=utf-8').send(closedPage(settings))
}

/** Sets the token as a cookie, and redirects to the inbox without the token in the address. */
function redirectWithCookie(
  reply: FastifyReply,
  { to, token }: { readonly to: string | undefined; readonly token: string },
) {
  const attributes = { path, httpOnly: true, sameSite: 'strict' } as const
  void reply.setCookie(inboxCookie, token, attributes)
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  return reply.redirect(`${path}${query}`, 303)
}

/** Returns the phone number in the query. An unescaped plus arrives as a blank. */
function phoneNumberOf(to: string | undefined): string | undefined {
  const text = to?.replace(/^ /, '+')
  return text === undefined ? undefined : (canonicalPhone(text) ?? text)
}

function closedPage({ production, devInboxPassword }: InboxSettings): string {
  const hint =
    production || devInboxPassword !== undefined
      ? 'It asks for the password DEV_INBOX_PASSWORD, with any name.'
      : 'Open the address that npm start has printed in the terminal: it holds the token.'
  return htmlPage('Sandbox inbox', `<h1>Sandbox inbox</h1><p>The inbox is closed. ${hint}</p>`)
}

/** Returns a time as its day and minute, such as `2026-11-26 22:09 UTC`. */
const minuteOf = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

function inboxPage(messages: readonly SandboxMessage[]): string {
  const items = messages.map(
    ({ to, body, created_at }) =>
      `<article><small>${escapeHtml(to)} · <time datetime="${created_at}">${minuteOf(created_at)}</time></small>
      <p>${escapeHtml(body)}</p></article>`,
  )
  return htmlPage(
    'Sandbox inbox',
    `<h1>Sandbox inbox</h1><p>Sandbox: no real SMS, no real money. Newest first; reload to see more.</p>
    ${items.join('\n') || '<p>No messages yet.</p>'}`,
  )
}

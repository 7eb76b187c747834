// Serves the calls for own data over HTTP. No SQL, no rules.
import { z } from 'zod'
import { profileSchema, requestOtpReply } from '#features/people/contract.ts'
import { endOtherSessions, endOwnSession, listSessions } from '#features/people/own-sessions.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { clearSessionCookie } from '#features/people/session-cookie.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { nonceOf } from '#platform/http/guard/request-guard.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import { callerOf } from '#platform/http/limits/rate-limits.ts'
import type { Api } from '#platform/http/request-types.ts'
import { isProblem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { changeNumber } from './change-number.ts'
import {
  changeNumberBody,
  changeNumberProblems,
  confirmBody,
  confirmProblems,
  deleteBody,
  deleteProblems,
  endSessionProblems,
  endSessionsProblems,
  exportProblems,
  exportReply,
  profileCodeBody,
  profileCodeProblems,
  sessionListReply,
  sessionParams,
} from './contract.ts'
import { erasePassport } from './erase-passport.ts'
import { confirmExport, exportData } from './export-data.ts'
import type { Services } from './own-data-services.ts'
import { requestProfileCode } from './request-profile-code.ts'

const fileName = 'carbon-passport-data.json'

export function ownDataRoutes(app: Api, services: Services): void {
  codeRoutes(app, services)
  sessionRoutes(app, services)
  const { db, settings } = services

  app.get(
    '/api/profile/export',
    { config: { problems: exportProblems }, schema: { response: { 200: exportReply } } },
    async (request, reply) => {
      const answer = await exportData(services, viewerOf(request))
      if (isProblem(answer)) return sendProblem(reply, answer)
      void reply.header('content-disposition', `attachment; filename="${fileName}"`)
      void reply.type('application/json; charset=utf-8')
      return reply.send(answer.file)
    },
  )

  app.post(
    '/api/profile/phone',
    {
      config: { access: 'signed', problems: changeNumberProblems },
      schema: { body: changeNumberBody, response: { 200: profileSchema } },
    },
    async (request, reply) => {
      const fresh = await recordNonces(db, [nonceOf(request)])
      if (fresh.size === 0) return sendProblem(reply, problem('replayed'))
      const caller = callerOf(request, settings)
      const user = await changeNumber(services, viewerOf(request), request.body, caller)
      return isProblem(user) ? sendProblem(reply, user) : user
    },
  )

  app.delete(
    '/api/profile',
    {
      config: { access: 'signed', problems: deleteProblems },
      schema: { body: deleteBody, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const fresh = await recordNonces(db, [nonceOf(request)])
      if (fresh.size === 0) return sendProblem(reply, problem('replayed'))
      const caller = callerOf(request, settings)
      const refused = await erasePassport(services, viewerOf(request), request.body.code, caller)
      if (refused !== null) return sendProblem(reply, refused)
      clearSessionCookie(reply, settings)
      return reply.code(204).send(undefined)
    },
  )
}

/** Routes that send and check fresh codes. */
function codeRoutes(app: Api, services: Services): void {
  app.post(
    '/api/profile/code',
    {
      config: { problems: profileCodeProblems },
      schema: { body: profileCodeBody, response: { 200: requestOtpReply } },
    },
    async (request, reply) => {
      const caller = callerOf(request, services.settings)
      const answer = await requestProfileCode(services, viewerOf(request), request.body, caller)
      return isProblem(answer) ? sendProblem(reply, answer) : answer
    },
  )

  app.post(
    '/api/profile/confirm',
    {
      config: { problems: confirmProblems },
      schema: { body: confirmBody, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const caller = callerOf(request, services.settings)
      const refused = await confirmExport(services, viewerOf(request), request.body.code, caller)
      return refused === null ? reply.code(204).send(undefined) : sendProblem(reply, refused)
    },
  )
}

/** Routes of the user's sessions. Ending one needs the browser's key as well as its cookie. */
function sessionRoutes(app: Api, { db }: Services): void {
  app.get(
    '/api/profile/sessions',
    { schema: { response: { 200: sessionListReply } } },
    async (request) => {
      const { passportId, sessionId } = viewerOf(request)
      const sessions = await listSessions(db, passportId)
      return {
        sessions: sessions.map(({ id, browser, system, created_at, last_seen_at }) => ({
          id,
          browser,
          system,
          signed_in_at: created_at.toISOString(),
          last_seen_at: last_seen_at.toISOString(),
          current: id === sessionId,
        })),
      }
    },
  )

  app.delete(
    '/api/profile/sessions/:id',
    {
      config: { access: 'signed', problems: endSessionProblems },
      schema: { params: sessionParams, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const { id } = request.params
      const refused = await db.transaction(async (tx) => {
        const fresh = await recordNonces(tx, [nonceOf(request)])
        if (fresh.size === 0) return problem('replayed')
        const ended = isUuid(id) && (await endOwnSession(tx, viewerOf(request), id))
        return ended ? null : problem('session_not_found')
      })
      return refused === null ? reply.code(204).send(undefined) : sendProblem(reply, refused)
    },
  )

  app.delete(
    '/api/profile/sessions',
    {
      config: { access: 'signed', problems: endSessionsProblems },
      schema: { response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const { passportId, sessionId } = viewerOf(request)
      const fresh = await db.transaction(async (tx) => {
        const nonces = await recordNonces(tx, [nonceOf(request)])
        if (nonces.size > 0) await endOtherSessions(tx, passportId, sessionId)
        return nonces
      })
      if (fresh.size === 0) return sendProblem(reply, problem('replayed'))
      return reply.code(204).send(undefined)
    },
  )
}

// Serves sign-in, actions, approvals, the audit trail and members of the console. It contains no rules and no
// SQL.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { relyingPartyOf } from '#features/passkeys/relying-party.ts'
import type { Action } from '#platform/actions/action.ts'
import { fileMaxBytes, takesFile } from '#platform/actions/fields.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import { bodyMaxBytes, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import type { AcceptedKeys } from '#platform/keys.ts'
import { answered, type ParsedInput } from '#values/call.ts'
import { isProblem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { ownActionsOf } from './actions/own-actions.ts'
import type { ActionServices } from './actions/perform-action.ts'
import { type Previewed, previewAction, runAction } from './actions/run-action.ts'
import { decideApproval, listApprovals, readApproval } from './approvals/decide-approval.ts'
import { consolePageOf, isBadKey, uuidKeyOf } from './console-page.ts'
import { auditEntryOnWire, readAudit, readAuditEntry } from './read-audit.ts'
import { answerList, readerOf } from './read-for-staff.ts'
import { recordRead } from './record-read.ts'
import {
  acceptInvitation,
  invitationOptions,
  signInToConsole,
  signOutOfConsole,
  staffRequestOptions,
} from './sessions/sign-in-to-console.ts'
import { findStaff } from './sessions/staff-check.ts'
import { clearStaffCookie, readStaffCookie, setStaffCookie } from './sessions/staff-cookie.ts'
import * as calls from './staff-calls.ts'
import { findMember, findMembers, type MemberRow } from './staff-queries.ts'
import { hasFreshPasskey, type StaffViewer, staffOf } from './staff-session.ts'

type Services = ActionServices &
  AcceptedKeys & {
    readonly settings: ActionServices['settings'] & {
      readonly consoleUrl: string
      readonly port: number
    }
  }

export function staffRoutes<Own extends Services>(
  app: Api,
  services: Own,
  actionList: readonly Action<Own>[],
): void {
  const actions = new Map(actionList.map((action) => [action.name, action]))
  signInRoutes(app, services)
  actionRoutes(app, services, actions)
  approvalRoutes(app, services, actions)
  auditRoutes(app, services)
  memberRoutes(app, services)
}

function signInRoutes(app: Api, services: Services): void {
  const { db, settings, clock } = services
  const origin = { publicUrl: settings.consoleUrl, publicUrlIsDefault: false, port: settings.port }
  const meOf = (staff: StaffViewer) => ({
    id: staff.id,
    name: staff.name,
    roles: [...staff.roles],
    expires_at: staff.expiresAt.toISOString(),
    needs_passkey: !hasFreshPasskey(staff, clock()),
    has_approvals: settings.hasApprovals,
  })
  /** Sets the cookie of a new session, and returns its member. */
  async function open(reply: FastifyReply, token: string) {
    setStaffCookie(reply, settings, token)
    const staff = await findStaff(db, token)
    if (staff === null) throw new Error('a new session has ended already')
    return meOf(staff)
  }

  serve(app, calls.getInvitationOptions, (request) => {
    const relyingParty = relyingPartyOf(request, origin)
    return relyingParty === null
      ? problem('console_unavailable')
      : invitationOptions(services, relyingParty, request.params.token)
  })

  serve(app, calls.acceptInvitation, async (request, reply) => {
    const relyingParty = relyingPartyOf(request, origin)
    if (relyingParty === null) return problem('console_unavailable')
    const { token } = request.params
    const { credential } = request.body
    const session = await acceptInvitation(services, relyingParty, token, credential)
    return isProblem(session) ? session : answered(201, await open(reply, session.token))
  })

  serve(app, calls.getStaffRequestOptions, (request) => {
    const relyingParty = relyingPartyOf(request, origin)
    return relyingParty === null
      ? problem('console_unavailable')
      : staffRequestOptions(services, relyingParty)
  })

  serve(app, calls.signInToConsole, async (request, reply) => {
    const relyingParty = relyingPartyOf(request, origin)
    if (relyingParty === null) return problem('console_unavailable')
    const { credential } = request.body
    const previous = readStaffCookie(request, settings)
    const session = await signInToConsole(services, relyingParty, credential, previous)
    return isProblem(session) ? session : open(reply, session.token)
  })

  serve(app, calls.signOutOfConsole, async (request, reply) => {
    await signOutOfConsole(db, readStaffCookie(request, settings))
    clearStaffCookie(reply, settings)
    return answered(204, undefined)
  })

  serve(app, calls.getStaffMe, (request) => meOf(staffOf(request)))
}

function actionRoutes<Own extends Services>(
  app: Api,
  services: Own,
  actions: ReadonlyMap<string, Action<Own>>,
): void {
  serve(app, calls.listActions, (request) =>
    ownActionsOf(actions.values(), staffOf(request)).map((action) => ({
      name: action.name,
      title: action.title,
      summary: action.summary,
      needs_reason: action.needsReason,
      is_sensitive: action.isSensitive,
      approval: action.approval,
      subject: action.subject ?? null,
      schema: z.toJSONSchema(action.input, { io: 'input' }),
    })),
  )

  const run = async (request: FastifyRequest & ParsedInput<typeof calls.runStaffAction>) => {
    const action = actions.get(nameOf(request.params.name))
    if (action === undefined) return problem('action_not_found')
    const { input, preview, reason = null, digest = null } = request.body
    if (takesFile(action.input)) request.raw.socket.setTimeout(fileWaitMs)
    const call = { action, staff: staffOf(request), input, reason, digest }
    if (preview) {
      const shown = await previewAction(services, call)
      return isProblem(shown) ? shown : previewOnWire(shown)
    }
    const key = scopedKeyOf(request, `console ${action.name}`)
    return runAction(services, call, key)
  }
  const isAllowed = ({ params }: FastifyRequest) => {
    const action = actions.get(nameOf(String(Object(params).name)))
    return action !== undefined && takesFile(action.input)
  }
  serve(app, calls.runStaffAction, run, { largeBody: { maxBytes: fileBodyMaxBytes, isAllowed } })
}

/** Maximum size of a body with a file, whose line ends and quotes take two bytes each in JSON. */
const fileBodyMaxBytes = 2 * fileMaxBytes + bodyMaxBytes

/** Time for which the connection of a call with a file may be silent, in milliseconds. */
const fileWaitMs = 600_000

function previewOnWire({ figures, rows, refusal, needsApproval, digest }: Previewed) {
  return {
    outcome: 'previewed' as const,
    figures: [...figures],
    needs_approval: needsApproval,
    digest,
    ...(rows === undefined ? {} : { rows: rows.map(rowOnWire) }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

function rowOnWire({ changes, text, ...row }: FileRow) {
  return {
    ...row,
    ...(text === undefined ? {} : { text }),
    ...(changes === undefined ? {} : { changes: [...changes] }),
  }
}

/** Returns the name of an action in an address, where hyphens may replace blanks. */
function nameOf(text: string): string {
  return text.replace(/[-_+]/g, ' ')
}

function approvalRoutes<Own extends Services>(
  app: Api,
  services: Own,
  actions: ReadonlyMap<string, Action<Own>>,
): void {
  serve(app, calls.listApprovals, async (request, reply) => {
    const staff = readerOf(request, 'approvals')
    if (isProblem(staff)) return staff
    const { limit, state = null } = request.query
    const after = uuidKeyOf(request.query)
    if (isBadKey(after)) return after
    const query = { after, state, max: limit + 1 }
    const rows = await listApprovals(services, actions, staff, query)
    const page = consolePageOf(rows, limit, ({ id }) => id)
    return answerList(services.db, { request, reply, staff, list: 'approvals' }, page)
  })

  serve(app, calls.getApproval, async (request) => {
    const staff = readerOf(request, 'approvals')
    if (isProblem(staff)) return staff
    const approval = await readApproval(services, actions, staff, request.params.id)
    return approval ?? problem('not_found')
  })

  serve(app, calls.decideApproval, (request) => {
    const staff = readerOf(request, 'approvals')
    if (isProblem(staff)) return staff
    const decision = { id: request.params.id, approves: request.body.approve }
    return decideApproval(services, actions, staff, decision)
  })
}

function auditRoutes(app: Api, { db }: Services): void {
  serve(app, calls.listAuditEntries, async (request, reply) => {
    const staff = readerOf(request, 'audit')
    if (isProblem(staff)) return staff
    const { limit, after, since: firstDay, ...filters } = request.query
    const before = after === undefined ? null : readId(after)
    if (before === undefined) return problem('bad_request')
    const since = firstDay === undefined ? null : new Date(firstDay)
    const rows = await readAudit(db, { ...filters, before, since }, limit + 1)
    const page = consolePageOf(rows.map(auditEntryOnWire), limit, ({ id }) => String(id))
    return answerList(db, { request, reply, staff, list: 'audit' }, page)
  })

  serve(app, calls.getAuditEntry, async (request) => {
    const staff = readerOf(request, 'audit')
    if (isProblem(staff)) return staff
    const id = readId(request.params.id)
    const entry = id === undefined ? null : await readAuditEntry(db, id)
    return entry === null ? problem('not_found') : auditEntryOnWire(entry)
  })
}

/** Reads the number of a row; undefined if it is none. */
function readId(text: string): number | undefined {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

function memberRoutes(app: Api, { db }: Services): void {
  serve(app, calls.listStaff, async (request, reply) => {
    const staff = readerOf(request, 'staff')
    if (isProblem(staff)) return staff
    const { limit } = request.query
    const after = uuidKeyOf(request.query)
    if (isBadKey(after)) return after
    const last = after === null ? null : await findMember(db, after)
    if (after !== null && last === null) return problem('bad_request')
    const rows = await findMembers(db, last?.name ?? null, last?.id ?? null, limit + 1)
    const page = consolePageOf(rows.map(memberOnWire), limit, ({ id }) => id)
    return answerList(db, { request, reply, staff, list: 'staff' }, page)
  })

  serve(app, calls.getMember, async (request) => {
    const staff = readerOf(request, 'staff')
    if (isProblem(staff)) return staff
    const { id } = request.params
    const row = isUuid(id) ? await findMember(db, id) : null
    if (row === null) return problem('not_found')
    await recordRead(db, staff, 'staff show', [id])
    return memberOnWire(row)
  })
}

function memberOnWire({ has_passkey, ended_at, created_at, last_seen_at, ...row }: MemberRow) {
  const state = ended_at !== null ? 'ended' : has_passkey ? 'active' : 'invited'
  return {
    ...row,
    state,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  } as const
}

// Declares the console's calls about staff: invitations, passkeys, sessions, actions, approvals and the
// audit trail (docs/product.md#staff).
import { z } from 'zod'
import {
  creationOptions,
  newCredential,
  requestOptions,
  usedCredential,
} from '#features/passkeys/passkeys-calls.ts'
import { call, empty, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'
import { rowOutcomes } from '#values/staff/row-outcomes.ts'

const tag = 'Staff'

const exampleBytes = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const exampleId = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'
const exampleOptions = {
  challenge: exampleBytes,
  rpId: 'console.passport.example',
  timeout: 300_000,
  userVerification: 'required' as const,
}

const me = z.object({
  id: z.uuid(),
  name: z.string(),
  roles: z.array(z.string()),
  /** The end of the session, if it is used until then. */
  expires_at: z.iso.datetime(),
  /** True if an action that moves money, kilograms or people asks for the passkey first. */
  needs_passkey: z.boolean(),
  /** False if the company has turned approvals off. */
  has_approvals: z.boolean(),
})
export type Me = z.infer<typeof me>
const exampleMe: Me = {
  id: exampleId,
  name: 'Ada',
  roles: ['support'],
  expires_at: '2026-11-28T09:30:00.000Z',
  needs_passkey: false,
  has_approvals: true,
}

const token = z.object({ token: z.string().max(128) })

export const getInvitationOptions = call({
  id: 'getInvitationOptions',
  method: 'POST',
  path: '/console/api/invitations/:token/options',
  access: 'public',
  tag,
  summary: 'Returns the options with which an invited person creates a passkey.',
  description: 'The invitation stays valid until a passkey is registered.',
  params: token,
  problems: ['invitation_not_found', 'console_unavailable'],
  answers: {
    200: json(creationOptions, 'The options.', {
      rp: { id: 'console.passport.example', name: 'Carbon Passport console' },
      user: { id: exampleBytes, name: 'Ada', displayName: 'Ada' },
      challenge: exampleBytes,
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: [],
    }),
  },
})

export const acceptInvitation = call({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/console/api/invitations/:token',
  access: 'public',
  tag,
  summary: 'Registers the passkey of an invited person, and signs in.',
  description: 'The invitation is used up.',
  params: token,
  body: z.object({ credential: newCredential }),
  problems: ['invitation_not_found', 'invalid_staff_passkey', 'console_unavailable'],
  answers: { 201: json(me, 'The session.', exampleMe, ['Set-Cookie']) },
})

export const getStaffRequestOptions = call({
  id: 'getStaffRequestOptions',
  method: 'POST',
  path: '/console/api/passkey/options',
  access: 'public',
  tag,
  summary: 'Returns the options with which a member of staff signs in.',
  description: 'The challenge is valid for 5 minutes and for one sign-in.',
  problems: ['console_unavailable'],
  answers: { 200: json(requestOptions, 'The options.', exampleOptions) },
})

export const signInToConsole = call({
  id: 'signInToConsole',
  method: 'POST',
  path: '/console/api/passkey',
  access: 'public',
  tag,
  summary: 'Signs in with a passkey, or confirms an open session with it.',
  description: 'Every refused passkey gets the same 401.',
  body: z.object({ credential: usedCredential }),
  problems: ['staff_passkey_refused', 'console_unavailable'],
  answers: { 200: json(me, 'The session.', exampleMe, ['Set-Cookie']) },
})

export const signOutOfConsole = call({
  id: 'signOutOfConsole',
  method: 'POST',
  path: '/console/api/logout',
  access: 'public',
  tag,
  summary: 'Ends the session.',
  description: 'Without a session it does nothing.',
  answers: { 204: empty('The session is over.', ['Set-Cookie']) },
})

export const getStaffMe = call({
  id: 'getStaffMe',
  method: 'GET',
  path: '/console/api/me',
  access: 'session',
  tag,
  summary: 'Returns the signed-in member of staff.',
  description: 'A session ends after 30 minutes without use, and after 12 hours.',
  answers: { 200: json(me, 'The member of staff.', exampleMe) },
})

/** A line of what an action does or did. */
const figure = z.object({
  label: z.string(),
  before: z.string().nullable(),
  after: z.string(),
})
const figures = z.array(figure)
const exampleFigures = [{ label: 'To the card', before: null, after: '2.03 GBP' }]

const shownAction = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  needs_reason: z.boolean(),
  is_sensitive: z.boolean(),
  approval: z.enum(['never', 'always', 'refund', 'credit', 'two admins']),
  /** The kind of page that offers the action, and the field of the input that names its subject. */
  subject: z.object({ of: z.string(), field: z.string() }).nullable(),
  /** JSON schema of the input: an object. Each property has a title; a long text has `format: "text"`. */
  schema: z.record(z.string(), z.unknown()),
})
export type ShownAction = z.infer<typeof shownAction>

export const listActions = call({
  id: 'listActions',
  method: 'GET',
  path: '/console/api/actions',
  access: 'session',
  tag,
  summary: 'Lists the actions that the roles of the member of staff allow.',
  description: '`schema` is the JSON schema of the input.',
  answers: {
    200: json(z.array(shownAction), 'The actions.', [
      {
        name: 'people block',
        title: 'Block',
        summary: 'Lets nobody sign in with a number.',
        needs_reason: true,
        is_sensitive: false,
        approval: 'never',
        subject: { of: 'person', field: 'who' },
        schema: { type: 'object' },
      },
    ]),
  },
})

/** The outcome of a row of the action's file. */
const fileRow = z.object({
  /** Null for a stored row that the file lacks. */
  line: z.number().int().nullable(),
  outcome: z.enum(rowOutcomes),
  subject: z.string(),
  text: z.string().optional(),
  changes: figures.optional(),
})
export type ShownRow = z.infer<typeof fileRow>

export const actionDone = z.object({
  outcome: z.enum(['done', 'previewed']),
  figures,
  /** Values that are shown once and stored nowhere, such as a new link. */
  secrets: figures.optional(),
  /** In a preview: true if a second person has to approve. */
  needs_approval: z.boolean().optional(),
  /** In a preview of a file: the outcome of each row, refused ones first. */
  rows: z.array(fileRow).optional(),
  /** In a preview of a file: why nothing can be taken from it. */
  refusal: z.string().optional(),
  /** In a preview: identifies what would happen. */
  digest: z.string().optional(),
})
export type ActionDone = z.infer<typeof actionDone>
export const actionWaits = z.object({ approval: z.uuid() })

export const runStaffAction = call({
  id: 'runStaffAction',
  method: 'POST',
  path: '/console/api/actions/:name',
  access: 'session',
  tag,
  summary: 'Runs an action, or shows what it would do.',
  description:
    'With `preview` nothing changes. With the `digest` of a preview, an action runs only if its effect is still the same. An action that a second person has to approve answers 202. Retries with the same `Idempotency-Key` have one effect. Only an action with a file may have a body of more than 16 KiB.',
  params: z.object({ name: z.string().max(64) }),
  body: z.object({
    input: z.record(z.string(), z.unknown()),
    preview: z.boolean().nullish(),
    reason: z.string().max(1_000).nullish(),
    /** The digest of a preview. The action is refused if it would do something else now. */
    digest: z.string().max(64).nullish(),
  }),
  example: { input: { who: 'CP-7K2M-9QXF-4HJD' }, preview: true, reason: 'A stolen card' },
  problems: [
    'forbidden',
    'action_not_found',
    'action_refused',
    'passkey_required',
    'reason_required',
    'key_reused',
    'in_progress',
  ],
  answers: {
    200: json(actionDone, 'What was done, or would be.', {
      outcome: 'previewed',
      figures: exampleFigures,
    }),
    202: json(actionWaits, 'A second person has to approve.', { approval: exampleId }),
  },
})

const approval = z.object({
  id: z.uuid(),
  action: z.string(),
  title: z.string(),
  /** Input without secrets; a phone number is masked. */
  input: z.record(z.string(), z.unknown()),
  reason: z.string(),
  figures,
  requested_by: z.string(),
  requested_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  state: z.enum(['waiting', 'done', 'refused', 'void']),
  decided_by: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** Why it is void. */
  detail: z.string().nullable(),
  /** True if the signed-in member of staff may decide. */
  may_decide: z.boolean(),
})
export type Approval = z.infer<typeof approval>
const exampleApproval: Approval = {
  id: exampleId,
  action: 'purchases refund',
  title: 'Refund',
  input: { tx_id: 'CP-7K2M-9QXF-4HJD' },
  reason: 'Bought twice',
  figures: exampleFigures,
  requested_by: 'Ada',
  requested_at: '2026-11-27T09:30:00.000Z',
  expires_at: '2026-11-30T09:30:00.000Z',
  state: 'waiting',
  decided_by: null,
  decided_at: null,
  detail: null,
  may_decide: true,
}

/** Parameters of every list of the console: at most 100 rows, from `after` on. */
export const page = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: z.string().max(200).optional(),
}
const id = z.object({ id: z.string().max(200) })

export const listApprovals = call({
  id: 'listApprovals',
  method: 'GET',
  path: '/console/api/approvals',
  access: 'session',
  tag,
  summary: 'Lists requests for approval, waiting ones first.',
  description: 'Own requests, and those of actions that the roles allow; an admin sees all.',
  query: z.object({ ...page, state: z.enum(['waiting', 'done', 'refused', 'void']).optional() }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(approval), 'The requests.', [exampleApproval]) },
})

export const getApproval = call({
  id: 'getApproval',
  method: 'GET',
  path: '/console/api/approvals/:id',
  access: 'session',
  tag,
  summary: 'Returns one request for approval.',
  description: 'A request that the member of staff may not see is 404.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: { 200: json(approval, 'The request.', exampleApproval) },
})

export const decideApproval = call({
  id: 'decideApproval',
  method: 'POST',
  path: '/console/api/approvals/:id',
  access: 'session',
  tag,
  summary: 'Approves or refuses a request.',
  description:
    'Approving previews the action again and runs it. A request whose figures have changed is void.',
  params: id,
  body: z.object({ approve: z.boolean() }),
  example: { approve: true },
  problems: [
    'forbidden',
    'not_found',
    'void',
    'action_refused',
    'passkey_required',
    'approver_refused',
  ],
  answers: {
    200: json(
      z.object({ outcome: z.enum(['done', 'refused']), figures, secrets: figures.optional() }),
      'The decision.',
      { outcome: 'done', figures: exampleFigures },
    ),
  },
})

const auditEntry = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  by: z.string(),
  roles: z.array(z.string()),
  action: z.string(),
  about: z.array(z.string()),
  reason: z.string().nullable(),
  outcome: z.enum(['done', 'refused', 'failed', 'unfinished', 'previewed', 'read']).nullable(),
  detail: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  kilograms: z.number().nullable(),
  figures,
  approver: z.string().nullable(),
})
export type AuditEntryOnWire = z.infer<typeof auditEntry>
const exampleEntry: AuditEntryOnWire = {
  id: 7,
  at: '2026-11-27T09:30:00.000Z',
  by: 'Ada',
  roles: ['support'],
  action: 'purchases refund',
  about: ['CP-7K2M-9QXF-4HJD'],
  reason: 'Bought twice',
  outcome: 'done',
  detail: null,
  amount: 2.03,
  currency: 'GBP',
  kilograms: 20,
  figures: exampleFigures,
  approver: null,
}

export const listAuditEntries = call({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/console/api/audit',
  access: 'session',
  tag,
  summary: 'Lists the audit trail, newest first.',
  description: 'Filters: name of the member of staff, action, id of a subject, and first day.',
  query: z.object({
    ...page,
    by: z.string().max(120).optional(),
    action: z.string().max(64).optional(),
    about: z.string().max(200).optional(),
    since: z.iso.date().optional(),
  }),
  problems: ['forbidden'],
  answers: { 200: json(z.array(auditEntry), 'The entries.', [exampleEntry]) },
})

export const getAuditEntry = call({
  id: 'getAuditEntry',
  method: 'GET',
  path: '/console/api/audit/:id',
  access: 'session',
  tag,
  summary: 'Returns one entry of the audit trail.',
  description: 'Entries are never changed.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: { 200: json(auditEntry, 'The entry.', exampleEntry) },
})

const member = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  shell_user: z.string().nullable(),
  state: z.enum(['invited', 'active', 'ended']),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime().nullable(),
})
export type Member = z.infer<typeof member>
const exampleMember: Member = {
  id: exampleId,
  name: 'Ada',
  email: 'ada@passport.example',
  roles: ['support'],
  shell_user: null,
  state: 'active',
  created_at: '2026-11-20T09:30:00.000Z',
  last_seen_at: '2026-11-27T09:30:00.000Z',
}

export const listStaff = call({
  id: 'listStaff',
  method: 'GET',
  path: '/console/api/staff',
  access: 'session',
  tag,
  summary: 'Lists the members of staff, by name.',
  description: 'For admins only.',
  query: z.object(page),
  problems: ['forbidden'],
  answers: { 200: json(z.array(member), 'The members.', [exampleMember]) },
})

export const getMember = call({
  id: 'getMember',
  method: 'GET',
  path: '/console/api/staff/:id',
  access: 'session',
  tag,
  summary: 'Returns one member of staff.',
  description: 'For admins only.',
  params: id,
  problems: ['forbidden', 'not_found'],
  answers: { 200: json(member, 'The member.', exampleMember) },
})

export const staffProblems = {
  invalid_staff_passkey: {
    status: 400,
    text: 'This passkey could not be added. Please try again.',
    field: 'credential',
  },
  reason_required: { status: 400, text: 'This action needs a reason.', field: 'reason' },
  staff_passkey_refused: { status: 401, text: 'This passkey cannot sign in here.' },
  passkey_required: { status: 403, text: 'Please confirm with your passkey first.' },
  approver_refused: { status: 403, text: 'You may not approve this request.' },
  invitation_not_found: { status: 404, text: 'This invitation was used or has expired.' },
  action_not_found: { status: 404, text: 'There is no such action.' },
  console_unavailable: { status: 404, text: 'The console needs an address with a host name.' },
  action_refused: { status: 409, text: 'The action is not possible now.' },
  void: { status: 409, text: 'The request is void. Please ask again.' },
} as const satisfies Record<string, ProblemKind>

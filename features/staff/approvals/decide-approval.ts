// Lists requests for approval and lets a second person decide them (docs/product.md#approvals).
import { holdsRole, ownActionsOf } from '#features/staff/actions/own-actions.ts'
import type { ActionServices } from '#features/staff/actions/perform-action.ts'
import {
  type ApprovalRow,
  type ApprovalState,
  endApproval,
  expireApprovals,
  findApproval,
  findApprovals,
} from '#features/staff/approval-queries.ts'
import { hasOldPasskey } from '#features/staff/sessions/staff-session-queries.ts'
import type { Approval } from '#features/staff/staff-calls.ts'
import { findRecentInviter } from '#features/staff/staff-queries.ts'
import { hasFreshPasskey, type StaffViewer } from '#features/staff/staff-session.ts'
import type { Action } from '#platform/actions/action.ts'
import { type Figure, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import { figuresOf } from '#platform/database/audit/stored-figures.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import { type ApprovalProblem, runApproved } from './run-approved.ts'

type Actions<Services> = ReadonlyMap<string, Action<Services>>

const isAdmin = ({ roles }: StaffViewer) => roles.includes('admin')

/** Lists the requests that a member may see: own ones, those of own actions, and all for an admin. */
export async function listApprovals<Services extends ActionServices>(
  { db }: Services,
  actions: Actions<Services>,
  staff: StaffViewer,
  { after, state, max }: { after: string | null; state: ApprovalState | null; max: number },
): Promise<Approval[]> {
  await expireApprovals(db)
  const names = ownActionsOf(actions.values(), staff).map(({ name }) => name)
  const rows = await findApprovals(db, after, state, isAdmin(staff), staff.id, names, max)
  return rows.map((row) => onWire(row, actions.get(row.action), staff))
}

/** Returns a request; null if there is none, or the member may not see it. */
export async function readApproval<Services extends ActionServices>(
  { db }: Services,
  actions: Actions<Services>,
  staff: StaffViewer,
  id: string,
): Promise<Approval | null> {
  await expireApprovals(db)
  const row = isUuid(id) ? await findApproval(db, id) : null
  if (row === null || !maySee(row, actions.get(row.action), staff)) return null
  return onWire(row, actions.get(row.action), staff)
}

function maySee<Services>(
  row: ApprovalRow,
  action: Action<Services> | undefined,
  staff: StaffViewer,
): boolean {
  return isAdmin(staff) || row.requested_by === staff.id || holdsRole(action, staff)
}

function onWire<Services>(
  row: ApprovalRow,
  action: Action<Services> | undefined,
  staff: StaffViewer,
): Approval {
  const { id, reason, requester, requested_at, expires_at, state, decider, decided_at } = row
  const isWaiting = state === 'waiting' && !row.is_expired
  return {
    id,
    action: row.action,
    title: action?.title ?? row.action,
    input: maskedInput(row.input),
    reason,
    figures: figuresOf(row.figures),
    requested_by: requester,
    requested_at: requested_at.toISOString(),
    expires_at: expires_at.toISOString(),
    state: row.is_expired && state === 'waiting' ? 'void' : state,
    decided_by: decider,
    decided_at: decided_at?.toISOString() ?? null,
    detail: row.detail,
    may_decide: isWaiting && row.requested_by !== staff.id && holdsRole(action, staff),
  }
}

/** Returns the input with phone numbers masked. */
function maskedInput(input: unknown): Record<string, unknown> {
  const entries = Object.entries(Object(input))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? keptSubject(value) : value]),
  )
}

type Decision = {
  outcome: 'done' | 'refused'
  figures: Figure[]
  secrets?: Figure[]
}
type DecisionProblem = ApprovalProblem | 'not_found' | 'approver_refused' | 'passkey_required'

/** Approves or refuses a request. */
export async function decideApproval<Services extends ActionServices>(
  services: Services,
  actions: Actions<Services>,
  staff: StaffViewer,
  { id, approves }: { readonly id: string; readonly approves: boolean },
): Promise<Decision | Problem<DecisionProblem>> {
  const { db } = services
  await expireApprovals(db)
  const row = isUuid(id) ? await findApproval(db, id) : null
  const action = row === null ? undefined : actions.get(row.action)
  if (row === null || !maySee(row, action, staff)) return problem('not_found')
  if (action === undefined || !holdsRole(action, staff)) return problem('forbidden')
  const refusal = await refusalOfApprover(services, staff, row)
  if (refusal !== null) return refusal
  if (row.state !== 'waiting') return problem('void')
  if (!approves) return refuseRequest(services, row, staff)
  if (!hasFreshPasskey(staff, services.clock())) return problem('passkey_required')
  const requester: StaffViewer = {
    id: row.requested_by,
    name: row.requester,
    roles: row.requester_has_ended ? [] : row.requester_roles,
    sessionId: '',
    verifiedAt: new Date(services.clock()),
    expiresAt: new Date(services.clock()),
  }
  const call = { action, staff: requester, input: row.input, reason: row.reason }
  const figures = figuresOf(row.figures)
  const answer = await runApproved(services, call, { id: row.id, figures, approver: staff })
  if (isProblem(answer)) return answer
  const { figures: shown, secrets } = answer.body
  return { outcome: 'done', figures: shown, ...(secrets === undefined ? {} : { secrets }) }
}

/** Returns why a member may not decide, or null. */
async function refusalOfApprover(
  { db }: ActionServices,
  staff: StaffViewer,
  { requested_by }: ApprovalRow,
): Promise<Problem<'approver_refused'> | null> {
  if (requested_by === staff.id) {
    return problem('approver_refused', { text: 'Somebody else has to decide your own request.' })
  }
  if (!(await hasOldPasskey(db, staff.id))) {
    return problem('approver_refused', {
      text: 'You may decide once your passkey is older than 24 hours.',
    })
  }
  if (await findRecentInviter(db, staff.id, requested_by)) {
    return problem('approver_refused', {
      text: 'The requester invited or reset you within the last 7 days, or approved it.',
    })
  }
  return null
}

async function refuseRequest(
  { db }: ActionServices,
  row: ApprovalRow,
  { id, name, roles }: StaffViewer,
): Promise<Decision | Problem<'void'>> {
  return db.transaction(async (tx) => {
    if (!(await endApproval(tx, row.id, 'refused', id, null))) return problem('void')
    const command = 'approvals refuse'
    const entry = { by: name, command, about: [row.id], reason: null, staff: { id, roles } }
    await writeAuditEntry(tx, entry)
    return { outcome: 'refused', figures: figuresOf(row.figures) }
  })
}

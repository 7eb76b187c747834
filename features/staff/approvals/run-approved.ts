// Runs an action that a second person approved, for its requester (docs/product.md#approvals).
import {
  type ActionServices,
  admitted,
  type Call,
  type DoneBody,
  isAsPreviewed,
  perform,
  type RefusalProblem,
  tryOut,
  validCall,
} from '#features/staff/actions/perform-action.ts'
import { endApproval } from '#features/staff/approval-queries.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type ApprovalProblem = RefusalProblem | 'void'

/** An approved request, with the person who approved it. */
export type ApprovedRequest = {
  readonly id: string
  readonly figures: readonly Figure[]
  readonly approver: StaffViewer
}

/**
 * Runs an approved action for its requester. The request is void if its figures have changed. Two approvals at
 * once act once.
 */
export async function runApproved<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  { id, figures, approver }: ApprovedRequest,
): Promise<Answered<200, DoneBody> | Problem<ApprovalProblem>> {
  const valid = await validCall(services, call, false)
  if (isProblem(valid)) return endVoid(services, id, 'The requester lost the role.')
  const preview = admitted(await tryOut(services, valid), null)
  if (isProblem(preview)) return endVoid(services, id, preview.text ?? preview.problem)
  if (JSON.stringify(preview.figures) !== JSON.stringify(figures)) {
    return endVoid(services, id, changedFigures)
  }
  return perform<Services, Problem<'void'>>(
    services,
    valid,
    preview,
    async (tx, _about, moved) => {
      if (!isAsPreviewed(preview, moved)) return () => endVoid(services, id, changedFigures)
      const isFirst = await endApproval(tx, id, 'done', approver.id, null)
      return isFirst ? null : async () => problem('void')
    },
    approver,
  )
}

const changedFigures = 'The figures have changed since the request.'

async function endVoid<Services extends ActionServices>(
  { db }: Services,
  id: string,
  detail: string,
): Promise<Problem<'void'>> {
  await db.transaction((tx) => endApproval(tx, id, 'void', null, detail.slice(0, 500)))
  return problem('void', { text: `The request is void: ${detail}` })
}

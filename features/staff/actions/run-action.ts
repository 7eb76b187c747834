// Runs the actions of staff: checks role, passkey, input and reason, previews, asks a second person where the
// rule wants it, and writes the audit trail in the transaction of the effect (docs/product.md#actions).
import type { z } from 'zod'
import {
  endApproval,
  lockLimits,
  writeApproval,
} from '#features/staff/approvals/approval-queries.ts'
import { type ApprovalSettings, needsApproval } from '#features/staff/approvals/needs-approval.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type {
  Action,
  ActionContext,
  ActionResult,
  Figure,
  Moved,
  RecordAction,
} from '#platform/actions/action.ts'
import {
  type AuditEntry,
  entryFault,
  writeAuditEntry,
  writeAuditOutcome,
} from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { claimKeys, type ScopedKey, storeWrites } from '#platform/database/idempotency.ts'
import { dryRun } from '#platform/database/roll-back.ts'
import { send } from '#platform/database/write.ts'
import { answerByKey } from '#platform/http/guard/answer-once.ts'
import { type Answered, answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

/** Seconds for which a used passkey allows sensitive actions. */
const freshSeconds = 300

export type ActionServices = {
  readonly db: Database
  readonly clock: () => number
  readonly settings: ApprovalSettings
}

export type ActionProblem =
  | 'forbidden'
  | 'bad_request'
  | 'reason_required'
  | 'passkey_required'
  | 'action_refused'
  | 'void'
  | 'key_reused'
  | 'in_progress'

type Call<Services> = {
  readonly action: Action<Services>
  readonly staff: StaffViewer
  readonly input: unknown
  readonly reason: string | null
}

/** A call whose role, input and reason are valid. */
type ValidCall<Services> = Omit<Call<Services>, 'reason'> & { readonly reason: string }

export type Previewed = ActionResult & { readonly needsApproval: boolean }

/** Shows what an action would do. Nothing changes but the audit trail. */
export async function previewAction<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
): Promise<Previewed | Problem<ActionProblem>> {
  const valid = await validCall(services, call, false)
  if (isProblem(valid)) return valid
  const preview = await tryOut(services, valid)
  if (isProblem(preview)) return refuse(services, valid, preview)
  const { figures, about } = preview
  await writeAuditOutcome(
    services.db,
    { ...entryOf(valid), about, figures },
    { outcome: 'previewed', detail: null },
  )
  return { figures, needsApproval: preview.needsApproval }
}

type DoneBody = { readonly outcome: 'done' } & ActionResult
export type ActionAnswer = Answered<200, DoneBody> | Answered<202, { readonly approval: string }>

/**
 * Runs an action, or asks for its approval. A repeat under the same idempotency key has no second effect and gets
 * the first answer, without secrets.
 */
export async function runAction<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  key: ScopedKey | null,
): Promise<ActionAnswer | Answered<number, unknown> | Problem<ActionProblem>> {
  const valid = await validCall(services, call, true)
  if (isProblem(valid)) return valid
  const earlier = answerByKey((await claimKeys(services.db, [key])).get(key))
  if (earlier !== null) return earlier
  const preview = await tryOut(services, valid)
  if (isProblem(preview)) return refuse(services, valid, preview)
  const ask = () => askForApproval(services, valid, preview, key)
  if (preview.needsApproval) return ask()
  return performOrStop(services, valid, preview, {
    async admit(tx, about, moved) {
      await lockLimits(tx, [valid.staff.id, ...about].sort())
      const considered = { rule: valid.action.approval, memberId: valid.staff.id, about, moved }
      if (await needsApproval(tx, services.settings, considered)) throw new Stopped(ask)
      await storeAnswer(tx, key, answered(200, { outcome: 'done', figures: preview.figures }))
    },
  })
}

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
): Promise<Answered<number, unknown> | Problem<ActionProblem>> {
  const valid = await validCall(services, call, false)
  if (isProblem(valid)) return endVoid(services, id, valid.text ?? 'The requester lost the role.')
  const preview = await tryOut(services, valid)
  if (isProblem(preview)) return endVoid(services, id, preview.text ?? preview.problem)
  if (JSON.stringify(preview.figures) !== JSON.stringify(figures)) {
    return endVoid(services, id, 'The figures have changed since the request.')
  }
  return performOrStop(
    services,
    valid,
    preview,
    {
      async admit(tx) {
        const isFirst = await endApproval(tx, id, 'done', approver.id, null)
        if (!isFirst) throw new Stopped(async () => problem('void'))
      },
    },
    approver.name,
  )
}

async function endVoid<Services extends ActionServices>(
  { db }: Services,
  id: string,
  detail: string,
): Promise<Problem<'void'>> {
  await db.transaction((tx) => endApproval(tx, id, 'void', null, detail.slice(0, 500)))
  return problem('void', { text: `The request is void: ${detail}` })
}

/** Checks role, passkey, input and reason. A refused call is a row of the audit trail. */
async function validCall<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  runs: boolean,
): Promise<ValidCall<Services> | Problem<ActionProblem>> {
  const { action, staff, input, reason } = call
  const asked = { ...call, reason: reason?.trim() ?? '' }
  const allowed: readonly string[] = action.roles
  if (!staff.roles.some((role) => allowed.includes(role))) {
    return refuse(services, asked, problem('forbidden'))
  }
  const parsed = action.input.safeParse(input)
  if (!parsed.success) return faultOf(parsed.error)
  const faultOfReason = asked.reason === '' ? null : entryFault(staff.name, asked.reason)
  if (faultOfReason !== null) {
    return problem('bad_request', {
      text: faultOfReason.replace('--by and ', '').replaceAll('--reason', 'The reason'),
      fields: { field: 'reason' },
    })
  }
  if (action.needsReason && runs && asked.reason === '') return problem('reason_required')
  const ageSeconds = (services.clock() - staff.verifiedAt.getTime()) / 1_000
  if (runs && action.isSensitive && ageSeconds > freshSeconds) return problem('passkey_required')
  return { ...asked, input: parsed.data }
}

function faultOf({ issues: [issue] }: z.ZodError): Problem<'bad_request'> {
  const field = ['input', ...(issue?.path ?? [])].join('.')
  const text = issue?.message ?? 'The input could not be understood.'
  return problem('bad_request', { text, fields: { field } })
}

type TriedOut = ActionResult & {
  readonly about: readonly string[]
  readonly moved: Moved
  readonly needsApproval: boolean
}

/** Runs the preview of an action. The limits of approval are decided again when it runs. */
async function tryOut<Services extends ActionServices>(
  services: Services,
  { action, staff, input, reason }: ValidCall<Services>,
): Promise<TriedOut | Problem> {
  let about: readonly string[] = []
  let moved: Moved = {}
  const context: ActionContext<Services> = {
    services: action.hasOwnPreview ? services : { ...services, db: dryRun(services.db) },
    staffId: staff.id,
    by: staff.name,
    reason,
    record: async (_tx, ids, movedNow = {}) => {
      about = ids
      moved = movedNow
    },
  }
  const result = await action.preview(context, input)
  if (isProblem(result)) return result
  const considered = { rule: action.approval, memberId: staff.id, about, moved }
  return {
    figures: result.figures,
    about,
    moved,
    needsApproval: await needsApproval(services.db, services.settings, considered),
  }
}

/** Stops a running action: its transaction is rolled back, and `answer` tells the caller what happens instead. */
class Stopped extends Error {
  readonly answer: () => Promise<Answered<number, unknown> | Problem<ActionProblem>>
  constructor(answer: Stopped['answer']) {
    super('the action was stopped')
    this.answer = answer
  }
}

type Admission = {
  /** Runs in the transaction of the effect. Throws `Stopped` if the effect must not happen. */
  readonly admit: (tx: Transaction, about: readonly string[], moved: Moved) => Promise<void>
}

async function performOrStop<Services extends ActionServices>(
  services: Services,
  call: ValidCall<Services>,
  { figures }: TriedOut,
  { admit }: Admission,
  approver?: string,
): Promise<Answered<number, unknown> | Problem<ActionProblem>> {
  const { action, staff, input, reason } = call
  const record: RecordAction = async (tx, about, moved = {}) => {
    await admit(tx, about, moved)
    const { sum, kilograms } = moved
    await writeAuditEntry(tx, { ...entryOf(call), about, figures, approver, sum, kilograms })
  }
  try {
    const context = { services, staffId: staff.id, by: staff.name, reason, record }
    const result = await action.run(context, input)
    return isProblem(result)
      ? await refuse(services, call, result)
      : answered(200, { outcome: 'done' as const, ...result })
  } catch (error) {
    if (error instanceof Stopped) return error.answer()
    await writeAuditOutcome(services.db, refusedEntry(call), {
      outcome: 'failed',
      detail: error instanceof Error ? error.message : String(error),
    }).catch(() => undefined)
    throw error
  }
}

/** Stores a request, so that another member of staff decides. */
async function askForApproval<Services extends ActionServices>(
  { db }: Services,
  call: ValidCall<Services>,
  { figures }: TriedOut,
  key: ScopedKey | null,
): Promise<Answered<202, { readonly approval: string }>> {
  const { action, staff, input, reason } = call
  return db.transaction(async (tx) => {
    const texts = [JSON.stringify(input), reason, JSON.stringify(figures)] as const
    const row = await writeApproval(tx, action.name, ...texts, staff.id)
    if (row === null) throw new Error('no request for approval was written')
    const answer = answered(202, { approval: row.id })
    await storeAnswer(tx, key, answer)
    return answer
  })
}

/** Stores the answer for repeats. A repeat that came in between stops this call. */
async function storeAnswer(
  tx: Transaction,
  key: ScopedKey | null,
  answer: Answered<number, unknown>,
): Promise<void> {
  if (key === null) return
  const earlier = answerByKey((await claimKeys(tx, [key])).get(key))
  if (earlier !== null) throw new Stopped(async () => earlier)
  await send(tx, storeWrites([{ kind: 'first', key, effectId: null, answer }]))
}

/** Writes the row of a refused action, and returns its problem. */
async function refuse<Services extends ActionServices>(
  { db }: Services,
  call: ValidCall<Services>,
  { problem: code, text }: Problem,
): Promise<Problem<'forbidden' | 'action_refused'>> {
  await writeAuditOutcome(db, refusedEntry(call), { outcome: 'refused', detail: code })
  if (code === 'forbidden') return problem('forbidden')
  return problem('action_refused', {
    ...(text === undefined ? {} : { text }),
    fields: { reason_code: code },
  })
}

function entryOf<Services>({ action, staff, reason }: ValidCall<Services>): AuditEntry {
  return {
    by: staff.name,
    command: action.name,
    about: [],
    reason: reason === '' ? null : reason,
    staff: { id: staff.id, roles: staff.roles },
  }
}

/** Returns the entry of a refused call, with its subject as far as the trail may keep it. */
function refusedEntry<Services>(call: ValidCall<Services>): AuditEntry {
  const { action, input } = call
  const subject = action.subject === undefined ? null : Object(input)[action.subject.field]
  const kept = typeof subject === 'string' ? keptSubject(subject) : null
  const entry = entryOf(call)
  const isKept = entryFault(entry.by, entry.reason) === null
  return { ...entry, about: kept === null ? [] : [kept], reason: isKept ? entry.reason : null }
}

// Tries out and performs an action of staff: checks role, passkey, input and reason, and writes the audit trail in the
// transaction of the effect (docs/product.md#actions).
import { hash } from 'node:crypto'
import type { z } from 'zod'
import { holdsRole } from '#features/staff/actions/own-actions.ts'
import { type ApprovalSettings, needsApproval } from '#features/staff/approvals/needs-approval.ts'
import type { ActionDone } from '#features/staff/staff-calls.ts'
import { hasFreshPasskey, type StaffViewer } from '#features/staff/staff-session.ts'
import type {
  Action,
  ActionContext,
  ActionEffect,
  ActionResult,
  Moved,
  RecordAction,
} from '#platform/actions/action.ts'
import { fieldFault, takesFile } from '#platform/actions/fields.ts'
import {
  type AuditEntry,
  reasonFault,
  shownActor,
  writeAuditEntries,
  writeAuditEntry,
  writeAuditOutcome,
} from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { dryRun } from '#platform/database/roll-back.ts'
import { type Answered, answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type ActionServices = {
  readonly db: Database
  /** For actions with a file, which take longer than a request usually does. By default `db`. */
  readonly longDb?: Database
  readonly clock: () => number
  readonly settings: ApprovalSettings
}

/** Problems of every action: of its call, and of its use case (`action_refused`). */
type CallProblem = 'forbidden' | 'bad_request' | 'reason_required' | 'passkey_required'
export type RefusalProblem = 'forbidden' | 'action_refused'
export type PreviewProblem = CallProblem | RefusalProblem

/** The caller of an action: a member of staff, or root at the shell, whom neither roles nor approvals bind. */
export type ActionCaller = Pick<StaffViewer, 'name' | 'roles' | 'verifiedAt'> & {
  /** Null for root. */
  readonly id: string | null
  /** The name that root typed. */
  readonly forName?: string | undefined
}

export type Call<Services> = {
  readonly action: Action<Services>
  readonly staff: ActionCaller
  /** The command in the audit trail, with options that change its sense. By default the action's name. */
  readonly command?: string
  /** The subjects as a shell's caller typed them, for the row of a refusal. By default the action's subject. */
  readonly typed?: readonly string[]
  readonly input: unknown
  readonly reason: string | null
  /** The digest of the preview that the caller has seen. The action is refused if it would do something else. */
  readonly digest?: string | null | undefined
}

/** A call whose role, input and reason are valid. */
export type ValidCall<Services> = Omit<Call<Services>, 'reason'> & { readonly reason: string }

export const changedEffect = problem('preview_changed', {
  text: 'The outcome has changed since the preview. Please look at it again.',
})

/** Returns a text that is equal for equal effects only. */
function digestOf({ figures, rows = [] }: ActionEffect): string {
  return hash('sha256', JSON.stringify([figures, rows]), 'base64url')
}

export type DoneBody = ActionDone & { readonly outcome: 'done' }

export function done({ figures, secrets }: ActionResult): Answered<200, DoneBody> {
  const shown = { outcome: 'done' as const, figures: [...figures] }
  return answered(200, secrets === undefined ? shown : { ...shown, secrets: [...secrets] })
}

/** Checks role, passkey, input and reason. A refused call is a row of the audit trail. */
export async function validCall<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  runs: boolean,
): Promise<ValidCall<Services> | Problem<PreviewProblem>> {
  const { action, staff, input, reason } = call
  const asked = { ...call, reason: reason?.trim() ?? '' }
  if (staff.id !== null && !holdsRole(action, staff)) {
    return refuse(services, asked, problem('forbidden'))
  }
  const parsed = action.input.safeParse(input, { error: fieldFault })
  if (!parsed.success) return faultOf(parsed.error)
  const faultOfReason = asked.reason === '' ? null : reasonFault(asked.reason)
  if (faultOfReason !== null) {
    return problem('bad_request', {
      text: faultOfReason
        .replace('--by and ', '')
        .replace(/^--reason/, 'The reason')
        .replaceAll('--reason', 'the reason'),
      fields: { field: 'reason' },
    })
  }
  // The command line decides whether root needs a reason.
  const isReasonNeeded = action.needsReason && staff.id !== null
  if (isReasonNeeded && runs && asked.reason === '') return problem('reason_required')
  if (runs && action.isSensitive && !hasFreshPasskey(staff, services.clock())) {
    return problem('passkey_required')
  }
  return asked
}

function faultOf({ issues: [issue] }: z.ZodError): Problem<'bad_request'> {
  const field = ['input', ...(issue?.path ?? [])].join('.')
  const text = issue?.message ?? 'The input could not be understood.'
  return problem('bad_request', { text, fields: { field } })
}

/** Returns the services with the database that fits the action. */
function withDatabaseFor<Services extends ActionServices>(
  { input }: Action<Services>,
  services: Services,
): Services {
  const { db, longDb = db } = services
  return takesFile(input) ? { ...services, db: longDb } : services
}

export type TriedOut = ActionResult & {
  readonly about: readonly string[]
  readonly needsApproval: boolean
  readonly digest: string
  /** True if only the caller's preview was tried out, so that the effect must prove to be the same. */
  readonly isUntried?: boolean
}

/** Returns true if the effect in the transaction is that of the preview. */
export function isAsPreviewed({ digest, isUntried = false }: TriedOut, { effect }: Moved): boolean {
  return effect === undefined ? !isUntried : digestOf(effect) === digest
}

/** Returns the preview if the action may run now: if it is possible, and as the caller has seen it. */
export function admitted(preview: TriedOut | Problem, digest: string | null): TriedOut | Problem {
  if (isProblem(preview)) return preview
  if (preview.refusal !== undefined) return problem('file_refused', { text: preview.refusal })
  return digest === null || digest === preview.digest ? preview : changedEffect
}

/** Runs the preview of an action. The limits of approval are decided again when it runs. */
export async function tryOut<Services extends ActionServices>(
  services: Services,
  { action, staff, input, reason }: ValidCall<Services>,
): Promise<TriedOut | Problem> {
  let about: readonly string[] = []
  let moved: Moved = {}
  const own = withDatabaseFor(action, services)
  const context: ActionContext<Services> = {
    services: action.hasOwnPreview ? own : { ...own, db: dryRun(own.db) },
    staffId: staff.id,
    approverId: null,
    by: shownActor(staff.name, staff.forName),
    reason,
    record: async (_tx, ids, movedNow = {}) => {
      about = ids
      moved = movedNow
    },
    recordNext: async () => undefined,
    recordEach: async () => undefined,
  }
  const result = await action.preview(context, input)
  if (isProblem(result)) return result
  const tried = { ...result, about, digest: digestOf(result) }
  if (staff.id === null) return { ...tried, needsApproval: false }
  const considered = { rule: action.approval, memberId: staff.id, about, moved }
  const isAsked = await needsApproval(services.db, services.settings, considered)
  return { ...tried, needsApproval: isAsked }
}

/**
 * Decides in the transaction of the effect whether it may happen. Null lets it happen. Otherwise the transaction is
 * rolled back, and the function returns what happens instead.
 */
type Admit<Stop> = (
  tx: Transaction,
  about: readonly string[],
  moved: Moved,
) => Promise<(() => Promise<Stop>) | null>

/** Runs the use case. Its row of the audit trail is written in the transaction of the effect. */
export async function perform<Services extends ActionServices, Stop>(
  services: Services,
  call: ValidCall<Services>,
  preview: TriedOut,
  admit: Admit<Stop>,
  approver?: StaffViewer,
): Promise<Answered<200, DoneBody> | Problem<RefusalProblem> | Stop> {
  const { action, staff, input, reason } = call
  const stopMark = new Error('the action was stopped')
  const stopping: { answer: (() => Promise<Stop>) | null } = { answer: null }
  let isRecorded = false
  const recordNext: RecordAction = async (tx, ids, moved = {}) => {
    const { sum, kilograms, effect = preview, figures = effect.figures } = moved
    await writeAuditEntry(tx, {
      ...entryOf(call),
      about: ids,
      figures,
      approver: approver?.name,
      sum,
      kilograms,
    })
  }
  const record: RecordAction = async (tx, ids, moved = {}) => {
    stopping.answer = await admit(tx, ids, moved)
    if (stopping.answer !== null) throw stopMark
    await recordNext(tx, ids, moved)
    isRecorded = true
  }
  const recordEach: ActionContext<Services>['recordEach'] = (tx, abouts) =>
    writeAuditEntries(tx, entryOf(call), abouts)
  try {
    const records = { record, recordNext, recordEach }
    const own = withDatabaseFor(action, services)
    const by = shownActor(staff.name, staff.forName)
    const approverId = approver?.id ?? null
    const context = { services: own, staffId: staff.id, approverId, by, reason, ...records }
    const result = await action.run(context, input)
    if (isProblem(result)) return await refuse(services, call, result)
    if (result.refusal !== undefined) {
      return await refuse(services, call, problem('file_refused', { text: result.refusal }))
    }
    // An action with no effect left, such as a repeated refund, has a row too.
    if (!isRecorded) {
      const moved = preview.isUntried ? { effect: result } : { figures: result.figures }
      await services.db.transaction((tx) => record(tx, preview.about, moved))
    }
    return done(result)
  } catch (error) {
    if (error === stopMark && stopping.answer !== null) return stopping.answer()
    await writeAuditOutcome(services.db, refusedEntry(call), {
      outcome: 'failed',
      detail: error instanceof Error ? error.message : String(error),
    }).catch(() => undefined)
    throw error
  }
}

/** Writes the row of a refused action, and returns its problem. */
export async function refuse<Services extends ActionServices>(
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

export function entryOf<Services>({
  action,
  staff,
  command,
  reason,
}: ValidCall<Services>): AuditEntry {
  const { id, name: by, roles, forName } = staff
  return {
    ...(id === null ? { by, forName } : { by, staff: { id, roles } }),
    command: command ?? action.name,
    about: [],
    reason: reason === '' ? null : reason,
  }
}

/** Returns the entry of a refused call, with its subject as far as the trail may keep it. */
function refusedEntry<Services>(call: ValidCall<Services>): AuditEntry {
  const { action, input, typed } = call
  const subject = action.subject === undefined ? null : Object(input)[action.subject.field]
  const subjects = typed ?? (typeof subject === 'string' ? [subject] : [])
  const about = subjects.map(keptSubject).filter((kept) => kept !== null)
  const entry = entryOf(call)
  const isKept = entry.reason === null || reasonFault(entry.reason) === null
  return { ...entry, about, reason: isKept ? entry.reason : null }
}

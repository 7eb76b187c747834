// Runs the actions of staff. Checks role, passkey, input and reason, and previews the action. Asks a second person
// where the rule wants it. Writes the audit trail in the transaction of the effect (docs/product.md#actions).
import { hash } from 'node:crypto'
import type { z } from 'zod'
import { endApproval, lockLimits, writeApproval } from '#features/staff/approval-queries.ts'
import { type ApprovalSettings, needsApproval } from '#features/staff/approvals/needs-approval.ts'
import { type ActionDone, actionDone, actionWaits } from '#features/staff/staff-calls.ts'
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
  type Figure,
  reasonFault,
  shownActor,
  writeAuditEntries,
  writeAuditEntry,
  writeAuditOutcome,
} from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import {
  claimKeys,
  type ScopedKey,
  type StoredAnswer,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { dryRun } from '#platform/database/roll-back.ts'
import { send } from '#platform/database/write.ts'
import { answerByKey } from '#platform/http/guard/answer-once.ts'
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
type RefusalProblem = 'forbidden' | 'action_refused'
export type PreviewProblem = CallProblem | RefusalProblem
export type RunProblem = PreviewProblem | 'key_reused' | 'in_progress'
export type ApprovalProblem = RefusalProblem | 'void'

/** The caller of an action: a member of staff, or root at the shell, whom neither roles nor approvals bind. */
export type ActionCaller = Pick<StaffViewer, 'name' | 'roles' | 'verifiedAt'> & {
  /** Null for root. */
  readonly id: string | null
  /** The name that root typed. */
  readonly forName?: string | undefined
}

type Call<Services> = {
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
type ValidCall<Services> = Omit<Call<Services>, 'reason'> & { readonly reason: string }

export type Previewed = ActionResult & {
  readonly needsApproval: boolean
  /** Identifies the effect, so that a later call runs exactly this one. */
  readonly digest: string
}

const changedEffect = problem('preview_changed', {
  text: 'The outcome has changed since the preview. Please look at it again.',
})

/** Returns a text that is equal for equal effects only. */
function digestOf({ figures, rows = [] }: ActionEffect): string {
  return hash('sha256', JSON.stringify([figures, rows]), 'base64url')
}

/** Shows what an action would do. Writes to the audit trail only. */
export async function previewAction<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
): Promise<Previewed | Problem<PreviewProblem>> {
  const valid = await validCall(services, call, false)
  if (isProblem(valid)) return valid
  const preview = await tryOut(services, valid)
  if (isProblem(preview)) return refuse(services, valid, preview)
  const { figures, about, rows, refusal, needsApproval, digest } = preview
  await writeAuditOutcome(
    services.db,
    { ...entryOf(valid), about, figures },
    { outcome: 'previewed', detail: refusal ?? null },
  )
  return { figures, ...(rows && { rows }), refusal, needsApproval, digest }
}

type DoneBody = ActionDone & { readonly outcome: 'done' }
export type ActionAnswer = Answered<200, DoneBody> | Answered<202, { readonly approval: string }>

function done({ figures, secrets }: ActionResult): Answered<200, DoneBody> {
  const shown = { outcome: 'done' as const, figures: [...figures] }
  return answered(200, secrets === undefined ? shown : { ...shown, secrets: [...secrets] })
}

/** Returns a stored answer as this version of the product writes it. */
function repeated({ answered: status, body }: StoredAnswer): ActionAnswer {
  return status === 202
    ? { ...answered(202, actionWaits.parse(body)), isRepeat: true }
    : { ...done({ figures: actionDone.parse(body).figures }), isRepeat: true }
}

/**
 * Runs an action, or asks for its approval. A repeat under the same idempotency key has no second effect and gets
 * the first answer, without secrets.
 */
export async function runAction<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  key: ScopedKey | null,
): Promise<ActionAnswer | Problem<RunProblem>> {
  const valid = await validCall(services, call, true)
  if (isProblem(valid)) return valid
  const findAnswer = async () => answerByKey((await claimKeys(services.db, [key])).get(key))
  const earlier = await findAnswer()
  if (earlier !== null) return isProblem(earlier) ? earlier : repeated(earlier)
  const digest = call.digest ?? null
  const preview = seenPreview(valid, digest) ?? admitted(await tryOut(services, valid), digest)
  /** The same call may have had its effect meanwhile, so that this one finds nothing left to do. */
  const refuseUnlessDone = async (refused: Problem) => {
    const first = await findAnswer()
    return first !== null && !isProblem(first) ? repeated(first) : refuse(services, valid, refused)
  }
  if (isProblem(preview)) return refuseUnlessDone(preview)
  const ask = () => askForApproval(services, valid, preview, key)
  if (preview.needsApproval) return ask()
  return perform<Services, ActionAnswer | Problem<RunProblem>>(
    services,
    valid,
    preview,
    async (tx, about, moved) => {
      if (!isAsPreviewed(preview, moved)) return () => refuseUnlessDone(changedEffect)
      const { id: memberId } = valid.staff
      if (memberId !== null) {
        await lockLimits(tx, [memberId, ...about].sort())
        const considered = { rule: valid.action.approval, memberId, about, moved }
        if (await needsApproval(tx, services.settings, considered)) return ask
      }
      const { figures } = moved.effect ?? preview
      return storeAnswer(tx, key, done({ figures }))
    },
  )
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

/** Checks role, passkey, input and reason. A refused call is a row of the audit trail. */
async function validCall<Services extends ActionServices>(
  services: Services,
  call: Call<Services>,
  runs: boolean,
): Promise<ValidCall<Services> | Problem<PreviewProblem>> {
  const { action, staff, input, reason } = call
  const asked = { ...call, reason: reason?.trim() ?? '' }
  const allowed: readonly string[] = action.roles
  if (staff.id !== null && !staff.roles.some((role) => allowed.includes(role))) {
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

type TriedOut = ActionResult & {
  readonly about: readonly string[]
  readonly needsApproval: boolean
  readonly digest: string
  /** True if only the caller's preview was tried out, so that the effect must prove to be the same. */
  readonly isUntried?: boolean
}

/**
 * Returns the preview that the caller has seen, for an action with a file that no second person approves. Trying it
 * out again would take as long as the action, which compares its effect in its own transaction.
 */
function seenPreview<Services>(
  { action }: ValidCall<Services>,
  digest: string | null,
): TriedOut | null {
  if (digest === null || action.approval !== 'never' || !takesFile(action.input)) return null
  return { figures: [], about: [], needsApproval: false, digest, isUntried: true }
}

/** Returns true if the effect in the transaction is that of the preview. */
function isAsPreviewed({ digest, isUntried = false }: TriedOut, { effect }: Moved): boolean {
  return effect === undefined ? !isUntried : digestOf(effect) === digest
}

/** Returns the preview if the action may run now: if it is possible, and as the caller has seen it. */
function admitted(preview: TriedOut | Problem, digest: string | null): TriedOut | Problem {
  if (isProblem(preview)) return preview
  if (preview.refusal !== undefined) return problem('file_refused', { text: preview.refusal })
  return digest === null || digest === preview.digest ? preview : changedEffect
}

/** Runs the preview of an action. The limits of approval are decided again when it runs. */
async function tryOut<Services extends ActionServices>(
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
async function perform<Services extends ActionServices, Stop>(
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

/** Stores a request, so that another member of staff decides. */
async function askForApproval<Services extends ActionServices>(
  services: Services,
  { action, staff, input, reason }: ValidCall<Services>,
  { figures }: TriedOut,
  key: ScopedKey | null,
): Promise<ActionAnswer | Problem<'key_reused' | 'in_progress'>> {
  const stored = await action.storedInput(services, input)
  const texts = [JSON.stringify(stored), reason, JSON.stringify(figures)] as const
  return services.db.transaction(async (tx) => {
    const earlier = answerByKey((await claimKeys(tx, [key])).get(key))
    if (earlier !== null) return isProblem(earlier) ? earlier : repeated(earlier)
    if (staff.id === null) throw new Error('root needs no approval')
    const row = await writeApproval(tx, action.name, ...texts, staff.id)
    if (row === null) throw new Error('no request for approval was written')
    const answer = answered(202, { approval: row.id })
    await storeAnswer(tx, key, answer)
    return answer
  })
}

/** Stores the answer for repeats. Returns the answer of a repeat that came in between, or null. */
async function storeAnswer(
  tx: Transaction,
  key: ScopedKey | null,
  answer: ActionAnswer,
): Promise<(() => Promise<ActionAnswer | Problem<'key_reused' | 'in_progress'>>) | null> {
  if (key === null) return null
  const earlier = answerByKey((await claimKeys(tx, [key])).get(key))
  if (earlier !== null) return async () => (isProblem(earlier) ? earlier : repeated(earlier))
  await send(tx, storeWrites([{ kind: 'first', key, effectId: null, answer }]))
  return null
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

function entryOf<Services>({ action, staff, command, reason }: ValidCall<Services>): AuditEntry {
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

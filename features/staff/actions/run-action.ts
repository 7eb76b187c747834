// Previews and runs the actions of staff. Asks a second person where the rule wants it, and answers a repeat once
// (docs/product.md#actions).
import { lockLimits, writeApproval } from '#features/staff/approval-queries.ts'
import { needsApproval } from '#features/staff/approvals/needs-approval.ts'
import { actionDone, actionWaits } from '#features/staff/staff-calls.ts'
import type { ActionResult } from '#platform/actions/action.ts'
import { takesFile } from '#platform/actions/fields.ts'
import { writeAuditOutcome } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  claimKeys,
  type ScopedKey,
  type StoredAnswer,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { send } from '#platform/database/write.ts'
import { answerByKey } from '#platform/http/guard/answer-once.ts'
import { type Answered, answered } from '#values/call.ts'
import { isProblem, type Problem } from '#values/problem.ts'
import {
  type ActionServices,
  admitted,
  type Call,
  changedEffect,
  type DoneBody,
  done,
  entryOf,
  isAsPreviewed,
  type PreviewProblem,
  perform,
  refuse,
  type TriedOut,
  tryOut,
  type ValidCall,
  validCall,
} from './perform-action.ts'

export type RunProblem = PreviewProblem | 'key_reused' | 'in_progress'

export type Previewed = ActionResult & {
  readonly needsApproval: boolean
  /** Identifies the effect, so that a later call runs exactly this one. */
  readonly digest: string
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

export type ActionAnswer = Answered<200, DoneBody> | Answered<202, { readonly approval: string }>

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

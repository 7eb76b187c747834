// Sends an action and reads its outcome. A retry of the same input has the same key, so that it has one effect.
import { type ActionDone, decideApproval, runStaffAction } from '#features/staff/staff-calls.ts'
import { ApiError, BadAnswerError, isUnreached, readAnswer, send } from '#web/api/api.ts'
import { requestOf } from '#web/api/ask.ts'
import { shapeOf } from '#web/api/shape.ts'

export type ActionInput = {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly reason: string
}

/** `done` may also be the figures of a preview. */
export type ActionOutcome =
  | { readonly kind: 'done'; readonly done: Omit<ActionDone, 'outcome'> }
  | { readonly kind: 'waits'; readonly approval: string }
  /** The passkey has to be confirmed before the same call is sent again. */
  | { readonly kind: 'confirm' }
  /** The session has ended, and nothing was done. */
  | { readonly kind: 'ended' }
  /** It is unknown whether the action was done. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'refused'
      readonly text: string
      readonly field: string | undefined
      /** True if the preview is outdated. */
      readonly isOutdated?: boolean
    }

/** Sends an action or its preview. `key` identifies an attempt and its retries. */
export async function sendAction(
  { name, input, reason }: ActionInput,
  {
    isPreview,
    key,
    digest,
  }: { readonly isPreview: boolean; readonly key: string; readonly digest?: string | undefined },
): Promise<ActionOutcome> {
  const body = {
    input,
    ...(digest === undefined ? {} : { digest }),
    ...(isPreview ? { preview: true } : {}),
    ...(reason === '' ? {} : { reason }),
  }
  const { path, ...request } = requestOf(runStaffAction, { params: { name }, body })
  return outcomeOf(isPreview, async () => {
    const answer = await send(path, { ...request, headers: { 'idempotency-key': key } })
    const reply = await readAnswer(answer, shapeOf(runStaffAction))
    return 'approval' in reply
      ? { kind: 'waits', approval: reply.approval }
      : { kind: 'done', done: reply }
  })
}

/** Approves or refuses a request of another member of staff. */
export async function sendDecision(
  id: string,
  approve: boolean,
  key: string,
): Promise<ActionOutcome> {
  const { path, ...request } = requestOf(decideApproval, { params: { id }, body: { approve } })
  return outcomeOf(false, async () => {
    const answer = await send(path, { ...request, headers: { 'idempotency-key': key } })
    return { kind: 'done', done: await readAnswer(answer, shapeOf(decideApproval)) }
  })
}

async function outcomeOf(
  isPreview: boolean,
  act: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  try {
    return await act()
  } catch (error) {
    return outcomeOfError(error, isPreview)
  }
}

/** Returns the outcome of a failed call. A preview changes nothing, so that its outcome is never unknown. */
export function outcomeOfError(error: unknown, isPreview: boolean): ActionOutcome {
  if (error instanceof ApiError && error.status < 500 && error.code !== 'in_progress') {
    if (error.code === 'passkey_required') return { kind: 'confirm' }
    if (error.code === 'unauthenticated') return { kind: 'ended' }
    const { field, reason_code: reason } = error.body
    const name = typeof field === 'string' ? field.replace(/^input\./, '') : undefined
    const refused = { kind: 'refused', text: error.message, field: name } as const
    return reason === 'preview_changed' ? { ...refused, isOutdated: true } : refused
  }
  if (!isPreview) return { kind: 'unknown' }
  if (isUnreached(error)) {
    return { kind: 'refused', text: 'There is no connection. Please try again.', field: undefined }
  }
  const isOwn = error instanceof ApiError || error instanceof BadAnswerError
  if (!isOwn) throw error
  return { kind: 'refused', text: 'The server failed. Please try again.', field: undefined }
}

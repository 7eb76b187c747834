// Declares an action of staff as one value: its name, words, input, roles and rules, and the use case. The
// console's form, its call, the command line and the audit trail read it (docs/product.md#actions).
import type { z } from 'zod'
import type { Audit, Figure } from '#platform/database/audit/audit-trail.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Problem } from '#values/problem.ts'
import type { StaffRole } from '#values/staff/roles.ts'
import type { FileRow } from './file-rows.ts'

/** Money and kilograms that an action moves, for the audit trail and the limits of approval. */
export type Moved = {
  readonly sum?: { readonly amountMinor: number; readonly currency: string } | undefined
  readonly kilograms?: number | undefined
  /**
   * The effect as it is in the transaction. If it differs from the preview's, the transaction is rolled back and
   * the action refused.
   */
  readonly effect?: ActionEffect | undefined
  /** The figures of the row, if they may differ a little from those of the preview. */
  readonly figures?: readonly Figure[] | undefined
}

/** Figures of an action, and the outcome of each row of its file. */
export type ActionEffect = {
  readonly figures: readonly Figure[]
  readonly rows?: readonly FileRow[]
}

/**
 * Writes the row of the audit trail in the transaction of the change. `about` are ids of the changed rows,
 * never a phone number. An action calls it once, in the transaction that makes its effect certain.
 */
export type RecordAction = (
  tx: Transaction,
  about: readonly string[],
  moved?: Moved,
) => Promise<void>

export type ActionContext<Services> = {
  readonly services: Services
  /** The member of staff; null for root at the shell. */
  readonly staffId: string | null
  /** The member who approved it; null without an approval. */
  readonly approverId: string | null
  /** The name of the member of staff, or of root with the name that root typed. */
  readonly by: string
  /** Empty if the action needs no reason and got none. */
  readonly reason: string
  readonly record: RecordAction
  /** Writes a further row, for the later transactions of an action that has several. */
  readonly recordNext: RecordAction
  /** Writes a further row for each list of ids, without figures. */
  readonly recordEach: (tx: Transaction, abouts: readonly (readonly string[])[]) => Promise<void>
}

/** The successful result of an action, or of its preview. */
export type ActionResult<Details = unknown> = ActionEffect & {
  /** In a preview: why the action would be refused, if it can be shown nevertheless what it would do. */
  readonly refusal?: string | undefined
  /** The values of the command line's JSON. A preview may leave them out. */
  readonly details?: Details
  /** Values that are shown once and stored nowhere, such as a new link. */
  readonly secrets?: readonly Figure[]
}

/**
 * When a second person has to approve. `refund` and `credit`: above APPROVE_REFUND and APPROVE_CREDIT. `two
 * admins`: if there are two admins or more.
 */
export type ApprovalRule = 'never' | 'always' | 'refund' | 'credit' | 'two admins'

type ActionWords = {
  /** The name, which is that of the operator's command, such as `people block`. */
  readonly name: string
  /** The words on the button. */
  readonly title: string
  /** One sentence about the effect. */
  readonly summary: string
}

type ActionRules = {
  /** Roles that may run it. */
  readonly roles: readonly StaffRole[]
  readonly needsReason: boolean
  /** If true, the passkey must have been used within the last five minutes. */
  readonly isSensitive: boolean
  readonly approval: ApprovalRule
  /** The field of the input that names the subject, so that the subject's page offers the action. */
  readonly subject?: {
    readonly of: 'person' | 'purchase' | 'batch' | 'project' | 'programme' | 'staff'
    readonly field: string
  }
}

type UseCase<Services, Input, Details> = (
  context: ActionContext<Services>,
  input: Input,
) => Promise<ActionResult<Details> | Problem>

type ActionSpec<Services, Input extends z.ZodObject, Details> = ActionWords &
  ActionRules & {
    readonly input: Input
    readonly run: UseCase<Services, z.output<Input>, Details>
    /**
     * Returns the figures that `run` would return, without any effect. By default `run` itself, on a
     * database that rolls every transaction back. An action that calls a provider needs its own.
     */
    readonly preview?: UseCase<Services, z.output<Input>, Details>
    /**
     * Returns the input as a request for approval stores it: ids in place of phone numbers. By default the input.
     */
    readonly storedInput?: (services: Services, input: z.output<Input>) => Promise<z.input<Input>>
  }

export type Action<Services, Details = unknown> = ActionWords &
  ActionRules & {
    readonly input: z.ZodObject
    readonly hasOwnPreview: boolean
    /** Runs or previews the action. The input must be valid. */
    readonly run: UseCase<Services, unknown, Details>
    readonly preview: UseCase<Services, unknown, Details>
    /** Returns the input as a request for approval stores it. */
    readonly storedInput: (services: Services, given: unknown) => Promise<unknown>
  }

export function action<Services, Input extends z.ZodObject, Details>(
  spec: ActionSpec<Services, Input, Details>,
): Action<Services, Details> {
  const { run, preview = run, storedInput, input, ...rest } = spec
  return {
    ...rest,
    // A misspelled field must not count as a missing one, which may have a default.
    input: input.strict(),
    hasOwnPreview: spec.preview !== undefined,
    run: (context, given) => run(context, input.parse(given)),
    preview: (context, given) => preview(context, input.parse(given)),
    storedInput: async (services, given) =>
      storedInput === undefined ? given : storedInput(services, input.parse(given)),
  }
}

/** Returns the callback of use cases that only report a sum. */
export function auditBy(record: RecordAction): Audit {
  return (tx, about, sum) => record(tx, about, { sum })
}

/** Returns a problem with the sentence of its code, unless it has a text of its own. */
export function withSentence(
  refused: Problem,
  sentences: Readonly<Record<string, string>>,
): Problem {
  const text = refused.text ?? sentences[refused.problem]
  return text === undefined ? refused : { ...refused, text }
}

/** Returns a figure without a value before. */
export function figure(label: string, after: string | number): Figure {
  return { label, before: null, after: String(after) }
}

/** Returns a figure of something that changes. */
export function change(
  label: string,
  before: string | number | null,
  after: string | number,
): Figure {
  return { label, before: before === null ? 'none' : String(before), after: String(after) }
}

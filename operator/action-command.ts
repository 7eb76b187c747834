// Makes a command from an action of staff. Name, roles, rules and use case are the action's. The command maps its
// words and options to the action's input, and the action's details to lines and JSON.
import type { ActionCaller } from '#features/staff/actions/perform-action.ts'
import { type Previewed, previewAction, runAction } from '#features/staff/actions/run-action.ts'
import { actsAs } from '#operator/access.ts'
import { type Actor, authorOf } from '#operator/actor.ts'
import { markRecorded } from '#operator/audit/audited-run.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import type { Command, Context, Outcome } from '#operator/commands/command.ts'
import type { Action, ActionResult } from '#platform/actions/action.ts'
import { type Figure, reasonFault } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#server/settings/settings.ts'
import { isProblem, type Problem } from '#values/problem.ts'

type ActionServices = {
  readonly db: Database
  readonly clock: () => number
  readonly settings: Settings
}

/** A file as an action takes it. */
type GivenFile = { readonly name: string; readonly text: string }

/** The input of an action as the shell gives it: texts, flags and files. */
export type GivenInput = Readonly<Record<string, string | boolean | GivenFile | undefined>>

/** The result of an action, for the command's outcome. */
export type Done<Services, Details> = {
  readonly details: Details
  readonly secrets: readonly Figure[]
  readonly services: Services
  readonly input: GivenInput
}

type Spec<Own extends Context, Services, Details> = Pick<
  Command,
  'usage' | 'example' | 'optionTexts' | 'file'
> & {
  /** The action, or several of which the call chooses one. The first one gives the name. */
  readonly action: Action<Services, Details>
  readonly otherActions?: readonly Action<Services, Details>[]
  readonly choose?: (context: Own) => Action<Services, Details>
  /** Opens the services that the action needs, and closes them. */
  readonly open: <Result>(
    context: Own,
    work: (services: Services) => Promise<Result>,
  ) => Promise<Result>
  /** Returns the action's input, or an outcome if the words and options do not form one. */
  readonly input: (context: Own) => GivenInput | Outcome | Promise<GivenInput | Outcome>
  /** The word or option of each field whose name differs, for sentences: `PHONE`, `--with`. */
  readonly words?: Readonly<Record<string, string>>
  /** Sentences by the code of a refusal that name the command's options, or make one from the action's. */
  readonly sentences?: Readonly<Record<string, string | ((text: string) => string)>>
  /** Codes of refusals that are a mistake of the call, so that the program exits with 2. */
  readonly misuses?: readonly string[]
  /** The command in the audit trail, with options that change its sense. */
  readonly recordedAs?: (context: Own) => string
  /** Runs before the action, for a file that it will write. Throws if that cannot be. */
  readonly prepare?: (context: Own) => void
  readonly outcome: (done: Done<Services, Details>, context: Own) => Outcome | Promise<Outcome>
}

export const previewText = 'shows what it would do, in figures, and changes no data'

/** Returns the command of an action. */
export function actionCommand<Own extends Context, Services extends ActionServices, Details>(
  spec: Spec<Own, Services, Details>,
): Command<Own> {
  const { action, otherActions = [], usage, example, optionTexts, file } = spec
  const names = [action, ...otherActions].map(({ name }) => name)
  return {
    name: action.name,
    access: actsAs(...names),
    usage: `${withReason(usage, action)} [--preview]`.trim(),
    example,
    summary: summaryOf(action),
    optionTexts: { ...optionTexts, preview: previewText },
    ...(file === undefined ? {} : { file }),
    run: (context) => runSpec(spec, context),
  }
}

/** Adds the option of the reason, unless the usage has it. */
function withReason(usage: string, { needsReason }: { readonly needsReason: boolean }): string {
  return usage.includes('--reason TEXT') || !needsReason ? usage : `${usage} [--reason TEXT]`.trim()
}

/** Returns the action's sentence as lists of commands write it. */
function summaryOf({ summary }: { readonly summary: string }): string {
  return `${summary.slice(0, 1).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}`
}

async function runSpec<Own extends Context, Services extends ActionServices, Details>(
  spec: Spec<Own, Services, Details>,
  context: Own,
): Promise<Outcome> {
  const { actor, flags, options } = context
  const action = spec.choose?.(context) ?? spec.action
  const isPreview = flags.has('preview')
  const { reason = null } = options
  const fault = faultOfReason(context, action, reason, isPreview)
  if (fault !== null) return misused(fault)
  const input = await spec.input(context)
  if (isOutcome(input)) return input
  if (!isPreview) spec.prepare?.(context)
  return spec.open(context, async (services) => {
    const kept: { result: ActionResult<Details> | null; hasBegun: boolean } = {
      result: null,
      hasBegun: false,
    }
    const keeping: Action<Services, Details> = {
      ...action,
      run: async (actionContext, given) => {
        kept.hasBegun = true
        const result = await action.run(actionContext, given)
        if (!isProblem(result)) kept.result = result
        return result
      },
    }
    const call = {
      action: keeping,
      staff: callerOf(actor, services.clock()),
      input: givenFields(input),
      reason,
      command: spec.recordedAs?.(context) ?? action.name,
      typed: options.phone === undefined ? context.words : [...context.words, options.phone],
    }
    if (isPreview) {
      const shown = await previewAction(services, call)
      return isProblem(shown) ? refusedOutcome(spec, shown) : previewOutcome(shown)
    }
    const answer = await runAction(services, call, null).catch((error: unknown) => {
      if (kept.hasBegun) markRecorded(error)
      throw error
    })
    if (isProblem(answer)) return refusedOutcome(spec, answer)
    if (answer.answered === 202) return waitingOutcome(answer.body.approval)
    const { result } = kept
    if (result?.details === undefined) throw new Error(`${action.name} returned no details`)
    const { details, secrets = [] } = result
    return spec.outcome({ details, secrets, services, input }, context)
  })
}

/**
 * Returns what is wrong with the reason, or null. A member gives one wherever the action needs it, root in production
 * and where the usage says so.
 */
function faultOfReason(
  { actor, settings }: Context,
  { needsReason }: { readonly needsReason: boolean },
  reason: string | null,
  isPreview: boolean,
): string | null {
  if (reason !== null) return reasonFault(reason)
  const isNeeded = needsReason && (actor.kind === 'member' || settings.production)
  return isNeeded && !isPreview ? '--reason TEXT is required.' : null
}

/** Returns the actor as actions know callers. A shell has no passkey: sudo has asked for the password. */
function callerOf(actor: Actor, nowMs: number): ActionCaller {
  const verifiedAt = new Date(nowMs)
  if (actor.kind === 'member') {
    const { id, name, roles } = actor
    return { id, name, roles, verifiedAt }
  }
  const { by: name, forName } = authorOf(actor)
  return { id: null, name, forName, roles: [], verifiedAt }
}

/** Returns the fields that were given. */
function givenFields(input: GivenInput): GivenInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function isOutcome(value: GivenInput | Outcome): value is Outcome {
  return 'lines' in value
}

function refusedOutcome<Own extends Context, Services, Details>(
  spec: Pick<Spec<Own, Services, Details>, 'words' | 'sentences' | 'misuses'>,
  refused: Problem,
): Outcome {
  const { words = {}, sentences = {}, misuses = [] } = spec
  const { problem: kind, text, fields } = refused
  if (kind === 'reason_required') return misused('--reason TEXT is required.')
  if (kind === 'bad_request') {
    const field = String(fields?.field ?? '')
      .replace(/^input\.?/, '')
      .replace(/\..*/, '')
    const name = words[field] ?? (field === '' ? 'The call' : `--${field.replaceAll('_', '-')}`)
    return misused(`${name}: ${text ?? 'could not be understood.'}`)
  }
  const code = String(fields?.reason_code ?? kind)
  const own = sentences[code]
  const sentence = typeof own === 'function' ? own(text ?? code) : (own ?? text ?? code)
  const isMisuse = misuses.includes(code)
  return { ...refusedFor({ problem: code }, sentence), isMisuse, isRecorded: true }
}

/** A preview of a call that would be refused has the figures and why. */
function previewOutcome({ figures, refusal, needsApproval }: Previewed): Outcome {
  const ok = refusal === undefined
  const isAsked = ok && needsApproval
  return {
    ok,
    lines: [
      ...figures.map(figureLine),
      ...(refusal?.split('\n') ?? []),
      ...(isAsked ? ['A second person has to approve it in the console.'] : []),
      'Nothing was changed.',
    ],
    json: {
      ...{ ok, preview: true, figures, needs_approval: isAsked },
      ...(ok ? {} : { error: refusal }),
    },
  }
}

function figureLine({ label, before, after }: Figure): string {
  return before === null ? `${label}: ${after}` : `${label}: ${before}, then ${after}`
}

function waitingOutcome(id: string): Outcome {
  return {
    ok: true,
    lines: [
      `A second person has to approve this: request ${id} waits for 72 hours.`,
      'Approvals are given in the console only, under Approvals. Nothing was changed.',
    ],
    json: { ok: true, approval: id },
  }
}

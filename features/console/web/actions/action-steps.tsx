// Shows the steps of an action: its form, always a preview with figures, and the outcome. A typed text is never
// lost before the action is done.
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ShownAction } from '#features/staff/staff-calls.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import {
  type ActionField,
  actionFields,
  type ChosenFile,
  type ChosenFiles,
  initialTexts,
  readInput,
  type Typed,
} from './action-fields.ts'
import { ActionForm, type Faults } from './action-form.tsx'
import { FigureList, SecretList } from './figure-list.tsx'
import { RowList } from './row-list.tsx'
import { sendAction } from './send-action.ts'
import { type ActionRun, type RunProblem, type RunStep, useActionRun } from './use-action-run.ts'

const noFaults: Faults = {}
const noFiles: ChosenFiles = {}
const noTexts: Typed = {}

/** Holds the typed texts of an action's form, and leads the action to its outcome. */
export function useActionForm(action: ShownAction, prefilled: Typed, initial: Typed = noTexts) {
  const all = actionFields(action.schema)
  /** A value that the page knows has no field. */
  const fields = all.filter(({ name }) => prefilled[name] === undefined)
  const [typed, setTyped] = useState<Typed>(() => ({
    ...initialTexts(all),
    ...textsOfFields(fields, initial),
    ...prefilled,
  }))
  const [files, setFiles] = useState(noFiles)
  const [faults, setFaults] = useState(noFaults)
  const run = useActionRun<Sent>((sent, call) => sendAction({ name: action.name, ...sent }, call))
  function preview() {
    const { found, sent } = readForm(all, { typed, files }, action.needs_reason)
    setFaults(found)
    if (sent !== undefined) void run.preview(sent)
  }
  usePreviewAtOnce(fields.length === 0 && !action.needs_reason, preview)
  return {
    run,
    fields,
    typed,
    files,
    faults: useFaults(run.problem, faults),
    preview,
    choose: (name: string, file: ChosenFile | null) =>
      setFiles(file === null ? withoutFile(files, name) : { ...files, [name]: file }),
    type: (name: string, text: string) => setTyped({ ...typed, [name]: text }),
  }
}

/** Returns the texts of names that fields have. A page may have filters that no field has. */
function textsOfFields(fields: readonly ActionField[], texts: Typed): Typed {
  const names = new Set(fields.map(({ name }) => name))
  return Object.fromEntries(Object.entries(texts).filter(([name]) => names.has(name)))
}

function withoutFile(files: ChosenFiles, name: string): ChosenFiles {
  return Object.fromEntries(Object.entries(files).filter(([field]) => field !== name))
}

/** Returns the faults of the server's refusal, otherwise those of the form. */
function useFaults(problem: RunProblem | null, faults: Faults): Faults {
  return useMemo(
    () => (problem === null ? faults : { [fieldOf(problem)]: problem.text }),
    [problem, faults],
  )
}

/** Returns the field of a problem. A part of a file belongs to the field of the file. */
const fieldOf = ({ field }: RunProblem) => field?.split('.')[0] ?? ''

type ActionStepsProps = {
  action: ShownAction
  form: ReturnType<typeof useActionForm>
  onClose: () => void
}

export function ActionSteps({ action, form, onClose }: ActionStepsProps) {
  const { run } = form
  if (run.step.at !== 'form') {
    return <RunSteps run={run} label={action.title} onClose={onClose} />
  }
  return (
    <ActionForm
      fields={form.fields}
      needsReason={action.needs_reason}
      typed={form.typed}
      files={form.files}
      faults={form.faults}
      isBusy={run.isBusy}
      onType={form.type}
      onChoose={form.choose}
      onSubmit={form.preview}
    />
  )
}

type Sent = { readonly input: Record<string, unknown>; readonly reason: string }

/** Returns the typed input, or the faults of the form. */
function readForm(
  fields: readonly ActionField[],
  { typed, files }: { readonly typed: Typed; readonly files: ChosenFiles },
  needsReason: boolean,
): { found: Faults; sent?: Sent } {
  const reason = (typed.reason ?? '').trim()
  const { input, faults = noFaults } = readInput(fields, typed, files)
  const isReasonMissing = needsReason && reason === ''
  const found = isReasonMissing ? { ...faults, reason: 'Please give a reason.' } : faults
  if (input === undefined || isReasonMissing) return { found }
  return { found, sent: { input, reason: needsReason ? reason : '' } }
}

export const isOver = ({ at }: RunStep) => at === 'done' || at === 'waits'

/** Previews an action without fields as soon as its dialog opens. */
function usePreviewAtOnce(isWanted: boolean, preview: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!isWanted || hasRun.current) return
    hasRun.current = true
    preview()
  })
}

type RunStepsProps = {
  run: ActionRun
  /** The words on the button that does it. */
  label: string
  onClose: () => void
}

/** Shows the steps after the form. */
export function RunSteps({ run, label, onClose }: RunStepsProps) {
  const { step, isBusy, problem } = run
  if (step.at === 'preview') {
    const { figures, rows = [], refusal, needs_approval: needsApproval = false } = step.done
    if (refusal !== undefined) {
      return (
        <div className="grid gap-4">
          <h2 className="text-lg">Nothing can be done yet</h2>
          <FormProblem>{refusal}</FormProblem>
          <FigureList figures={figures} />
          {rows.length === 0 ? null : <RowList rows={rows} />}
          <Button size="large" wide onClick={run.backToForm}>
            Back
          </Button>
        </div>
      )
    }
    return (
      <div className="grid gap-4">
        <h2 className="text-lg">This will happen</h2>
        <FigureList figures={figures} />
        {rows.length === 0 ? null : <RowList rows={rows} />}
        {needsApproval ? (
          <p>A second person has to approve this. It happens then, if the figures are the same.</p>
        ) : null}
        <FormProblem>{problem?.text}</FormProblem>
        <Button variant="accent" size="large" wide busy={isBusy} onClick={() => void run.run()}>
          {needsApproval ? 'Ask for approval' : label}
        </Button>
        <Button variant="quiet" wide onClick={run.backToForm}>
          Back
        </Button>
      </div>
    )
  }
  if (step.at === 'confirm') {
    return (
      <div className="grid gap-4">
        <h2 className="text-lg">Nothing has happened yet</h2>
        <p>Confirm that it is you. Your last confirmation is more than 5 minutes ago.</p>
        {step.next === 'run' && step.back.at === 'preview' ? (
          <>
            <p>This happens then:</p>
            <FigureList figures={step.back.done.figures} />
          </>
        ) : null}
        <FormProblem>{problem?.text}</FormProblem>
        <Button size="large" wide busy={isBusy} onClick={() => void run.confirm()}>
          Confirm with your passkey
        </Button>
      </div>
    )
  }
  if (step.at === 'unknown') {
    return (
      <div role="alert" className="grid gap-4">
        <p className="font-semibold text-danger">It is unknown whether this was done.</p>
        <p>The answer was lost. Another attempt has the same key, so it cannot happen twice.</p>
        <Button size="large" wide busy={isBusy} onClick={() => void run.run()}>
          Try again
        </Button>
      </div>
    )
  }
  return <Outcome step={step} onClose={onClose} />
}

function Outcome({ step, onClose }: { step: RunStep; onClose: () => void }) {
  if (step.at === 'done') {
    return (
      <div className="grid gap-4">
        <p role="status" className="font-semibold text-link">
          Done.
        </p>
        <FigureList figures={step.done.figures} />
        <SecretList secrets={step.done.secrets ?? []} />
        <Button wide onClick={onClose}>
          Close
        </Button>
      </div>
    )
  }
  if (step.at !== 'waits') return null
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        Waits for approval.
      </p>
      <p>
        Another person with the role approves or refuses it. After 72 hours the request is void.
      </p>
      <Link
        href={`/approvals?request=${step.approval}`}
        onClick={onClose}
        className={buttonClass('outline', 'medium', true)}
      >
        Open the request
      </Link>
    </div>
  )
}

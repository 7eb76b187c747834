// Shows one request for approval with its figures, and the buttons that approve or refuse it.
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Approval } from '#features/staff/staff-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, StepFocus } from '#web/ui/dialog/dialog.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { isOver, RunSteps } from '../actions/action-steps.tsx'
import { FigureList } from '../actions/figure-list.tsx'
import { sendDecision } from '../actions/send-action.ts'
import { useActionRun } from '../actions/use-action-run.ts'
import { SignInAgain, useKeptForm } from '../frame/kept-form.tsx'
import { wordsOf } from '../parts/console-format.ts'
import { Moment, momentFact } from '../parts/moment.tsx'
import { FactList } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'

type Decision = { readonly id: string; readonly approve: boolean }

type ApprovalDialogProps = { query: UseQueryResult<Approval>; onClose: () => void }

export const useDecision = () =>
  useActionRun<Decision>(({ id, approve }, { key }) => sendDecision(id, approve, key))

export function ApprovalDialog({ query, onClose }: ApprovalDialogProps) {
  const run = useDecision()
  const title = query.data?.title ?? 'Request'
  const session = useKeptForm()
  const close = () => {
    if (run.isBusy) return
    onClose()
    session.leave()
  }
  return (
    <Dialog open onClose={close} title={title} closeLabel={isOver(run.step) ? 'Close' : 'Cancel'}>
      <StepFocus step={session.hasEnded ? 'ended' : run.step.at}>
        {session.hasEnded ? (
          <SignInAgain signIn={session.signIn} />
        ) : (
          <ApprovalSteps query={query} run={run} onClose={onClose} />
        )}
      </StepFocus>
    </Dialog>
  )
}

type ApprovalStepsProps = ApprovalDialogProps & { run: ReturnType<typeof useDecision> }

/** Shows the request until it is decided, then the outcome. */
export function ApprovalSteps({ query, run, onClose }: ApprovalStepsProps) {
  if (run.step.at !== 'form') return <RunSteps run={run} label="Approve" onClose={onClose} />
  return (
    <Shown query={query} part="approvals">
      {(approval) => (
        <div className="grid gap-4">
          <RequestFacts approval={approval} />
          <h2 className="text-lg">This will happen</h2>
          <FigureList figures={approval.figures} />
          <FormProblem>{run.problem?.text}</FormProblem>
          {approval.may_decide ? (
            <Decide
              isBusy={run.isBusy}
              onDecide={(approve) => void run.start({ id: approval.id, approve })}
            />
          ) : (
            <p className="text-soft">{whyNot(approval)}</p>
          )}
        </div>
      )}
    </Shown>
  )
}

function whyNot({ state, detail }: Approval): string {
  if (state === 'waiting') {
    return 'Another person has to decide: one with the role of the action who did not ask for it.'
  }
  return detail === null ? `This request is ${state}.` : `This request is ${state}. ${detail}`
}

function RequestFacts({ approval }: { approval: Approval }) {
  const { input, reason, requested_by, requested_at, expires_at, decided_by, decided_at } = approval
  const fields = Object.entries(input).map(
    ([name, value]) => [wordsOf(name), wordOf(value)] as const,
  )
  return (
    <FactList
      facts={[
        ...fields,
        ['Reason', reason],
        ['Asked by', requested_by],
        ['Asked at', <Moment key="asked" at={requested_at} />],
        ['Void after', momentFact(approval.state === 'waiting' ? expires_at : null)],
        ['Decided by', decided_by],
        ['Decided at', momentFact(decided_at)],
      ]}
    />
  )
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

type DecideProps = { isBusy: boolean; onDecide: (approve: boolean) => void }

function Decide({ isBusy, onDecide }: DecideProps) {
  const pressed = useRef<boolean>(undefined)
  const press = (approve: boolean) => {
    pressed.current = approve
    onDecide(approve)
  }
  const isBusyOf = (approve: boolean) => isBusy && pressed.current === approve
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button variant="danger" wide busy={isBusyOf(false)} onClick={() => press(false)}>
        Refuse
      </Button>
      <Button variant="accent" wide busy={isBusyOf(true)} onClick={() => press(true)}>
        Approve
      </Button>
    </div>
  )
}

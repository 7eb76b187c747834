// Shows the user's monthly plans: the next month, past months with their outcome, and one press for each change.
// `/app/plans/<plan>/<month>` also opens the checkout of a month in which the bank asks for the owner.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { useProjects } from '#features/catalogue/web/projects/use-projects.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useSavedCards } from '#features/purchases/web/card/saved-card-list.tsx'
import { featuredProject, plansMax } from '#values/lists/plans.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { EmptyState } from '#web/ui/empty-or-error.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatAmount, formatDate } from '#web/ui/number-format.ts'
import { SectionLink } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import type { ListedPlan, WirePlan, WireRun } from '../plans-calls.ts'
import {
  monthText,
  type PlanProblem,
  payText,
  planProblem,
  reasonText,
  runText,
  stillPaidText,
} from './plan-words.ts'
import { askChange, askEnd, refreshPlans, usePlans } from './use-plans.ts'

const loadDialogs = () => import('./plan-dialog.tsx')
const NewPlanDialog = lazyPart(loadDialogs, 'NewPlanDialog')
const ChangePlanDialog = lazyPart(loadDialogs, 'ChangePlanDialog')
const PlanCheckout = lazyPart(() => import('./plan-checkout.tsx'), 'PlanCheckout')

export function PlansPage() {
  const profile = useProfile()
  const plans = usePlans()
  if (!profile) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:max-w-3xl">
      <PageHeading title={texts.plans_title()} />
      <p className="-mt-3 max-w-prose text-soft">{texts.plans_lead()}</p>
      <Loaded
        query={plans}
        skeleton={<Skeleton className="h-52 w-full rounded-card!" />}
        error={texts.plans_failed()}
      >
        {(loaded) => <Plans profile={profile} plans={loaded} />}
      </Loaded>
      <p>
        <SectionLink path={paths.settings}>{texts.common_profile()}</SectionLink>
      </p>
    </div>
  )
}

/** Returns the words about a plan after a change, with the purchase that the change no longer stops. */
function doneText(plan: WirePlan, done: string): string {
  return [done, stillPaidText(plan)].filter(Boolean).join(' ')
}

const nextText = ({ next_run }: WirePlan): string =>
  next_run === null ? '' : texts.plans_next({ date: formatDate(next_run) })

type PlansProps = { profile: Profile; plans: readonly ListedPlan[] }

function Plans({ profile, plans }: PlansProps) {
  const client = useQueryClient()
  const projectId = new URLSearchParams(useSearch()).get('project')
  const [isNewOpen, setNewOpen] = useState(projectId !== null)
  const [dialogs, setDialogs] = useState(projectId === null ? 0 : 1)
  const top = useRef<HTMLDivElement>(null)
  const listed = plans.filter(({ state }) => state === 'ACTIVE' || state === 'PAUSED')
  function start() {
    setDialogs(dialogs + 1)
    setNewOpen(true)
  }
  const newButton = (
    <Button variant={listed.length === 0 ? 'accent' : 'outline'} size="large" onClick={start}>
      {texts.plans_new()}
    </Button>
  )
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      {listed.length === 0 ? (
        <EmptyState message={texts.plans_none()}>{newButton}</EmptyState>
      ) : (
        <>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {listed.map((plan) => (
              <PlanCard
                key={plan.id}
                {...{ plan, profile }}
                onEnded={() => top.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
          {listed.length < plansMax ? (
            <div>{newButton}</div>
          ) : (
            <p className="text-soft">{texts.plans_full()}</p>
          )}
        </>
      )}
      {dialogs > 0 ? (
        <DialogBoundary open={isNewOpen} onClose={() => setNewOpen(false)}>
          <NewPlanDialog
            key={dialogs}
            {...{ profile, projectId }}
            open={isNewOpen}
            onClose={() => setNewOpen(false)}
            onDone={(plan) => {
              setNewOpen(false)
              showToast(texts.plans_started({ next: nextText(plan) }))
              void refreshPlans(client)
            }}
          />
        </DialogBoundary>
      ) : null}
    </div>
  )
}

type PlanCardProps = { plan: ListedPlan; profile: Profile; onEnded: () => void }

function PlanCard({ plan, profile, onEnded }: PlanCardProps) {
  const { amount, currency, day, state, pause_reason: reason } = plan
  const cards = useSavedCards().data ?? []
  const projectName = useProjectName(plan.project_id)
  const name = texts.plans_up_to({ amount: formatAmount(amount, currency) })
  const isActive = state === 'ACTIVE'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface px-[min(1.125rem,5vw)] py-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl">{name}</h2>
          <Badge tone={isActive ? 'good' : 'warn'}>
            {isActive ? texts.plans_active() : texts.plans_paused()}
          </Badge>
        </div>
        <p className="mt-1 wrap-anywhere">{projectName}</p>
        <p className="text-soft wrap-anywhere">
          {texts.plans_terms({ pay: payText(plan.pay, cards), day: String(day) })}
        </p>
        <p className="mt-2 font-semibold" role="status">
          {isActive || reason === null ? nextText(plan) : reasonText(reason)}
        </p>
      </div>
      <MonthToConfirm {...{ plan, profile, projectName }} />
      <PlanActions {...{ plan, profile, onEnded }} />
      <PastMonths plan={plan} />
    </li>
  )
}

function useProjectName(projectId: string): string {
  const projects = useProjects().data
  if (projectId === featuredProject) return texts.plans_featured()
  return projects?.find(({ id }) => id === projectId)?.shown_name ?? texts.projects_one()
}

const isOwners = ({ state }: WireRun) => state === 'CONFIRMATION_NEEDED' || state === 'CHECKOUT'

type MonthToConfirmProps = { plan: ListedPlan; profile: Profile; projectName: string }

/** Shows the month in which the bank asks for the owner, and its checkout. */
function MonthToConfirm({ plan, profile, projectName }: MonthToConfirmProps) {
  const linked = useParams<{ id?: string; period?: string }>()
  const run = plan.runs.find(isOwners)
  // The dialog stays while the list shows another state of its month.
  const [month, setMonth] = useState(() =>
    linked.id === plan.id && linked.period !== undefined
      ? { id: plan.id, period: linked.period }
      : undefined,
  )
  const [isOpen, setOpen] = useState(month !== undefined)
  if (run === undefined && month === undefined) return null
  return (
    <>
      {run ? (
        <div className="grid gap-3 rounded-field border border-gold/30 bg-gold/12 px-4 py-3">
          <p>{texts.plans_bank_asks()}</p>
          <div>
            <Button
              variant="accent"
              onClick={() => {
                setMonth({ id: plan.id, period: run.period })
                setOpen(true)
              }}
            >
              {texts.plans_confirm_month({ month: monthText(run.period) })}
            </Button>
          </div>
        </div>
      ) : null}
      {month ? (
        <DialogBoundary open={isOpen} onClose={() => setOpen(false)}>
          <PlanCheckout
            key={month.period}
            {...{ month, profile, projectName }}
            open={isOpen}
            onOpenChange={setOpen}
          />
        </DialogBoundary>
      ) : null}
    </>
  )
}

type PlanAct = 'pause' | 'resume' | 'skip' | 'end'

function PlanActions({ plan, profile, onEnded }: PlanCardProps) {
  const client = useQueryClient()
  const { busy, problem, run } = useAction<PlanProblem, PlanAct>()
  const [isChanging, setChanging] = useState(false)
  const [wasOpened, setWasOpened] = useState(0)
  const { id, state } = plan
  const isActive = state === 'ACTIVE'

  function act(action: PlanAct) {
    const change = async (): Promise<undefined> => {
      const changed = action === 'end' ? await askEnd(id) : await askChange({ id, action })
      const next = nextText(changed)
      const done = {
        pause: texts.plans_done_pause(),
        resume: texts.plans_done_resume({ next }),
        skip: texts.plans_done_skip({ next }),
        end: texts.plans_done_end(),
      }
      showToast(doneText(changed, done[action]), { important: true })
      if (action === 'end') onEnded()
      await refreshPlans(client)
    }
    void run(action, change, planProblem)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          busy={busy === 'pause' || busy === 'resume'}
          onClick={() => act(isActive ? 'pause' : 'resume')}
        >
          {isActive ? texts.plans_pause() : texts.plans_resume()}
        </Button>
        {isActive ? (
          <Button variant="outline" size="small" busy={busy === 'skip'} onClick={() => act('skip')}>
            {texts.plans_skip()}
          </Button>
        ) : null}
        <Button
          variant="outline"
          size="small"
          onClick={() => {
            setWasOpened(wasOpened + 1)
            setChanging(true)
          }}
        >
          {texts.plans_change()}
        </Button>
        <Button variant="danger" size="small" busy={busy === 'end'} onClick={() => act('end')}>
          {texts.plans_end()}
        </Button>
      </div>
      <FormProblem>{problem?.text}</FormProblem>
      {wasOpened > 0 ? (
        <DialogBoundary open={isChanging} onClose={() => setChanging(false)}>
          <ChangePlanDialog
            key={wasOpened}
            {...{ plan, profile }}
            open={isChanging}
            onClose={() => setChanging(false)}
            onDone={(changed) => {
              setChanging(false)
              const done = texts.plans_done_change({ next: nextText(changed) })
              showToast(doneText(changed, done), { important: true })
              void refreshPlans(client)
            }}
          />
        </DialogBoundary>
      ) : null}
    </div>
  )
}

function PastMonths({ plan: { runs, currency } }: { plan: ListedPlan }) {
  if (runs.length === 0) return null
  return (
    <div>
      <h3 className="caption">{texts.plans_months()}</h3>
      <ul className="mt-1 divide-y divide-line">
        {runs.map((run) => (
          <li key={run.period} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
            <span className="text-soft">{monthText(run.period)}</span>
            <span className="min-w-0 font-semibold wrap-anywhere">{runText(run, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

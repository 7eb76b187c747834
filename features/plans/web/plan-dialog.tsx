// Shows the dialogs that set up and change a monthly plan. A new plan starts when its id is retyped.
import { useId, useState } from 'react'
import type { Profile } from '#features/people/people-calls.ts'
import { RetypeField } from '#features/purchases/web/acknowledge/retype-field.tsx'
import { featuredProject } from '#values/lists/plans.ts'
import { type CurrencyCode, isOwnCurrency } from '#values/money/currencies.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, StepFocus } from '#web/ui/dialog/dialog.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import type { WirePlan } from '../plans-calls.ts'
import { type PlanFields, PlanForm, termsOf } from './plan-form.tsx'
import { type PlanProblem, planProblem } from './plan-words.ts'
import { askChange, askCreate } from './use-plans.ts'

type PlanDialogProps = {
  profile: Profile
  open: boolean
  onClose: () => void
  /** Called with the plan after its start or change. */
  onDone: (plan: WirePlan) => void
}

type Terms = NonNullable<ReturnType<typeof termsOf>>

/** Returns the state of PlanForm. `send` gets the terms, if the amount is one of this currency. */
function useTermsForm(
  initial: PlanFields,
  currency: string,
  send: (terms: Terms) => Promise<void>,
) {
  const [fields, setFields] = useState(initial)
  const { busy, problem, run, setProblem } = useAction<PlanProblem>()
  const onSubmit = () => {
    const terms = termsOf(fields, currency)
    const act = async () => {
      if (terms === null) return { at: 'amount', text: texts.plans_amount_wrong() }
      await send(terms)
    }
    void run('sending', act, planProblem)
  }
  return {
    ...{ fields, problem, onSubmit },
    busy: busy !== undefined,
    onChange(part: Partial<PlanFields>) {
      setFields((current) => ({ ...current, ...part }))
      setProblem(undefined)
    },
  }
}

/** The amount that a new plan begins with, above the usual minimum of the card. */
const firstAmounts: Readonly<Record<CurrencyCode, string>> = {
  EUR: '5',
  GBP: '5',
  TRY: '200',
  USD: '5',
}

/** Sets up a plan: its terms, then its id. */
export function NewPlanDialog(props: PlanDialogProps & { projectId: string | null }) {
  const { profile, open, onClose, onDone, projectId } = props
  const { currency } = profile
  const [pending, setPending] = useState<WirePlan>()
  const amount = isOwnCurrency(currency) ? firstAmounts[currency] : ''
  const form = useTermsForm(
    { amount, project: projectId ?? featuredProject, pay: 'wallet', day: '1' },
    currency,
    async (terms) => setPending(await askCreate(terms)),
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={pending ? texts.plans_confirm_title() : texts.plans_new()}
      steps={{
        names: [texts.plans_title(), texts.purchases_step_ack()],
        current: pending ? 1 : 0,
      }}
    >
      <StepFocus step={pending ? 'confirm' : 'terms'}>
        {pending ? (
          <ConfirmStep plan={pending} onDone={onDone} onExpired={() => setPending(undefined)} />
        ) : (
          <PlanForm {...form} profile={profile} submitText={texts.plans_continue()} />
        )}
      </StepFocus>
    </Dialog>
  )
}

type ConfirmStepProps = {
  plan: WirePlan
  onDone: (plan: WirePlan) => void
  onExpired: () => void
}

function ConfirmStep({ plan, onDone, onExpired }: ConfirmStepProps) {
  const { id, amount, currency, day } = plan
  const aboutId = useId()
  const [typed, setTyped] = useState('')
  const { busy, problem, run } = useAction<PlanProblem>()
  const isBusy = busy !== undefined
  const form = useForm({
    isBusy,
    problem,
    onSubmit() {
      const act = async () => {
        if (typed.trim() !== id) return { at: 'typed', text: texts.plans_mismatch() }
        onDone(await askChange({ id: typed.trim(), action: 'confirm' }))
      }
      void run('sending', act, planProblem)
    },
  })
  return (
    <form {...form.props} className="grid gap-4.5">
      <p id={aboutId} className="text-soft">
        {texts.plans_confirm_text({ day: String(day), amount: formatAmount(amount, currency) })}
      </p>
      <RetypeField
        txId={id}
        typed={typed}
        labels={{ id: texts.plans_id(), retype: texts.plans_retype() }}
        error={problem?.at === 'typed' ? problem.text : undefined}
        disabled={isBusy}
        isFirst
        aboutId={aboutId}
        onType={setTyped}
      />
      <FormProblem>{problem?.at === '' ? problem.text : null}</FormProblem>
      <div className="grid gap-2">
        <Button type="submit" variant="accent" size="large" wide busy={isBusy}>
          {texts.plans_start()}
        </Button>
        <Button variant="quiet" onClick={onExpired}>
          {texts.plans_change()}
        </Button>
      </div>
    </form>
  )
}

/** Changes the terms of a plan. */
export function ChangePlanDialog(props: PlanDialogProps & { plan: WirePlan }) {
  const { profile, open, onClose, onDone, plan } = props
  const { id, amount, project_id: project, pay, day } = plan
  const form = useTermsForm(
    { amount: amount.toFixed(2), project, pay, day: String(day) },
    profile.currency,
    async (terms) => onDone(await askChange({ id, action: 'change', ...terms })),
  )
  return (
    <Dialog open={open} onClose={onClose} title={texts.plans_change_title()}>
      <PlanForm {...form} profile={profile} submitText={texts.plans_save()} />
    </Dialog>
  )
}

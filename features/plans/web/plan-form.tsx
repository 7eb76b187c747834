// Shows the form of a monthly plan: amount, project, payer and day, and what a month would buy today.
import {
  useFeaturedProjects,
  useProject,
  useProjects,
} from '#features/catalogue/web/projects/use-projects.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { useSavedCards } from '#features/purchases/web/card/saved-card-list.tsx'
import { useRates } from '#features/wallet/web/use-rate.ts'
import { featuredProject, planDays } from '#values/lists/plans.ts'
import { minorToUnits, nearestMicros, rateText } from '#values/money/money.ts'
import { choosePlanOrder } from '#values/money/plan-order.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { FormProblem, TextField } from '#web/ui/forms/text-field.tsx'
import { readMoney } from '#web/ui/forms/typed-money.ts'
import { useForm } from '#web/ui/forms/use-form.ts'
import { currencySymbol, formatKg } from '#web/ui/number-format.ts'
import { type PlanProblem, payText } from './plan-words.ts'

export type PlanFields = {
  readonly amount: string
  readonly project: string
  readonly pay: string
  readonly day: string
}

type PlanFormProps = {
  profile: Profile
  fields: PlanFields
  onChange: (part: Partial<PlanFields>) => void
  problem: PlanProblem | undefined
  busy: boolean
  submitText: string
  onSubmit: () => void
}

export function PlanForm(props: PlanFormProps) {
  const { profile, fields, onChange, problem, busy, submitText, onSubmit } = props
  const { currency } = profile
  const form = useForm({ isBusy: busy, problem, onSubmit })
  const errorAt = (name: string) => (problem?.at === name ? problem.text : undefined)
  const cards = useSavedCards().data ?? []
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        name="amount"
        label={texts.plans_amount()}
        inputMode="decimal"
        autoComplete="off"
        leading={<span className="text-soft">{currencySymbol(currency)}</span>}
        value={fields.amount}
        error={errorAt('amount')}
        hint={<TodayBuys fields={fields} profile={profile} />}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
      <SelectField
        name="project"
        label={texts.projects_one()}
        options={useProjectOptions(fields.project)}
        value={fields.project}
        error={errorAt('project')}
        onChange={(event) => onChange({ project: event.target.value })}
      />
      <SelectField
        name="pay"
        label={texts.plans_pay()}
        options={payOptions(
          fields.pay,
          cards.map(({ id }) => id),
        ).map((value) => ({
          value,
          label: payText(value, cards),
        }))}
        value={fields.pay}
        error={errorAt('pay')}
        {...(cards.length === 0 ? { hint: texts.plans_no_cards() } : {})}
        onChange={(event) => onChange({ pay: event.target.value })}
      />
      <SelectField
        name="day"
        label={texts.plans_day()}
        options={days}
        value={fields.day}
        error={errorAt('day')}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <FormProblem>{errorAt('')}</FormProblem>
      <Button type="submit" variant="accent" size="large" wide busy={busy}>
        {submitText}
      </Button>
    </form>
  )
}

const days = Array.from({ length: planDays.last - planDays.first + 1 }, (_, index) => {
  const value = String(index + planDays.first)
  return { value, label: value }
})

/** Returns the payers to choose from, with the present one even if its card is gone. */
function payOptions(pay: string, cardIds: readonly string[]): string[] {
  const options = ['wallet', ...cardIds.flatMap((id) => [`saved:${id}`, `wallet+saved:${id}`])]
  return options.includes(pay) ? options : [...options, pay]
}

function useProjectOptions(chosen: string) {
  const projects = useProjects().data ?? []
  const offered = projects.filter(({ available_kg, id }) => available_kg > 0 || id === chosen)
  const options = offered
    .map(({ id, shown_name }) => ({ value: id, label: shown_name }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return [{ value: featuredProject, label: texts.plans_featured() }, ...options]
}

type TodayBuysProps = { fields: Pick<PlanFields, 'amount' | 'project'>; profile: Profile }

/** Shows what a month would buy today, by the rule of the server. Empty without an amount or a project. */
function TodayBuys({ fields: { amount, project }, profile }: TodayBuysProps) {
  const { currency, country } = profile
  const [featured] = useFeaturedProjects(country).data ?? []
  const id = project === featuredProject ? featured?.id : project
  const { data } = useProject(id ?? '')
  const batches = (data?.batches ?? [])
    .filter(({ is_offered }) => is_offered)
    .map(({ price_per_kg, kg_available, ...batch }) => ({
      id: batch.id,
      currency: batch.currency,
      price_micros: nearestMicros(price_per_kg),
      available_kg: kg_available,
    }))
  const currencies = batches.map((batch) => batch.currency)
  const rates = useRates(currencies, currency)
  const amountMinor = readMoney(amount, currency)
  if (amountMinor === null || !data) return null
  const order = choosePlanOrder({
    amountMinor,
    preferredId: featured?.id === id ? (featured?.preferred_batch?.id ?? null) : null,
    batches,
    rateOf: (from) => rateText(rates.get(from)) ?? null,
    isPayable: () => true,
  })
  if (order === 'rate_unknown') return null
  const words =
    typeof order === 'string'
      ? texts.plans_buys_none()
      : texts.plans_buys({ kg: formatKg(order.quantityKg) })
  return <span>{words}</span>
}

/** Returns the fields as terms of a call. Null if the amount is none of this currency. */
export function termsOf({ amount, project, pay, day }: PlanFields, currency: string) {
  const minor = readMoney(amount, currency)
  if (minor === null) return null
  return { amount: minorToUnits(minor), project_id: project, pay, day: Number(day) }
}

// Shows the five questions about the user's year, the estimate, and its sources. The page keeps the answers in the
// browser and calls nothing of the API (docs/product.md#estimate-of-a-year).
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import {
  answeredPercent,
  countryFigures,
  estimateSources,
  flightFactors,
  flightKmMax,
} from '#values/lists/estimate-factors.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCountry } from '#web/ui/country-format.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { ChoiceChips } from '#web/ui/forms/choice-chips.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { readWholeNumber } from '#web/ui/forms/whole-number.ts'
import { Formula } from '#web/ui/formula.tsx'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import {
  type Answers,
  answerLimits,
  type Car,
  cars,
  type Diet,
  diets,
  estimateYear,
  fuelOf,
  type Heating,
  heatings,
  isAnswers,
  isWholeIn,
  type NumberAnswer,
  world,
  yearParts,
} from './estimate-year.ts'
import { forgetEstimate, keepEstimate, useKeptEstimate } from './kept-estimate.ts'

/** Ofgem, typical domestic consumption values, medium, 2023: kWh of a home in Great Britain and year. */
const typicalKwh = { gas: 11_500, electricity: 2_700 } as const

export function EstimatePage() {
  const client = useQueryClient()
  const profile = useProfile()
  const kept = useKeptEstimate()
  const answers = isAnswers(kept?.answers) ? kept.answers : undefined
  const isWrong = Boolean(kept) && answers === undefined
  /** Counts the answers of this visit, whose result takes the focus, and the deletions, which empty the form. */
  const [{ answered, deleted }, setCounts] = useState({ answered: 0, deleted: 0 })
  const passportId = profile?.id
  useEffect(() => {
    if (isWrong && passportId) forgetEstimate(client, passportId)
  }, [client, isWrong, passportId])
  if (!profile) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2 lg:gap-x-12">
      <div className="grid content-start gap-5">
        <PageHeading title={texts.estimate_title()} />
        <p className="max-w-prose text-soft">{texts.estimate_lead()}</p>
        {kept === undefined ? (
          <Skeleton className="h-96 w-full rounded-card!" />
        ) : (
          <Questions
            key={deleted}
            country={profile.country}
            answers={answers}
            onAnswer={(next) => {
              const { total: yearKg } = estimateYear(next)
              keepEstimate(client, { passportId: profile.id, yearKg, answers: next })
              setCounts({ answered: answered + 1, deleted })
            }}
          />
        )}
      </div>
      <div className="grid content-start gap-8">
        {answers ? (
          <YearResult
            answers={answers}
            answered={answered}
            onForget={() => {
              forgetEstimate(client, profile.id)
              setCounts({ answered: 0, deleted: deleted + 1 })
              // The pressed button disappears with the result.
              document.getElementById('content')?.focus()
            }}
          />
        ) : null}
        <Sources />
      </div>
    </div>
  )
}

type QuestionsProps = {
  country: string
  answers: Answers | undefined
  onAnswer: (answers: Answers) => void
}

type Choice = 'heating' | 'car' | 'diet'
type Fields = Record<NumberAnswer, string> & {
  heating: Heating | undefined
  car: Car | undefined
  diet: Diet | undefined
  country: string
}

function fieldsOf(answers: Answers | undefined, country: string): Fields {
  const textOf = (name: NumberAnswer, unanswered = '') =>
    answers ? String(answers[name]) : unanswered
  return {
    heatingAmount: textOf('heatingAmount'),
    electricityKwh: textOf('electricityKwh'),
    people: textOf('people'),
    carKm: textOf('carKm'),
    shortFlights: textOf('shortFlights', '0'),
    mediumFlights: textOf('mediumFlights', '0'),
    longFlights: textOf('longFlights', '0'),
    heating: answers?.heating,
    car: answers?.car,
    diet: answers?.diet,
    country: answers?.country ?? (countryFigures.has(country) ? country : world),
  }
}

/** Returns the answers, or the names of the questions without a valid one. Hidden fields count as 0. */
function readFields(fields: Fields): Answers | readonly (NumberAnswer | Choice)[] {
  const { heating, car, diet, country } = fields
  const numberOf = (name: NumberAnswer, isShown = true) =>
    isShown ? (readWholeNumber(fields[name]) ?? Number.NaN) : 0
  const numbers = {
    heatingAmount: numberOf('heatingAmount', fuelOf(heating) !== undefined),
    electricityKwh: numberOf('electricityKwh'),
    people: numberOf('people'),
    carKm: numberOf('carKm', car !== undefined && car !== 'none'),
    shortFlights: numberOf('shortFlights'),
    mediumFlights: numberOf('mediumFlights'),
    longFlights: numberOf('longFlights'),
  }
  const answers = { heating, car, diet, country, ...numbers }
  if (isAnswers(answers)) return answers
  const order = [
    ...(['heating', 'heatingAmount', 'electricityKwh', 'people', 'car', 'carKm'] as const),
    ...(['shortFlights', 'mediumFlights', 'longFlights', 'diet'] as const),
  ]
  return order.filter((name) => {
    if (name === 'heating' || name === 'car' || name === 'diet') return fields[name] === undefined
    return !isWholeIn(numbers[name], answerLimits[name])
  })
}

function Questions({ country, answers, onAnswer }: QuestionsProps) {
  const [fields, setFields] = useState(() => fieldsOf(answers, country))
  const [problem, setProblem] = useState<{ at: string }>()
  const [unanswered, setUnanswered] = useState<readonly string[]>([])
  const questions = useRef<HTMLDivElement>(null)
  const focusChoice = (name: Choice) => () =>
    questions.current?.querySelector<HTMLInputElement>(`[data-choice="${name}"] input`)?.focus()

  const form = useForm({
    isBusy: false,
    problem,
    reach: {
      heating: focusChoice('heating'),
      car: focusChoice('car'),
      diet: focusChoice('diet'),
    },
    onSubmit() {
      const read = readFields(fields)
      if (isAnswers(read)) {
        setUnanswered([])
        onAnswer(read)
        return
      }
      const [at] = read
      setUnanswered(read)
      if (at !== undefined) setProblem({ at })
    },
  })

  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    setFields((current) => ({ ...current, [name]: value }))
    setUnanswered((names) => names.filter((other) => other !== name))
  }
  const number = (name: NumberAnswer, label: string, hint?: string) => {
    const { min, max } = answerLimits[name]
    const range = { min: formatCount(min), max: formatCount(max) }
    return (
      <TextField
        key={name}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        label={label}
        {...(hint === undefined ? {} : { hint })}
        value={fields[name]}
        error={unanswered.includes(name) ? texts.estimate_number_wrong(range) : undefined}
        onChange={(event) => change(name, event.target.value)}
      />
    )
  }
  const choice = (name: Choice, chips: Elements) => (
    <div data-choice={name} className="grid gap-1.5">
      {chips}
      <p role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {unanswered.includes(name) ? texts.estimate_choose() : null}
      </p>
    </div>
  )
  const fuel = fuelOf(fields.heating)
  const km = (band: keyof typeof flightKmMax) => formatCount(flightKmMax[band])

  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div ref={questions} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Question title={texts.estimate_parts.home()}>
          {choice(
            'heating',
            <ChoiceChips
              label={texts.estimate_heating()}
              layout="words"
              options={heatings.map((value) => ({
                value,
                label: texts.estimate_heatings[value](),
              }))}
              value={fields.heating}
              onChange={(value) => change('heating', value)}
            />,
          )}
          {fuel ? number('heatingAmount', amountLabels[fuel]()) : null}
          {fields.heating === 'other' ? (
            <p className="text-[0.9375rem] text-soft">{texts.estimate_not_counted()}</p>
          ) : null}
          {number(
            'electricityKwh',
            texts.estimate_electricity_kwh(),
            fields.car === 'electric' ? texts.estimate_without_car() : undefined,
          )}
          <p className="text-sm text-soft">
            {texts.estimate_home_hint({
              gas: formatCount(typicalKwh.gas),
              electricity: formatCount(typicalKwh.electricity),
            })}
          </p>
          {number('people', texts.estimate_people())}
        </Question>
        <Question title={texts.estimate_parts.car()}>
          {choice(
            'car',
            <ChoiceChips
              label={texts.estimate_car()}
              layout="words"
              options={cars.map((value) => ({ value, label: texts.estimate_cars[value]() }))}
              value={fields.car}
              onChange={(value) => change('car', value)}
            />,
          )}
          {fields.car === undefined || fields.car === 'none'
            ? null
            : number('carKm', texts.estimate_car_km(), texts.estimate_car_hint())}
        </Question>
        <Question title={texts.estimate_parts.flights()}>
          <p className="text-[0.9375rem] text-soft">
            {texts.estimate_flights_hint({
              short: formatCount(flightFactors.short.kmCounted),
              medium: formatCount(flightFactors.medium.kmCounted),
              long: formatCount(flightFactors.long.kmCounted),
            })}
          </p>
          {number('shortFlights', texts.estimate_flights_short({ km: km('short') }))}
          {number('mediumFlights', texts.estimate_flights_medium({ km: km('medium') }))}
          {number('longFlights', texts.estimate_flights_long({ km: km('medium') }))}
        </Question>
        <Question title={texts.estimate_parts.food()}>
          {choice(
            'diet',
            <ChoiceChips
              label={texts.estimate_food()}
              layout="words"
              options={diets.map((value) => ({ value, label: texts.estimate_diets[value]() }))}
              value={fields.diet}
              onChange={(value) => change('diet', value)}
            />,
          )}
        </Question>
        <Question title={texts.estimate_country()}>
          <SelectField
            label={texts.estimate_country_lived()}
            hint={
              fields.country === world ? texts.estimate_world_used() : texts.estimate_country_hint()
            }
            options={countryOptions()}
            value={fields.country}
            onChange={(event) => change('country', event.target.value)}
          />
        </Question>
      </div>
      <Button type="submit" variant="accent" size="large" wide>
        {texts.estimate_submit()}
      </Button>
    </form>
  )
}

const amountLabels = {
  gas: texts.estimate_gas_kwh,
  oil: texts.estimate_oil_litres,
  lpg: texts.estimate_lpg_litres,
} as const

function countryOptions() {
  const countries = [...countryFigures.keys()]
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return [...countries, { value: world, label: texts.estimate_world() }]
}

function Question({ title, children }: { title: string; children: Elements }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface px-[min(1.125rem,5vw)] py-4"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

type YearResultProps = {
  answers: Answers
  /** Number of times that the user has answered during this visit. */
  answered: number
  onForget: () => void
}

function YearResult({ answers, answered, onForget }: YearResultProps) {
  const estimate = estimateYear(answers)
  const total = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answered > 0) total.current?.focus()
  }, [answered])
  return (
    <Section title={texts.estimate_result()}>
      <p ref={total} tabIndex={-1} className="title text-[1.75rem]">
        <Formula text={texts.estimate_total({ kg: formatKg(estimate.total) })} />
      </p>
      <dl className="mt-4 grid gap-3">
        {yearParts.map((part) => (
          <div key={part} className="flex flex-wrap justify-between gap-x-4 gap-y-1">
            <dt className="text-soft">{texts.estimate_parts[part]()}</dt>
            <dd className="font-semibold tabular-nums">{formatKg(estimate[part])}</dd>
            <dd className="w-full" aria-hidden="true">
              <Bar share={estimate[part] / estimate.total} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-[0.9375rem] text-soft">{texts.estimate_rough()}</p>
      <p className="mt-2 text-[0.9375rem] text-soft">{texts.estimate_kept()}</p>
      <Button variant="quiet" size="small" onClick={onForget}>
        {texts.estimate_forget()}
      </Button>
    </Section>
  )
}

/** Draws a part's share of the year. The figure next to it says the same. */
function Bar({ share }: { share: number }): ReactElement {
  return (
    <svg viewBox="0 0 100 2" preserveAspectRatio="none" className="h-1.5 w-full" aria-hidden="true">
      <path d="M0 0H100V2H0Z" className="fill-line" />
      <path d={`M0 0H${(share * 100).toFixed(2)}V2H0Z`} className="fill-moss" />
    </svg>
  )
}

function Sources() {
  const { food, home, mobility } = answeredPercent
  const uses = {
    fuels: texts.estimate_source_fuels(),
    consumption: texts.estimate_source_consumption(),
    electricity: texts.estimate_source_electricity(),
    food: texts.estimate_source_food(),
    shares: texts.estimate_source_shares({ percent: formatCount(100 - food - home - mobility) }),
  } satisfies Record<keyof typeof estimateSources, string>
  const names = ['fuels', 'consumption', 'electricity', 'food', 'shares'] as const
  return (
    <Section title={texts.estimate_sources()}>
      <ul className="grid gap-1 text-[0.9375rem]">
        {names.map((name) => {
          const { title, year, url } = estimateSources[name]
          return (
            <li key={name}>
              <p className="font-semibold">{uses[name]}</p>
              <p lang="en" className="text-soft wrap-anywhere">
                <Formula text={`${title}, ${year}`} />
              </p>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center text-link wrap-anywhere underline-offset-4 hover:underline"
              >
                {new URL(url).host}
              </a>
            </li>
          )
        })}
      </ul>
      <p className="mt-4 text-[0.9375rem] text-soft">{texts.estimate_method()}</p>
    </Section>
  )
}

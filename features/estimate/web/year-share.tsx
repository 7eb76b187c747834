// Shows kilograms as a share of the user's year, on the home page and after a purchase. No text may claim that
// kilograms of a project undo an emission.
import { Link } from 'wouter'
import { usePassport } from '#features/people/web/passport/use-passport.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'
import { useKeptEstimate } from './kept-estimate.ts'

const daysOfYear = 365

/** Returns the share in hours, days or years, rounded. Years are rounded down. */
export function yearShareText(kg: number, yearKg: number): string {
  const days = (kg * daysOfYear) / yearKg
  const hours = Math.round(days * 24)
  if (hours < 1) return texts.estimate_less_than_hour()
  if (hours < 24) return texts.estimate_hours({ hours })
  if (Math.round(days) <= daysOfYear) return texts.estimate_days({ days: Math.round(days) })
  return texts.estimate_years({ years: Math.floor(kg / yearKg) })
}

/** Shows the share of the kilograms held, or invites the user to an estimate. Its height never changes. */
export function YearLine() {
  const estimate = useKeptEstimate()
  const kg = usePassport().data?.total_offsets ?? 0
  return (
    <p className="-my-1.5 min-h-[1lh] text-center text-[0.9375rem]/6 md:my-2.5">
      {estimate === undefined ? null : (
        <Link
          href={paths.estimate}
          // The margin gives the link a finger's height without a higher line.
          className="-my-2.5 inline-block py-2.5 text-link underline-offset-4 hover:underline"
        >
          {estimate === null ? texts.estimate_invite() : yearLineText(kg, estimate.yearKg)}
        </Link>
      )}
    </p>
  )
}

function yearLineText(kg: number, yearKg: number): string {
  return kg > 0
    ? yearShareText(kg, yearKg)
    : texts.estimate_year_about({ kg: formatKg(Math.round(yearKg)) })
}

/** Shows the share of `kg`, if the user has an estimate. */
export function YearShare({ kg }: { kg: number }) {
  const estimate = useKeptEstimate()
  if (!estimate) return null
  return <p className="text-[0.9375rem] text-soft">{yearShareText(kg, estimate.yearKg)}</p>
}

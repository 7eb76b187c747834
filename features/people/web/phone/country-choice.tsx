// Flag and calling code before a phone number, and the platform's list of the table's countries over
// them. A number that names its own country leaves nothing to choose.
import { callingCodes } from '#values/lists/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { CountryFlag } from './country-flag.tsx'
import './country-choice.css'

type CountryChoiceProps = {
  /** What a number without a plus sign belongs to. */
  country: string
  /** Whose flag stands there: the typed calling code tells, and the table may not have it. */
  shownCountry: string | undefined
  isInternational: boolean
  onChange: (country: string) => void
}

export function CountryChoice(props: CountryChoiceProps) {
  const { country, shownCountry, isInternational, onChange } = props
  const code = callingCodes.find((row) => row.country === shownCountry)?.code
  return (
    <span className="country-choice">
      <CountryFlag country={shownCountry} />
      {isInternational || !code ? null : (
        <span translate="no" aria-hidden="true">
          {`+${code}`}
        </span>
      )}
      <select
        aria-label={texts.sign_in_country()}
        value={country}
        disabled={isInternational}
        onChange={(event) => onChange(event.target.value)}
      >
        {callingCodes.map((row) => (
          // A browser may name a country otherwise than the build that prerendered it.
          <option key={row.country} value={row.country} suppressHydrationWarning>
            {`${formatCountry(row.country)} +${row.code}`}
          </option>
        ))}
      </select>
    </span>
  )
}

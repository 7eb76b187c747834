// Shows flag and calling code before a phone number, with the platform's list of countries over
// them. A number with a plus sign names its own country.
import { callingCodes } from '#values/lists/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { CountryFlag } from './country-flag.tsx'

type CountryChoiceProps = {
  /** Country of a number without a plus sign. */
  country: string
  /** Country of the flag, from the typed calling code; undefined where the table lacks it. */
  shownCountry: string | undefined
  isInternational: boolean
  /** Classes for the space, and for the colours of the line and of the focus. */
  className: string
  onChange: (country: string) => void
}

export function CountryChoice(props: CountryChoiceProps) {
  const { country, shownCountry, isInternational, className, onChange } = props
  const code = callingCodes.find((row) => row.country === shownCountry)?.code
  return (
    <span
      className={`relative flex items-center gap-2 self-stretch border-r font-[620] has-focus-visible:rounded-field has-focus-visible:outline-3 ${className}`}
    >
      <CountryFlag country={shownCountry} />
      {isInternational || !code ? null : (
        <span translate="no" aria-hidden="true">
          {`+${code}`}
        </span>
      )}
      {/* The list lies over flag and code, invisible until it is open. */}
      <select
        aria-label={texts.sign_in_country()}
        value={country}
        disabled={isInternational}
        className="absolute inset-0 w-full cursor-pointer opacity-0 *:bg-surface *:text-ink disabled:cursor-auto"
        onChange={(event) => onChange(event.target.value)}
      >
        {callingCodes.map((row) => (
          // A browser may name a country differently from the build that prerendered it.
          <option key={row.country} value={row.country} suppressHydrationWarning>
            {`${formatCountry(row.country)} +${row.code}`}
          </option>
        ))}
      </select>
    </span>
  )
}

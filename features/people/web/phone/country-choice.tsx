// Shows flag and calling code before a phone number, and lets the user choose the country in a native list.
// If the phone number begins with a plus sign, its calling code decides the country.
import { callingCodes } from '#values/lists/calling-codes.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'

type CountryChoiceProps = {
  /** The chosen country, for a phone number without a plus sign. */
  country: string
  /** Country of the flag. Undefined if the table lacks the typed calling code. */
  shownCountry: string | undefined
  isInternational: boolean
  /** Classes for spacing, and for the colours of border and focus ring. */
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
      {/* The select covers flag and code. It is transparent; only its open list is visible. */}
      <select
        aria-label={texts.sign_in_country()}
        value={country}
        disabled={isInternational}
        className="absolute inset-0 w-full cursor-pointer opacity-0 *:bg-surface *:text-ink disabled:cursor-auto"
        onChange={(event) => onChange(event.target.value)}
      >
        {callingCodes.map((row) => (
          // A browser's name of a country may differ from that of the build which prerendered the page.
          <option key={row.country} value={row.country} suppressHydrationWarning>
            {`${formatCountry(row.country)} +${row.code}`}
          </option>
        ))}
      </select>
    </span>
  )
}

const stripes = (isHorizontal: boolean, [a, b, c]: readonly [string, string, string]) =>
  isHorizontal ? (
    <>
      <path d="M0 0H60V44H0Z" fill={b} />
      <path d="M0 0H60V14.7H0Z" fill={a} />
      <path d="M0 29.3H60V44H0Z" fill={c} />
    </>
  ) : (
    <>
      <path d="M0 0H60V44H0Z" fill={b} />
      <path d="M0 0H20V44H0Z" fill={a} />
      <path d="M40 0H60V44H40Z" fill={c} />
    </>
  )

const flags = {
  NL: stripes(true, ['#ae1c28', '#fff', '#21468b']),
  FR: stripes(false, ['#00267f', '#fff', '#e1000f']),
  IT: stripes(false, ['#008c45', '#f4f5f0', '#cd212a']),
  DE: stripes(true, ['#111', '#d00', '#ffce00']),
  ES: (
    <>
      <path d="M0 0H60V44H0Z" fill="#aa151b" />
      <path d="M0 11H60V33H0Z" fill="#f1bf00" />
      <path d="M14 17h9v8c0 5-9 5-9 0Z" fill="#aa151b" />
    </>
  ),
  GB: (
    <>
      <path d="M0 0H60V44H0Z" fill="#012169" />
      <path d="M0 0 60 44M60 0 0 44" stroke="#fff" strokeWidth="8.5" />
      <path d="M0 0 60 44M60 0 0 44" stroke="#c8102e" strokeWidth="3.4" />
      <path d="M30 0V44M0 22H60" stroke="#fff" strokeWidth="14" />
      <path d="M30 0V44M0 22H60" stroke="#c8102e" strokeWidth="8" />
    </>
  ),
  US: (
    <>
      <path d="M0 0H60V44H0Z" fill="#fff" />
      <path
        d="M0 1.7H60M0 8.5H60M0 15.2H60M0 22H60M0 28.8H60M0 35.5H60M0 42.3H60"
        stroke="#b22234"
        strokeWidth="3.4"
      />
      <path d="M0 0H28V25.5H0Z" fill="#3c3b6e" />
      <path d="M4 5H26M4 12.5H26M4 20H26" stroke="#fff" strokeWidth="2.4" strokeDasharray="2.4 4" />
    </>
  ),
  TR: (
    <>
      <path d="M0 0H60V44H0Z" fill="#e30a17" />
      <circle cx="23" cy="22" r="11" fill="#fff" />
      <circle cx="25.8" cy="22" r="8.8" fill="#e30a17" />
      <path d="m33 22 6.3-2-3.9 5.3v-6.6l3.9 5.3Z" fill="#fff" />
    </>
  ),
} as const

function hasFlag(country: string): country is keyof typeof flags {
  return country in flags
}

/**
 * Draws the flag of one of the eight countries in the table of calling codes, or a globe for any other.
 * Screen readers skip it, because the calling code is next to it as text.
 */
function CountryFlag({ country }: { country: string | undefined }) {
  return (
    <svg viewBox="0 0 60 44" className="h-4 w-5.5 shrink-0 rounded-[3px]" aria-hidden="true">
      {country && hasFlag(country) ? (
        flags[country]
      ) : (
        <g fill="none" stroke="#55635a" strokeWidth="3.2">
          <circle cx="30" cy="22" r="19" />
          <path d="M11 22H49M30 3c-12 11-12 27 0 38 12-11 12-27 0-38Z" />
        </g>
      )}
    </svg>
  )
}

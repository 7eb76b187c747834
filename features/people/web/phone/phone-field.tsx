// Shows the field for a phone number on the landing page. It formats the phone number while the user types,
// and shows the flag of its calling code. The button next to it validates and sends it.
import { useId, useLayoutEffect, useRef } from 'react'
import type { Elements } from '#web/ui/elements.tsx'
import { CountryChoice } from './country-choice.tsx'
import { type PhoneText, usePhoneTyping } from './use-phone-typing.ts'

type PhoneFieldProps = PhoneText & {
  label: string
  onChange: (next: PhoneText) => void
  error?: string | undefined
  /** Content at the end of the field's border, such as a button. */
  children?: Elements
}

/** The background is light in both themes. On phones the button is below the phone number. */
const frameClass =
  'phone-frame flex flex-wrap items-center rounded-card bg-(--paper-sheet) p-2 ' +
  'text-(--paper-ink) focus-within:ring-3 focus-within:ring-(--hero-focus) ' +
  'data-invalid:ring-3 data-invalid:ring-(--hero-danger) [&>button]:w-full sm:[&>button]:w-auto'

export function PhoneField(props: PhoneFieldProps) {
  const { label, text, country, onChange, error, children } = props
  const id = useId()
  const { shownCountry, isInternational, read } = usePhoneTyping({ text, country }, onChange)
  const frame = useRef<HTMLDivElement>(null)
  // Reads text that was typed into the prerendered field before this code had loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the code has loaded
  useLayoutEffect(() => {
    const input = frame.current?.querySelector('input')
    const chosen = frame.current?.querySelector('select')?.value ?? country
    if (!input) return
    const earlyInput = input.value === '' ? readEarlyInput() : undefined
    if (earlyInput) {
      input.value = earlyInput.text
      // The prerendered field, which had the focus, was replaced.
      if (document.activeElement === document.body) input.focus()
    }
    if (input.value !== text || chosen !== country) void read(input, earlyInput?.country ?? chosen)
  }, [])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div ref={frame} data-invalid={error ? true : undefined} className={frameClass}>
        <CountryChoice
          {...{ country, shownCountry, isInternational }}
          className="min-h-12.5 border-(--paper-line) px-3.5 has-focus-visible:outline-(--paper-focus)"
          onChange={(chosen) => onChange({ text, country: chosen })}
        />
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="tel"
          autoComplete="tel webauthn"
          inputMode="tel"
          placeholder={label}
          value={text}
          maxLength={40}
          onChange={(event) => void read(event.target)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          className="h-12.5 min-w-0 flex-[1_1_10.5rem] px-[min(0.875rem,4vw)] font-medium text-[min(1.125rem,8vw)] outline-none placeholder:text-(--paper-faint)"
        />
        {children}
      </div>
      <p
        id={`${id}-error`}
        role="alert"
        className="font-[560] text-(--hero-danger-ink) empty:hidden"
      >
        {error}
      </p>
    </div>
  )
}

/**
 * Returns the text and presses from before the landing page's code had loaded (web/start-landing.ts). They
 * are in the root element, because a page that a translator has changed is rendered again.
 */
const earlyInputs = () => document.documentElement.dataset

/** Returns the early text and its country, or undefined if the user typed no text. */
function readEarlyInput(): PhoneText | undefined {
  const [country = '', text = ''] = earlyInputs().typed?.split('|') ?? []
  return text === '' ? undefined : { text, country }
}

/** Returns true if the button was pressed before the code had loaded, and deletes the record of the press. */
export function takeEarlyPress(): boolean {
  const isPressed = earlyInputs().pressed !== undefined
  delete earlyInputs().pressed
  return isPressed
}

/** Deletes the early phone number from the page. Called once its user is signed in. */
export function forgetTypedEarly(): void {
  delete earlyInputs().typed
}

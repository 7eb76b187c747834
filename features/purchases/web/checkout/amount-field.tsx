// An amount of one's own, in kilograms or for so much money. What is ordered is always whole kilograms:
// money only says how many.
import { useState } from 'react'
import { minorToUnits } from '#values/money.ts'
import { texts } from '#web/texts.ts'
import { currencySymbol, formatAmount, formatKg } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { kgFor, readMoney } from './figures.ts'
import './amount-field.css'

type AmountFieldProps = {
  kgText: string
  /** The person's own. */
  currency: string
  /** Without it, or without a rate, the amount is in kilograms. */
  pricePerKg: number | undefined
  rate: number | undefined
  error: string | undefined
  kgHint: string | undefined
  onChange: (kgText: string) => void
}

export function AmountField(props: AmountFieldProps) {
  const { kgText, currency, pricePerKg, rate, error, kgHint, onChange } = props
  const [isMoney, setIsMoney] = useState(false)
  const [moneyText, setMoneyText] = useState('')
  const kgOf = (text: string) => {
    const minor = readMoney(text)
    return minor === null || pricePerKg === undefined ? null : kgFor(minor, pricePerKg, rate)
  }
  const moneyKg = kgOf(moneyText)
  // An amount that was chosen otherwise takes the place of what was typed.
  const isCurrent = kgText === (moneyKg === null ? '' : String(moneyKg))
  const isForMoney = isMoney && pricePerKg !== undefined
  const shared = { label: texts.purchases_other_amount(), name: 'quantity', autoComplete: 'off' }
  const trailing = <UnitChoice {...{ currency, isForMoney }} onChange={setIsMoney} key="unit" />
  if (!isForMoney) {
    return (
      <TextField
        {...{ ...shared, error, trailing }}
        inputMode="numeric"
        value={kgText}
        hint={kgHint}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...{ ...shared, trailing }}
      inputMode="decimal"
      value={isCurrent ? moneyText : ''}
      error={error}
      hint={moneyHint(isCurrent ? moneyText : '', moneyKg, currency)}
      onChange={({ target }) => {
        setMoneyText(target.value)
        const kg = kgOf(target.value)
        onChange(kg === null ? '' : String(kg))
      }}
    />
  )
}

function moneyHint(text: string, kg: number | null, currency: string): string {
  const minor = readMoney(text)
  if (minor === null || kg === null) {
    return texts.purchases_money_hint({ amount: formatAmount(5, currency) })
  }
  const amount = formatAmount(minorToUnits(minor), currency)
  if (kg === 0) return texts.purchases_money_too_little({ amount })
  return texts.purchases_money_buys({ amount, kg: formatKg(kg) })
}

type UnitChoiceProps = {
  currency: string
  isForMoney: boolean
  onChange: (isForMoney: boolean) => void
}

function UnitChoice({ currency, isForMoney, onChange }: UnitChoiceProps) {
  const units = [
    { name: 'kg', isMoney: false },
    { name: currencySymbol(currency), isMoney: true },
  ]
  return (
    <fieldset className="unit-choice">
      <legend className="sr-only">{texts.purchases_amount_in()}</legend>
      {units.map(({ name, isMoney }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isMoney === isForMoney}
          onClick={() => onChange(isMoney)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

// Shows the fields for the batch and the quantity. The user selects a preset quantity or types one. If the
// stock is too small, a button selects the remaining kilograms.
import { useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { tonneWords } from '#features/catalogue/web/offer/unit-price.tsx'
import { useRates } from '#features/wallet/web/use-rate.ts'
import { minorToUnits } from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips } from '#web/ui/forms/choice-chips.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { readMoney } from '#web/ui/forms/typed-money.ts'
import { readWholeNumber } from '#web/ui/forms/whole-number.ts'
import { currencySymbol, formatAmount, formatCount, formatKg } from '#web/ui/number-format.ts'
import { isPurchasable, isUnclearKg, kgFor } from './figures.ts'
import type { Cost } from './use-figures.ts'
import '../purchase-sheet.css'

type BatchFieldProps = {
  batches: readonly Batch[]
  batch: Batch | undefined
  /** The buyer's currency, in which the prices of batches are compared. */
  currency: string
  onChange: (batchId: string) => void
}

/** Returns vintage and price, which fit into the closed field on a phone. */
function nameOf(batch: Batch, currency: string, rates: Rates): string {
  const year = String(batch.vintage_year)
  if (batch.kg_available === 0) return texts.purchases_batch_sold_out({ year })
  const price = tonneWords(batch, currency, rates.get(batch.currency))
  return `${texts.purchases_vintage({ year })} · ${price}`
}

/** Returns the remaining kilograms and the serial number, which distinguish batches with equal names. */
function detailOf({ kg_available, serial_number }: Batch): string {
  if (kg_available === 0) return serial_number
  return `${texts.purchases_left({ left: kg_available })} · ${serial_number}`
}

type Rates = ReturnType<typeof useRates>

/**
 * Returns true if `one` makes `other` redundant: it has the same vintage, at least as many kilograms for a
 * purchase, and a lower price. At an equal price it must have more kilograms or be first in the list.
 */
function isBetter(one: Batch, other: Batch, rates: Rates, isFirst: boolean): boolean {
  const price = (batch: Batch) => batch.price_per_kg * (rates.get(batch.currency) ?? Number.NaN)
  const kg = (batch: Batch) => Math.min(batch.kg_available, purchaseMaxKg)
  if (one.vintage_year !== other.vintage_year || kg(one) < kg(other)) return false
  if (price(one) !== price(other)) return price(one) < price(other)
  return kg(one) > kg(other) || isFirst
}

/** Returns the batches that are neither sold out nor redundant. Always includes the selected batch. */
function usefulBatches(batches: readonly Batch[], chosenId: string | undefined, rates: Rates) {
  return batches.filter(
    (batch, index) =>
      batch.id === chosenId ||
      (batch.kg_available > 0 &&
        !batches.some(
          (other, otherIndex) =>
            otherIndex !== index && isBetter(other, batch, rates, otherIndex < index),
        )),
  )
}

/** Shows a choice of batches in the order of the list, or a single batch as text. */
export function BatchField({ batches, batch, currency, onChange }: BatchFieldProps) {
  // A single batch needs no rate, because nothing is compared.
  const currencies = batches.length > 1 ? batches.map((each) => each.currency) : []
  const rates = useRates(currencies, currency)
  const choices = usefulBatches(batches, batch?.id, rates)
  const nameInList = (each: Batch) =>
    each.kg_available === 0
      ? nameOf(each, currency, rates)
      : `${nameOf(each, currency, rates)} · ${texts.purchases_left({ left: each.kg_available })}`
  return (
    <div>
      {choices.length > 1 || !batch ? (
        <SelectField
          label={texts.purchases_batch()}
          options={choices.map((each) => ({
            value: each.id,
            label: nameInList(each),
          }))}
          value={batch?.id ?? ''}
          shown={batch && nameOf(batch, currency, rates)}
          hint={batch && detailOf(batch)}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <p className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
          <span className="font-semibold">
            {texts.purchases_vintage({ year: String(batch.vintage_year) })}
          </span>
          <span className="text-soft tabular-nums">
            {texts.purchases_left({ left: batch.kg_available })}
          </span>
        </p>
      )}
    </div>
  )
}

/** Returns the hint for an invalid or unclear quantity, otherwise undefined. */
export function amountHint(kgText: string): string | undefined {
  if (isUnclearKg(kgText)) return texts.purchases_amount_unclear({ typed: kgText.trim() })
  if (isPurchasable(readWholeNumber(kgText))) return undefined
  return texts.purchases_amount_hint({ max: formatCount(purchaseMaxKg) })
}

/** Returns the error of a quantity above the limit of a purchase, otherwise undefined. */
export function limitErrorOf(kgText: string): string | undefined {
  return (readWholeNumber(kgText) ?? 0) > purchaseMaxKg
    ? texts.purchases_invalid_selection()
    : undefined
}

/** Returns the error of a quantity above the batch's stock, if the stock is below the purchase limit. */
function stockText(kgText: string, { kg_available: left }: Batch): string | undefined {
  if (left >= purchaseMaxKg || (readWholeNumber(kgText) ?? 0) <= left) return undefined
  return left === 0 ? texts.purchases_sold_out() : texts.purchases_only_left({ left })
}

type QuantityFieldsProps = {
  kgText: string
  batch: Batch | undefined
  presets: Cost['presets']
  rate: Cost['rateValue']
  /** Currency of the presets' prices, which is the buyer's. */
  currency: string
  error: string | undefined
  onChange: (kgText: string) => void
}

export function QuantityFields(props: QuantityFieldsProps) {
  const { kgText, batch, presets, rate, currency, error, onChange } = props
  const kg = readWholeNumber(kgText)
  const left = Math.min(batch?.kg_available ?? purchaseMaxKg, purchaseMaxKg)
  const stock = batch && stockText(kgText, batch)
  const limitError = stock ?? limitErrorOf(kgText)
  const options = presets.map(({ kg: value, price }) => ({
    value,
    label: formatCount(value),
    detail: price === undefined ? undefined : formatAmount(price, currency),
    disabled: value > left && value !== kg,
  }))
  return (
    <div className="grid gap-3">
      <ChoiceChips
        label={texts.purchases_how_many()}
        options={options}
        value={presets.find((each) => each.kg === kg)?.kg}
        onChange={(value) => onChange(String(value))}
      />
      <AmountField
        {...{ kgText, currency, rate, onChange }}
        pricePerKg={batch?.price_per_kg}
        error={limitError ?? error}
        kgHint={stock ? undefined : amountHint(kgText)}
      />
      {limitError && left > 0 ? (
        <Button variant="outline" size="small" onClick={() => onChange(String(left))}>
          {texts.purchases_take_left({ left: formatKg(left) })}
        </Button>
      ) : null}
    </div>
  )
}

type AmountFieldProps = {
  kgText: string
  /** The buyer's currency. */
  currency: string
  /** Undefined without a batch. Money can be typed only with a price and a rate. */
  pricePerKg: number | undefined
  rate: number | undefined
  error: string | undefined
  kgHint: string | undefined
  onChange: (kgText: string) => void
}

/** Shows the field of a typed amount, in kilograms or money. Money is converted to whole kilograms. */
function AmountField(props: AmountFieldProps) {
  const { kgText, currency, pricePerKg, rate, error, kgHint, onChange } = props
  const [isMoney, setIsMoney] = useState(false)
  const [moneyText, setMoneyText] = useState('')
  const kgOf = (text: string) => {
    const minor = readMoney(text, currency)
    return minor === null || pricePerKg === undefined ? null : kgFor(minor, pricePerKg, rate)
  }
  const moneyKg = kgOf(moneyText)?.kg ?? null
  // If a preset or a button changed the quantity, the typed money no longer matches it and is not shown.
  const isCurrent = kgText === (moneyKg === null ? '' : String(moneyKg))
  const isForMoney = isMoney && pricePerKg !== undefined
  const visibleMoney = isCurrent ? moneyText : ''
  function typeMoney(text: string) {
    setMoneyText(text)
    const bought = kgOf(text)
    onChange(bought === null ? '' : String(bought.kg))
  }
  return (
    <TextField
      label={texts.purchases_other_amount()}
      name="quantity"
      autoComplete="off"
      inputMode={isForMoney ? 'decimal' : 'numeric'}
      value={isForMoney ? visibleMoney : kgText}
      error={error}
      hint={isForMoney ? moneyHint(visibleMoney, kgOf(visibleMoney), currency) : kgHint}
      trailing={<UnitChoice {...{ currency, isForMoney }} onChange={setIsMoney} />}
      onChange={({ target }) => (isForMoney ? typeMoney : onChange)(target.value)}
    />
  )
}

function moneyHint(text: string, bought: ReturnType<typeof kgFor>, currency: string): string {
  const minor = readMoney(text, currency)
  if (minor === null || bought === null) {
    return texts.purchases_money_hint({ amount: formatAmount(5, currency) })
  }
  const amount = formatAmount(minorToUnits(minor), currency)
  const kg = formatKg(bought.kg)
  if (bought.isLimited) return texts.purchases_money_limited({ amount, kg })
  return bought.kg === 0
    ? texts.purchases_money_too_little({ amount })
    : texts.purchases_money_buys({ amount, kg })
}

type UnitChoiceProps = {
  currency: string
  isForMoney: boolean
  onChange: (isForMoney: boolean) => void
}

const unitClass =
  'min-h-11 min-w-11 rounded-field border-[1.5px] border-transparent px-2 font-semibold text-soft ' +
  'aria-pressed:border-line aria-pressed:bg-page aria-pressed:text-ink ' +
  'forced-colors:aria-pressed:border-[Highlight]!'

/** Shows the choice between kilograms and money, at the end of the field. */
function UnitChoice({ currency, isForMoney, onChange }: UnitChoiceProps) {
  const units = [
    { name: 'kg', isMoney: false },
    { name: currencySymbol(currency), isMoney: true },
  ]
  return (
    <fieldset className="-mr-2.5 flex gap-1">
      <legend className="sr-only">{texts.purchases_amount_in()}</legend>
      {units.map(({ name, isMoney }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isMoney === isForMoney}
          className={unitClass}
          onClick={() => onChange(isMoney)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

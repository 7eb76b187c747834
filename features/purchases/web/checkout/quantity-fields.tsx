// Which batch and how many kilograms: presets, or an amount of one's own. It says what is wrong
// beside the field and offers what is left.
import type { Batch } from '#features/projects/contract.ts'
import { purchaseMaxKg } from '#values/order-limits.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceChips } from '#web/ui/choice-chips.tsx'
import { formatAmount, formatCount, formatKg, formatUnitPrice } from '#web/ui/number-format.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { AmountField } from './amount-field.tsx'
import { isPurchasable, isUnclearKg, readKg } from './figures.ts'
import type { Cost } from './use-figures.ts'

type BatchChoiceProps = {
  batches: readonly Batch[]
  batch: Batch | undefined
  onChange: (batchId: string) => void
}

function nameOf(batch: Batch): string {
  const { vintage_year, kg_available, price_per_kg, currency, serial_number } = batch
  const year = String(vintage_year)
  if (kg_available === 0) return `${texts.purchases_batch_sold_out({ year })} · ${serial_number}`
  const price = formatUnitPrice(price_per_kg, currency)
  const left = texts.purchases_left({ left: kg_available })
  return `${texts.purchases_batch_option({ year, price })} · ${left} · ${serial_number}`
}

/** What is left first, then the newest vintage, the least price, the serial. */
function inOrder(one: Batch, other: Batch): number {
  const isSoldOut = (batch: Batch) => Number(batch.kg_available === 0)
  return (
    isSoldOut(one) - isSoldOut(other) ||
    other.vintage_year - one.vintage_year ||
    one.price_per_kg - other.price_per_kg ||
    one.serial_number.localeCompare(other.serial_number, 'en', { numeric: true })
  )
}

/** A choice where there is one; else what the only batch is. */
export function BatchChoice({ batches, batch, onChange }: BatchChoiceProps) {
  const choices = batches
    .filter((each) => each.kg_available > 0 || each.id === batch?.id)
    .sort(inOrder)
  return (
    <div>
      {choices.length > 1 || !batch ? (
        <SelectField
          label={texts.purchases_batch()}
          options={choices.map((each) => ({ value: each.id, label: nameOf(each) }))}
          value={batch?.id ?? ''}
          hint={batch?.serial_number}
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

/** What is taken, where what stands in the field is not. */
export function amountHint(kgText: string, isSaid: boolean): string | undefined {
  if (isUnclearKg(kgText)) return texts.purchases_amount_unclear({ typed: kgText.trim() })
  if (isSaid || isPurchasable(readKg(kgText))) return undefined
  return texts.purchases_amount_hint({ max: formatCount(purchaseMaxKg) })
}

type QuantityFieldsProps = {
  kgText: string
  batch: Batch | undefined
  presets: Cost['presets']
  rate: Cost['rateValue']
  /** Of the presets' prices. */
  currency: string
  error: string | undefined
  onChange: (kgText: string) => void
}

export function QuantityFields(props: QuantityFieldsProps) {
  const { kgText, batch, presets, rate, currency, error, onChange } = props
  const kg = readKg(kgText)
  const left = Math.min(batch?.kg_available ?? purchaseMaxKg, purchaseMaxKg)
  const isTooMuch = batch !== undefined && kg !== null && kg > batch.kg_available
  const tooMuch = isTooMuch
    ? left === 0
      ? texts.purchases_sold_out()
      : texts.purchases_only_left({ left: batch.kg_available })
    : undefined
  const options = presets.map(({ kg: value, price }) => ({
    value,
    label: formatCount(value),
    detail: price === undefined ? undefined : formatAmount(price, currency),
    disabled: value > left && value !== kg,
  }))
  const said = error ?? tooMuch
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
        error={said}
        kgHint={amountHint(kgText, said !== undefined)}
      />
      {isTooMuch && left > 0 ? (
        <Button variant="outline" size="small" onClick={() => onChange(String(left))}>
          {texts.purchases_take_left({ left: formatKg(left) })}
        </Button>
      ) : null}
    </div>
  )
}

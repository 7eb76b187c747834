// Shows a project's batches as radio buttons: initially the first few, all after a press of a button. Batches
// that are sold out or off sale are disabled.
import { Fragment, useId, useRef, useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusFirstNew } from '#web/ui/forms/focus-first-new.ts'
import { MainPrice, PriceDetail } from './unit-price.tsx'

type BatchChoiceProps = {
  batches: readonly Batch[]
  chosenId: string | undefined
  onChoose: (id: string) => void
}

/** Number of batches shown initially, because dozens would push the rest of the page far down. */
const initialCount = 3

/** Classes of a batch. Selected, focused and sold-out batches differ by more than a colour. */
const batchClass =
  'batch flex cursor-pointer items-start gap-[min(0.875rem,3.5vw)] rounded-[15px] border-[1.5px] ' +
  'border-line bg-surface px-[min(1rem,4vw)] py-3.5 transition-colors hover:border-field ' +
  'has-checked:inset-ring has-checked:inset-ring-forest has-checked:border-forest ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-moss has-focus-visible:outline-offset-3 ' +
  'has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:bg-transparent'
const radioClass =
  'mt-0.5 size-5 flex-none appearance-none rounded-full border-2 border-field bg-surface ' +
  'outline-none checked:border-6 checked:border-forest disabled:border-dotted'

export function BatchChoice({ batches, chosenId, onChoose }: BatchChoiceProps) {
  const name = useId()
  const [showsAll, setShowsAll] = useState(batches.length <= initialCount + 1)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const focusNewFrom = useFocusFirstNew(fieldset, 'input')
  const visibleBatches = batches.filter(
    (batch, index) => showsAll || index < initialCount || batch.id === chosenId,
  )
  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-2.5">
      <legend className="sr-only">{texts.projects_choose_batch()}</legend>
      {visibleBatches.map((batch) => (
        <label key={batch.id} className={batchClass}>
          <input
            type="radio"
            name={name}
            className={radioClass}
            checked={batch.id === chosenId}
            disabled={batch.kg_available === 0}
            onChange={() => onChoose(batch.id)}
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">
                {texts.projects_vintage({ year: String(batch.vintage_year) })}
              </span>
              <MainPrice price={batch} />
            </span>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <BatchStock batch={batch} />
              <PriceDetail price={batch} />
            </span>
            <span className="mt-1.5 block font-code text-soft text-xs/normal wrap-anywhere">
              <span className="sr-only">{`${texts.projects_serial()} `}</span>
              <span translate="no">
                <SerialNumber text={batch.serial_number} />
              </span>
            </span>
          </span>
        </label>
      ))}
      {showsAll ? null : (
        <Button
          variant="outline"
          onClick={() => {
            focusNewFrom(initialCount)
            setShowsAll(true)
          }}
        >
          {texts.projects_all_batches({ count: batches.length })}
        </Button>
      )}
    </fieldset>
  )
}

function BatchStock({ batch }: { batch: Batch }) {
  if (!batch.is_offered) return <Badge tone="warn">{texts.projects_not_offered()}</Badge>
  if (batch.kg_available === 0) return <Badge tone="warn">{texts.projects_sold_out()}</Badge>
  return (
    <span className="text-[0.9375rem] text-soft tabular-nums">
      {texts.projects_kg_left({ kg: batch.kg_available })}
    </span>
  )
}

/** Shows a serial number, with line breaks allowed only after hyphens. */
function SerialNumber({ text }: { text: string }) {
  const parts = text.split('-')
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('-')}>
      <span>{index < parts.length - 1 ? `${part}-` : part}</span>
      {index < parts.length - 1 ? <wbr /> : null}
    </Fragment>
  ))
}

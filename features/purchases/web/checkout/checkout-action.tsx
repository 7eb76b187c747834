// Shows the button 'Buy Offsets' or 'Gift Offsets' and the dialog that it opens. The dialog's code
// loads at the first press and stays until the page is left, so that typed text is kept. A purchase
// interrupted by a reload opens by itself at its step.
import { useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { useCoveredKg } from '#features/catalogue/web/offer/use-covered-kg.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { isUnderWay, stateOf } from '../purchase.ts'
import { openRecord, readRecord, scopeOf } from '../purchase-record.ts'

const CheckoutDialog = lazyPart(
  () => import('./checkout-dialog.tsx'),
  (part) => part.CheckoutDialog,
)

type CheckoutActionProps = {
  kind: 'buy' | 'gift'
  project: { id: string; name: string }
  batches: readonly Batch[]
  /** The batch that the dialog selects initially; undefined where no batch can be bought now. */
  chosenId: string | undefined
  wide?: boolean
  /**
   * Repeats an earlier amount. The button's label says so, and it is not the page's primary button.
   */
  again?: { kg: number; label: string }
}

export function CheckoutAction(props: CheckoutActionProps) {
  const { kind, project, batches, chosenId, wide = false, again } = props
  const profile = useProfile()
  const scope = scopeOf(kind, project.id)
  const [kept] = useState(() => (profile ? readRecord(scope, profile.id) : undefined))
  const [open, setOpen] = useState(() => !again && isUnderWay(stateOf(kept)))
  const [wasOpened, setWasOpened] = useState(open)
  // While the dialog is open its batch is the user's choice, whatever the page selects.
  const [batchId, setBatchId] = useState(
    () =>
      batches.find(({ id }) => id === kept?.order?.batchId)?.id ??
      chosenId ??
      firstOf(batches)?.id ??
      '',
  )
  const coveredKg = useCoveredKg(batches.find(({ id }) => id === (chosenId ?? batchId)))
  function press() {
    if (profile) openRecord(scope, profile.id)
    setBatchId(chosenId ?? batchId)
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      {chosenId === undefined ? null : (
        <Button
          variant={kind === 'buy' && !again ? 'accent' : 'outline'}
          size={again ? 'small' : 'large'}
          wide={wide}
          onClick={press}
        >
          {again?.label ?? (kind === 'buy' ? texts.projects_buy() : texts.projects_gift())}
        </Button>
      )}
      {wasOpened && profile ? (
        <DialogBoundary open={open} onClose={() => setOpen(false)}>
          <CheckoutDialog
            key={project.id}
            {...{ kind, project, batches, batchId, profile, open, coveredKg }}
            againKg={again?.kg}
            onBatch={setBatchId}
            onOpenChange={setOpen}
          />
        </DialogBoundary>
      ) : null}
    </>
  )
}

function firstOf(batches: readonly Batch[]): Batch | undefined {
  return batches.find((each) => each.kg_available > 0) ?? batches[0]
}

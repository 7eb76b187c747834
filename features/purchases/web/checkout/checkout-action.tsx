// A button with the modal that it opens, 'Buy Offsets' or 'Gift Offsets'. The modal's code comes when it is
// first opened, and stays until the page is left, so that what was typed is never lost. A purchase that a
// reload interrupted opens by itself, where it was.
import { useState } from 'react'
import type { Batch } from '#features/catalogue/contract.ts'
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
  /** The batch that a press begins with; without one nothing can be bought now. */
  chosenId: string | undefined
  wide?: boolean
  /** Buys once more as much as before; its button says so and is not the page's first. */
  again?: { kg: number; label: string }
}

export function CheckoutAction(props: CheckoutActionProps) {
  const { kind, project, batches, chosenId, wide = false, again } = props
  const profile = useProfile()
  const scope = scopeOf(kind, project.id)
  const [kept] = useState(() => (profile ? readRecord(scope, profile.id) : undefined))
  const [open, setOpen] = useState(() => !again && isUnderWay(stateOf(kept)))
  const [wasOpened, setWasOpened] = useState(open)
  // While it is open its batch is the person's choice, whatever the page would begin with now.
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

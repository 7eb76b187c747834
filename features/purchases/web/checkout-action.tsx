// A button with the modal that it opens, for buying and for gifting. A purchase that a reload
// interrupted goes on where it was.
import { type ComponentType, useState } from 'react'
import { useProfile } from '#features/passport/web/use-passport.ts'
import type { Batch } from '#features/projects/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBoundary } from '#web/ui/part-boundary.tsx'
import { isUnderWay, readRecord, scopeOf } from './purchase-record.ts'

export type CheckoutActionProps = {
  project: { id: string; name: string }
  batches: readonly Batch[]
  /** The batch that a press begins with; without one nothing can be bought now. */
  chosenId: string | undefined
  wide?: boolean
}

type DialogProps = {
  project: { id: string; name: string }
  batches: readonly Batch[]
  initialBatchId?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Props = CheckoutActionProps & {
  kind: 'buy' | 'gift'
  variant: 'accent' | 'outline'
  label: string
  /** Loaded when it is first shown. */
  Dialog: ComponentType<DialogProps>
}

export function CheckoutAction(props: Props) {
  const { kind, variant, label, Dialog, project, batches, chosenId, wide = false } = props
  const profile = useProfile()
  const isInterrupted = () =>
    profile !== undefined && isUnderWay(readRecord(scopeOf(kind, project.id), profile.id))
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(isInterrupted)
  function press() {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      {chosenId === undefined ? null : (
        <Button variant={variant} size="large" wide={wide} onClick={press}>
          {label}
        </Button>
      )}
      {wasOpened ? (
        <DialogBoundary open={open} onClose={() => setOpen(false)}>
          <Dialog
            project={{ id: project.id, name: project.name }}
            batches={batches}
            {...(chosenId === undefined ? {} : { initialBatchId: chosenId })}
            open={open}
            onOpenChange={setOpen}
          />
        </DialogBoundary>
      ) : null}
    </>
  )
}

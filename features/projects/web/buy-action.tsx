// The 'Buy Offsets' button with its dialog. The dialog is loaded when it is first opened, and kept
// until the page is left, so that what was typed is never lost.
import { lazy, Suspense, useState } from 'react'
import { useProfile } from '#features/passport/web/use-passport.ts'
import { isUnderWay, readRecord } from '#features/purchases/web/purchase-record.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Batch } from '../contract.ts'

const BuyOffsetsDialog = lazy(async () => ({
  default: (await import('#features/purchases/web/buy-offsets-dialog.tsx')).BuyOffsetsDialog,
}))

type BuyActionProps = {
  project: { id: string; name: string }
  /** Those that can be bought; not empty. */
  batches: readonly Batch[]
  chosenId: string
  wide?: boolean
}

export function BuyAction({ project, batches, chosenId, wide = false }: BuyActionProps) {
  const profile = useProfile()
  // A purchase that a reload interrupted goes on where it was.
  const isInterrupted = () =>
    profile !== undefined && isUnderWay(readRecord(project.id, profile.id))
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(isInterrupted)
  function press() {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="accent" size="large" wide={wide} onClick={press}>
        {texts.projects_buy()}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <BuyOffsetsDialog
            project={{ id: project.id, name: project.name }}
            batches={batches}
            initialBatchId={chosenId}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      ) : null}
    </>
  )
}

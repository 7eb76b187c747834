// Shows a reached achievement's stamp alone, with a button that shares it as a picture.
import { ShareButton } from '#features/people/web/passport/share-button.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { Achievement } from '../achievements-calls.ts'
import { Stamp, stampPageClass } from './stamp.tsx'
import { pictureStampOf } from './stamp-design.ts'

type StampDialogProps = { achievement: Achievement; onClose: () => void }

export function StampDialog({ achievement, onClose }: StampDialogProps) {
  const { title, label, reached_at } = achievement
  const contentOf = () => ({
    figure: title,
    words: label,
    stamp: pictureStampOf(achievement, reached_at),
  })
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={null}>
      <div className={`${stampPageClass} grid justify-items-center gap-3 p-5 text-center`}>
        <div className="w-56 max-w-full [&_.stamp]:max-w-none">
          <Stamp achievement={achievement} reachedAt={reached_at} turn={0} />
        </div>
        <p className="text-balance text-(--paper-soft)">{label}</p>
      </div>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ShareButton contentOf={contentOf} size="large" />
        <div className="flex-[1_1_8rem]">
          <Button variant="accent" size="large" wide onClick={onClose}>
            {texts.common_close()}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

// Shares a picture of the user's kilograms with the device's share sheet, or saves it as a file.

import type { ComponentProps } from 'react'
import { repeatable } from '#web/api/lazy-part.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatCount } from '#web/ui/number-format.ts'
import { useProfile } from './use-passport.ts'

const fileName = 'carbon-passport.png'

/** Opens the share sheet, or saves the file if the browser cannot share files. */
async function share(picture: Blob): Promise<void> {
  const file = new File([picture], fileName, { type: picture.type })
  if (!navigator.canShare?.({ files: [file] })) return saveFile(picture, fileName)
  try {
    await navigator.share({ files: [file], title: texts.common_product() })
  } catch (error) {
    // AbortError means that the user closed the share sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

const loadPicture = repeatable(() => import('./share-picture.ts'))

type ShareButtonProps = { kg: number; size?: ComponentProps<typeof Button>['size'] }

export function ShareButton({ kg, size = 'small' }: ShareButtonProps) {
  const profile = useProfile()
  const { busy, run } = useAction<never>()
  if (!profile) return null
  const press = () =>
    run('sending', async () => {
      try {
        const { drawSharePicture } = await loadPicture()
        const figure = formatCount(kg)
        await share(await drawSharePicture({ passportId: profile.id, figure }))
      } catch {
        showToast(texts.passport_share_failed())
      }
      return undefined
    })
  return (
    <Button variant="outline" size={size} busy={busy !== undefined} onClick={() => void press()}>
      {texts.passport_share()}
    </Button>
  )
}

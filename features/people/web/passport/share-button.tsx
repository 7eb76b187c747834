// Shares a picture of kilograms, a stamp or a league with the device's share sheet, or saves it as a file.

import { type ComponentProps, useRef } from 'react'
import { repeatable } from '#web/api/lazy-part.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import type { PictureContent } from './share-picture.ts'
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

type ShareButtonProps = {
  /** Called when the button is pressed. */
  contentOf: () => Omit<PictureContent, 'scene'>
  /** The picture's scene, an SVG element without typefaces and style sheets. */
  scene?: Elements
  /** The button's text, by default 'Share'. */
  label?: string
  size?: ComponentProps<typeof Button>['size']
}

export function ShareButton({ contentOf, scene, label, size = 'small' }: ShareButtonProps) {
  const profile = useProfile()
  const { busy, run } = useAction<never>()
  const hidden = useRef<HTMLSpanElement>(null)
  if (!profile) return null
  const press = () =>
    run('sending', async () => {
      try {
        const { drawSharePicture } = await loadPicture()
        const drawing = hidden.current?.querySelector('svg') ?? null
        const content = { ...contentOf(), scene: drawing }
        await share(await drawSharePicture(content, profile.id))
      } catch {
        showToast(texts.passport_share_failed())
      }
      return undefined
    })
  return (
    <>
      <Button variant="outline" size={size} busy={busy !== undefined} onClick={() => void press()}>
        {label ?? texts.passport_share()}
      </Button>
      <span ref={hidden} hidden>
        {scene}
      </span>
    </>
  )
}

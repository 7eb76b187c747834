// The preview of a gift, whose code comes when a form asks for it; without it the form works as well.
import { Suspense } from 'react'
import { lazyPart } from '#web/lazy-part.ts'
import type { GiftPreviewProps } from './gift-preview.tsx'

const Preview = lazyPart(() => import('./gift-preview.tsx').then((part) => part.GiftPreview))

export function PreviewPart(props: GiftPreviewProps) {
  return (
    <Suspense>
      <Preview {...props} />
    </Suspense>
  )
}

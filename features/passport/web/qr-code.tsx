// Shows a QR code as a picture with a name.
import { useMemo } from 'react'
import { qrPath } from '#values/drawing/qr-path.ts'

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="w-full" role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="currentColor" />
    </svg>
  )
}

// Shows 'Loading…' while the session is unknown.

import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { LogoMark } from './logo.tsx'

/** `children`: further content below the text, such as a reload link. */
export function Loading({ children }: { children?: Elements }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 text-soft">
      <LogoMark className="size-10 animate-pulse" />
      <p role="status" className="noscript:hidden">
        {texts.common_loading()}
      </p>
      {children}
    </main>
  )
}

// Shows a moment, such as the opening of a gift, on the whole screen, as a dialog. Escape and Back close it.
import { Dialog as Base } from '@base-ui/react/dialog'
import { type RefObject, useState } from 'react'
import type { Elements } from '../elements.tsx'
import { useCloseOnBack } from './close-on-back.ts'

const screenClass =
  'moment fixed inset-0 z-50 flex flex-col overflow-y-auto overscroll-contain outline-none ' +
  'bg-(--hero-top) bg-(image:--hero-ground) text-(--hero-ink) px-[min(1.25rem,5vw)] ' +
  'pt-[max(0.75rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))]'

type MomentProps = {
  popup: RefObject<HTMLDivElement | null>
  /** Returns the element that has the focus first. */
  initialFocus: () => HTMLElement | null
  onClose: () => void
  /** The content, which has a `MomentTitle`. */
  children: Elements
}

export function Moment({ popup, initialFocus, onClose, children }: MomentProps) {
  const [opener] = useState(() => document.activeElement)
  useCloseOnBack(true, onClose)
  /** The button that showed the moment may be gone. */
  const focusAfterwards = () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : document.querySelector<HTMLElement>('#content h1')
  return (
    <Base.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={() => initialFocus() ?? true}
          finalFocus={focusAfterwards}
          className={screenClass}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Shows the first heading of a moment, which is also its accessible name. */
export function MomentTitle({ className, children }: { className: string; children: string }) {
  return (
    <Base.Title render={(title) => <h1 {...title} />} className={className}>
      {children}
    </Base.Title>
  )
}

// Shows toasts: short notices that need no action. Forms show errors at their fields instead.

import { Toast as Base } from '@base-ui/react/toast'
import { startTransition, useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'
import { afterPaint } from '../after-paint.ts'
import type { Elements } from '../elements.tsx'
import { Icon } from '../icon.tsx'

/** Classes that place toasts above the bottom navigation, where they do not cover the buttons of dialogs. */
const viewportClass =
  'fixed inset-x-4 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-60 mx-auto grid max-w-104 ' +
  'gap-2 min-[56rem]:inset-x-[auto_1.5rem] min-[56rem]:bottom-6 min-[56rem]:w-96'
const transitionClass =
  '[transition:opacity_200ms,translate_200ms] data-starting-style:translate-y-3 ' +
  'data-starting-style:opacity-0 data-ending-style:translate-y-3 data-ending-style:opacity-0'

/** Contains the shown toasts. Add one by `showToast`. */
export const toastManager = Base.createToastManager()

let shown: string | undefined

/**
 * Shows a text for 5 s, in place of the previous one. Screen readers announce an `important` text immediately.
 * Returns a function that removes the toast earlier.
 */
export function showToast(title: string, options: { important?: boolean } = {}): () => void {
  if (shown !== undefined) toastManager.close(shown)
  const id = toastManager.add({ title, priority: options.important ? 'high' : 'low' })
  shown = id
  return () => toastManager.close(id)
}

export function ToastProvider({ children }: { children: Elements }) {
  return (
    <Base.Provider toastManager={toastManager} timeout={5000} limit={3}>
      {children}
      <ToastArea />
    </Base.Provider>
  )
}

/** Shows the toasts after the page's first paint, because a portal renders twice and delays the page. */
function ToastArea() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return isPainted ? (
    <Base.Portal>
      <Base.Viewport className={viewportClass}>
        <Toasts />
      </Base.Viewport>
    </Base.Portal>
  ) : null
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className={`rounded-[15px] forced-colors:border bg-ink py-2 pr-2.5 pl-4.5 text-paper shadow-(--shade-toast) ${transitionClass}`}
    >
      <Base.Content className="flex items-center justify-between gap-3">
        <Base.Title className="font-medium font-text text-base" />
        <Base.Close
          aria-label={texts.common_close()}
          className="grid size-9 shrink-0 place-items-center rounded-full opacity-70 hover:opacity-100"
        >
          <Icon name="close" className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}

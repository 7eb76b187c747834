// Shows short notices that need no answer. Errors of a form are shown at their field instead.

import { Toast as Base } from '@base-ui/react/toast'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { Icon } from '../icon.tsx'
import './toast.css'

const manager = Base.createToastManager()

/** Shows one sentence for 5 s; `important` ones are announced at once. */
export function showToast(title: string, options: { important?: boolean } = {}) {
  manager.add({ title, priority: options.important ? 'high' : 'low' })
}

export function ToastProvider({ children }: { children: Elements }) {
  return (
    <Base.Provider toastManager={manager} timeout={5000} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="toast-viewport">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="toast">
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

// Shows a dialog: at the bottom on phones, centred on wide screens. It traps the focus, and restores it when
// it closes. Escape and Cancel close it. A press outside does not, because a half-filled form would be lost.
import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { OwnFailures } from '../states/failed-parts.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import './dialog.css'

type DialogProps = {
  open: boolean
  /** Called by Escape, Cancel and the browser's Back. The caller then closes the dialog. */
  onClose: () => void
  title: string
  /** Content between the title and Cancel, such as the remaining time. */
  aside?: Elements
  /** Label of the button that closes the dialog. Null hides the button. */
  closeLabel?: string | null
  /** Called by the browser's Forward, after Back has closed the dialog. */
  onReopen?: (() => void) | undefined
  steps?: { names: readonly string[]; current: number } | undefined
  /** True shows the content on the whole screen, as a moment of its own. */
  isMoment?: boolean
  children: Elements
}

const backdropClass =
  'fixed inset-0 z-40 bg-veil [transition:opacity_200ms] data-ending-style:opacity-0 data-starting-style:opacity-0'
/** Classes that place the dialog at the bottom on phones, above the keyboard, and centred on wide screens. */
const viewportClass =
  'fixed inset-0 z-50 grid items-end overflow-hidden pb-(--keyboard,0px) min-[44rem]:p-6 ' +
  'min-[44rem]:place-items-center min-[44rem]:pb-[max(1.5rem,var(--keyboard,0px))]'

export function Dialog(props: DialogProps) {
  const { open, onClose, title, aside, closeLabel = texts.common_cancel(), steps, children } = props
  const { isMoment = false } = props
  useCloseOnBack(open, onClose, props.onReopen)
  // The dialog itself gets the focus, so that screen readers announce its title and no phone keyboard opens.
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport ref={keepAboveKeyboard} className={viewportClass}>
          <Base.Popup
            ref={popup}
            initialFocus={popup}
            className={`dialog-sheet ${isMoment ? 'dialog-moment' : 'bg-paper'}`}
          >
            {isMoment ? null : (
              <span
                aria-hidden="true"
                className="mx-auto mb-3 block h-1.25 w-11 rounded-[9px] bg-line min-[44rem]:hidden"
              />
            )}
            <div className="sheet-head flex flex-wrap items-center justify-between gap-x-4">
              {/* Screen readers cannot reach the page behind, so the dialog's title is the first
                  heading. */}
              <Base.Title
                render={(title) => <h1 {...title} />}
                className="title min-w-0 text-[min(1.625rem,12vw)]"
              >
                {title}
              </Base.Title>
              {aside === undefined && closeLabel === null ? null : (
                <div className="flex shrink-0 items-center gap-2 text-soft tabular-nums">
                  {aside}
                  {closeLabel === null ? null : (
                    <Base.Close className="-mx-2 min-h-11 max-w-none! rounded-lg px-2 font-medium text-soft hover:text-ink">
                      {closeLabel}
                    </Base.Close>
                  )}
                </div>
              )}
            </div>
            {steps ? <Steps {...steps} /> : null}
            <div className="mt-4">
              <OwnFailures>{children}</OwnFailures>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className="mt-3 flex flex-wrap gap-2">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={`flex-1 border-t-4 pt-1.5 text-xs ${index <= current ? 'border-forest' : 'border-line'} ${index === current ? 'font-semibold text-ink' : 'text-soft'}`}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}

type StepFocusProps = {
  /** Name of the current step. A change of the name moves the focus. */
  step: string
  children: Elements
}

/** Scrolls to the top of a new step and focuses its element with `data-step-begins`, otherwise the step. */
export function StepFocus({ step, children }: StepFocusProps) {
  const container = useRef<HTMLDivElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    container.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    const first = container.current?.querySelector<HTMLElement>('[data-step-begins]')
    // `focus` also scrolls the element into view, because a phone keyboard may cover it.
    if (first) first.focus()
    else container.current?.focus({ preventScroll: true })
  }, [step])
  return (
    // The container has no accessible name, so that screen readers read its text.
    <div ref={container} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

/**
 * Keeps a dialog above the on-screen keyboard, which would cover the dialog's button. It is the ref callback
 * of the dialog's viewport: it sets `--keyboard` to the keyboard's height in px, or to 0 on a zoomed page,
 * and scrolls the focused field into view.
 */
function keepAboveKeyboard(layer: HTMLElement | null) {
  const view = window.visualViewport
  if (!layer || !view) return
  const update = () => {
    const keyboardHeight = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop
    layer.style.setProperty('--keyboard', `${Math.max(0, Math.round(keyboardHeight))}px`)
    const field = document.activeElement
    if (keyboardHeight > 0 && field && layer.contains(field))
      field.scrollIntoView({ block: 'nearest' })
  }
  update()
  view.addEventListener('resize', update)
  view.addEventListener('scroll', update)
  return () => {
    view.removeEventListener('resize', update)
    view.removeEventListener('scroll', update)
  }
}

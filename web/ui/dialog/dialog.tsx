// Draws the dialog: a sheet on phones, centred on wide screens. It traps the focus and returns it when it
// closes. Escape and Cancel close it; a press outside does not, because a half-filled form would be lost.
import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import type { Elements } from '../elements.tsx'
import { OwnFailures } from '../states/failed-parts.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import './dialog.css'

type DialogProps = {
  open: boolean
  /** Called by Escape and Cancel. The caller closes the dialog, or first releases a reservation. */
  onClose: () => void
  title: string
  /** Shown between the title and Cancel, e.g. the remaining time. */
  aside?: Elements
  /** The label of the closing button; `null` hides the button. */
  closeLabel?: string | null
  /** Called by the browser's Back. Default: `onClose`. */
  onBack?: (() => void) | undefined
  /** Called by Forward, after Back closed it. */
  onReopen?: (() => void) | undefined
  steps?: { names: readonly string[]; current: number }
  children: Elements
}

const veil =
  'fixed inset-0 z-40 bg-veil [transition:opacity_200ms] data-ending-style:opacity-0 data-starting-style:opacity-0'
/** Places the dialog at the bottom on phones, above the keyboard; centred on wide screens. */
const viewport =
  'fixed inset-0 z-50 grid items-end overflow-hidden pb-(--keyboard,0px) min-[44rem]:p-6 ' +
  'min-[44rem]:place-items-center min-[44rem]:pb-[max(1.5rem,var(--keyboard,0px))]'

export function Dialog(props: DialogProps) {
  const { open, onClose, title, aside, closeLabel = texts.common_cancel(), steps, children } = props
  useCloseOnBack(open, props.onBack ?? onClose, props.onReopen)
  // The sheet itself takes the focus: screen readers announce its title, and no phone keyboard opens.
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Viewport ref={keepAboveKeyboard} className={viewport}>
          <Base.Popup ref={sheet} initialFocus={sheet} className="dialog-sheet bg-paper">
            <span
              aria-hidden="true"
              className="mx-auto mb-3 block h-1.25 w-11 rounded-[9px] bg-line min-[44rem]:hidden"
            />
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              {/* The page behind is unavailable to screen readers, so the dialog's title is
                  their first heading. */}
              <Base.Title
                render={(title) => <h1 {...title} />}
                className="title min-w-0 text-[min(1.625rem,12vw)]"
              >
                {title}
              </Base.Title>
              <div className="flex shrink-0 items-center gap-2 text-soft tabular-nums">
                {aside}
                {closeLabel === null ? null : (
                  <Base.Close className="-mx-2 min-h-11 max-w-none! rounded-lg px-2 font-medium text-soft hover:text-ink">
                    {closeLabel}
                  </Base.Close>
                )}
              </div>
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

/** Scrolls to the top of a new step and focuses its `data-step-begins` field, else the step itself. */
export function StepFocus({ step, children }: StepFocusProps) {
  const place = useRef<HTMLDivElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    place.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    const first = place.current?.querySelector<HTMLElement>('[data-step-begins]')
    // `focus` also scrolls the field into view, in case a phone keyboard covers it.
    if (first) first.focus()
    else place.current?.focus({ preventScroll: true })
  }, [step])
  return (
    // The element has no accessible name, so that screen readers read its text.
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

/**
 * Keeps a dialog above the on-screen keyboard of a phone, which would cover the dialog's button. It does
 * nothing on a zoomed page. Ref callback of the dialog's layer: sets its `--keyboard` to the keyboard's
 * height in px, and scrolls the focused field into view.
 */
function keepAboveKeyboard(layer: HTMLElement | null) {
  const view = window.visualViewport
  if (!layer || !view) return
  const makeRoom = () => {
    const covered = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop
    layer.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    const field = document.activeElement
    if (covered > 0 && field && layer.contains(field)) field.scrollIntoView({ block: 'nearest' })
  }
  makeRoom()
  view.addEventListener('resize', makeRoom)
  view.addEventListener('scroll', makeRoom)
  return () => {
    view.removeEventListener('resize', makeRoom)
    view.removeEventListener('scroll', makeRoom)
  }
}

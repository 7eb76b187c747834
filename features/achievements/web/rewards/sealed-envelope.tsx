// Shows an unclaimed reward or an unopened gift as a sealed envelope. If `dismissed` becomes true, the
// envelope fades over 400 ms, then calls `onGone`.

import { type ComponentProps, useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Content, Elements } from '#web/ui/elements.tsx'
import { Icon } from '#web/ui/icon.tsx'
import '#features/people/web/passport/light-paper.css'

const fadeMs = 400

const envelopeClass =
  'envelope light-paper relative flex flex-wrap items-center gap-x-4 gap-y-3 overflow-hidden ' +
  'rounded-card bg-(image:--envelope-paper) shadow-(--shadow-card) transition-opacity duration-400'
const besideDismissClass = 'py-4.5 pr-[min(3rem,15vw)] pl-[min(1.125rem,6vw)]'
/** On phones the button is below the text, aligned with it. */
const belowTextClass = 'max-sm:ml-[min(4.5rem,max(0rem,100%-9rem))] max-sm:basis-full'

type SealedEnvelopeProps = {
  title: string
  /** Level of the title's heading. */
  heading?: 'h2' | 'h3'
  description?: Content
  /** The button, such as the one that opens the claim dialog. */
  action: Elements
  /** Absent while the envelope cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  dismissed?: boolean
  /** Called after the fade. If absent, the button is next to the text on all screens, also on phones. */
  onGone?: () => void
}

export function SealedEnvelope(props: SealedEnvelopeProps) {
  const { title, heading: Heading = 'h3', description, action, onDismiss, onGone } = props
  const { dismissed = false } = props
  const onGoneRef = useRef(onGone)
  const isSingle = onGone === undefined
  useEffect(() => {
    onGoneRef.current = onGone
  })
  useEffect(() => {
    if (!dismissed) return
    const timer = setTimeout(() => onGoneRef.current?.(), fadeMs)
    return () => clearTimeout(timer)
  }, [dismissed])
  return (
    <article
      className={`${envelopeClass} ${isSingle ? 'px-4.5 py-4' : besideDismissClass} ${dismissed ? 'opacity-0' : ''}`}
    >
      <svg
        viewBox="0 0 400 120"
        preserveAspectRatio="none"
        className="envelope-flap pointer-events-none absolute inset-x-0 top-0 h-[62%] w-full opacity-75"
        fill="var(--envelope-flap)"
        stroke="var(--envelope-flap-edge)"
        strokeWidth="1.2"
        aria-hidden="true"
      >
        <path d="M0 0 200 74 400 0" />
      </svg>
      <Seal />
      <div className={`relative min-w-0 ${isSingle ? 'flex-[1_1_6rem]' : 'flex-[1_1_7.25rem]'}`}>
        <Heading className="font-[650] font-text text-[1.0625rem]/[1.3] tracking-normal">
          {title}
        </Heading>
        {description ? (
          <p className="mt-0.5 text-(--paper-text) text-[0.9375rem]">{description}</p>
        ) : null}
      </div>
      <div className={`relative ml-auto ${isSingle ? '' : belowTextClass}`}>{action}</div>
      {onDismiss ? (
        <button
          type="button"
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-full text-(--paper-text) hover:text-(--paper-ink)"
          onClick={onDismiss}
          disabled={dismissed}
          aria-label={`${texts.rewards_dismiss()}: ${title}`}
        >
          <Icon name="close" className="w-4" />
        </button>
      ) : null}
    </article>
  )
}

type EnvelopeButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** The content of the envelope. Screen readers read it after the text of the button. */
  title: string
  children: string
}

/** Shows the button that opens an envelope. */
export function EnvelopeButton({ title, children, ...rest }: EnvelopeButtonProps) {
  return (
    <Button variant="dark" size="small" aria-label={`${children}: ${title}`} {...rest}>
      {children}
    </Button>
  )
}

function Seal() {
  return (
    <svg
      viewBox="0 0 56 56"
      className="relative w-14 flex-none overflow-visible filter-(--seal-shadow)"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M28 3c5 0 6 4 10 5s8 0 11 4 1 8 3 12 5 6 3 11-6 5-9 9-3 8-8 10-8-2-13-2-9 4-13 1-4-8-7-11-7-4-7-9 4-7 5-11 0-8 4-11 8-1 12-3 6-5 9-5Z"
        fill="var(--seal-wax)"
      />
      <path
        d="M14 16c4-6 12-9 19-8"
        stroke="var(--seal-line)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.7"
      />
      <circle cx="28" cy="28" r="17" stroke="var(--seal-line)" strokeWidth="1.3" />
      <path
        d="M28 38V25M28 30c-7 0-9-5-9-9 6 0 9 3 9 9ZM28 27c0-5 3-8 8-8 0 5-3 8-8 8Z"
        stroke="var(--seal-sign)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
    </svg>
  )
}

// Shows one unclaimed reward as a sealed envelope. It fades over 400 ms once `dismissed` and then
// calls `onGone`; the caller claims it.

import { useEffect, useRef } from 'react'
import { texts } from '#web/texts.ts'
import type { Content, Elements } from '#web/ui/elements.tsx'
import { Icon } from '#web/ui/icon.tsx'
import './sealed-envelope.css'

const fadeMs = 400

type SealedEnvelopeProps = {
  title: string
  /** Level of its heading. */
  heading?: 'h2' | 'h3'
  description?: Content
  /** The one action, e.g. the button that opens the claim dialog. */
  action: Elements
  /** Absent while it cannot be dismissed. */
  onDismiss?: (() => void) | undefined
  dismissed?: boolean
  onGone?: () => void
}

export function SealedEnvelope(props: SealedEnvelopeProps) {
  const { title, heading: Heading = 'h3', description, action, onDismiss, onGone } = props
  const { dismissed = false } = props
  const onGoneRef = useRef(onGone)
  useEffect(() => {
    onGoneRef.current = onGone
  })
  useEffect(() => {
    if (!dismissed) return
    const timer = setTimeout(() => onGoneRef.current?.(), fadeMs)
    return () => clearTimeout(timer)
  }, [dismissed])
  return (
    <article className={`envelope ${dismissed ? 'envelope-gone' : ''}`}>
      <svg
        viewBox="0 0 400 120"
        preserveAspectRatio="none"
        className="envelope-flap"
        aria-hidden="true"
      >
        <path d="M0 0 200 74 400 0" />
      </svg>
      <Seal />
      <div className="min-w-0 flex-1">
        <Heading className="envelope-title">{title}</Heading>
        {description ? <p className="envelope-text">{description}</p> : null}
      </div>
      <div className="envelope-action">{action}</div>
      {onDismiss ? (
        <button
          type="button"
          className="envelope-dismiss"
          onClick={onDismiss}
          disabled={dismissed}
          aria-label={`${texts.rewards_dismiss()}: ${title}`}
        >
          <Icon name="close" />
        </button>
      ) : null}
    </article>
  )
}

function Seal() {
  return (
    <svg viewBox="0 0 56 56" className="envelope-seal" fill="none" aria-hidden="true">
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

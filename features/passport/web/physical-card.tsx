// Draws the card as plastic: green cover, guilloche, foil. It has no number and no name.

import { LogoMark } from '#web/shell/logo.tsx'
import { texts } from '#web/texts.ts'
import { Guilloche } from './guilloche.tsx'
import './physical-card.css'

export function PhysicalCard() {
  return (
    <div className="plastic" role="img" aria-label={texts.passport_card_picture()}>
      <Guilloche id="physical-card" width={560} height={353} />
      <span className="plastic-title" aria-hidden="true">
        {texts.common_product()}
      </span>
      <svg viewBox="0 0 48 36" className="plastic-chip" fill="none" aria-hidden="true">
        <rect
          x="1"
          y="1"
          width="46"
          height="34"
          rx="6"
          fill="var(--chip)"
          stroke="var(--chip-line)"
        />
        <path
          d="M1 12h14v12H1M47 12H33v12h14M15 12c0-6 3-7 3-11M33 12c0-6-3-7-3-11M15 24c0 6 3 7 3 11M33 24c0 6-3 7-3 11"
          stroke="var(--chip-line)"
          strokeWidth="1.2"
        />
      </svg>
      <span className="plastic-mark" aria-hidden="true">
        <LogoMark className="size-full" />
      </span>
      <span className="plastic-number" aria-hidden="true">
        0000 0000 0000 0000
      </span>
      <span className="plastic-sample" aria-hidden="true">
        {texts.passport_sample()}
      </span>
    </div>
  )
}

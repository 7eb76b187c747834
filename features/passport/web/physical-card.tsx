// Draws a plastic payment card without a number and a name.

import { LogoMark } from '#web/shell/logo.tsx'
import { texts } from '#web/texts.ts'
import { Guilloche } from './guilloche.tsx'

/** Styles the card in the format of a bank card (ISO 7810 ID-1), the same in both themes. */
const plasticClass =
  '@container relative aspect-[85.6/53.98] max-w-120 overflow-hidden rounded-[20px] ' +
  'bg-(image:--plastic) text-(--plastic-ink) shadow-(--plastic-shadow) ' +
  '[--guilloche-deep:var(--plastic-light)] [--guilloche-gold:var(--plastic-gold)] ' +
  '[--guilloche-green:var(--plastic-green)]'

export function PhysicalCard() {
  return (
    <div className={plasticClass} role="img" aria-label={texts.passport_card_picture()}>
      <Guilloche id="physical-card" width={560} height={353} />
      <span
        className="absolute top-[8cqi] left-[7cqi] font-title text-[5.6cqi]/[1.1] uppercase tracking-[0.14em]"
        aria-hidden="true"
      >
        {texts.common_product()}
      </span>
      <svg
        viewBox="0 0 48 36"
        className="absolute top-[24cqi] left-[7cqi] w-[12.5cqi]"
        fill="none"
        aria-hidden="true"
      >
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
      <span className="absolute top-[6.5cqi] right-[7cqi] size-[9cqi]" aria-hidden="true">
        <LogoMark className="size-full" />
      </span>
      <span
        className="absolute bottom-[14.5cqi] left-[7cqi] font-code text-[5cqi]/[1] tracking-[0.04em] opacity-75"
        aria-hidden="true"
      >
        0000 0000 0000 0000
      </span>
      <span
        className="absolute right-[7cqi] bottom-[6cqi] rounded-full border px-[2.4cqi] py-[0.4cqi] font-[650] text-[min(max(0.75rem,3.4cqi),4.4cqi)]/[1.5] uppercase tracking-widest"
        aria-hidden="true"
      >
        {texts.passport_sample()}
      </span>
    </div>
  )
}

// Draws the green stamp of a purchase, with its kilograms and today's date.

import { serverNow } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatDate } from '#web/ui/number-format.ts'
import { stampClass } from './stamp.tsx'
import { StampFrame, StampInk } from './stamp-frame.tsx'

/** Returns the font size at which the number fits into the ring. */
function fontSizeOf(number: string): number {
  if (number.length <= 3) return 34
  return number.length <= 5 ? 24 : 19
}

export function PurchaseStamp({ kg, isGift = false }: { kg: number; isGift?: boolean }) {
  const number = formatCount(kg)
  const date = formatDate(new Date(serverNow()))
  const words = { kg, date }
  return (
    <>
      <StampInk />
      <svg
        viewBox="0 0 120 120"
        className={`${stampClass} stamp-fresh text-(--ink-green)`}
        fill="none"
        stroke="currentColor"
        role="img"
      >
        <title>{isGift ? texts.gifts_stamp(words) : texts.purchases_stamp(words)}</title>
        <g transform="rotate(-7 60 60)" filter="url(#stamp-ink)">
          <StampFrame shape="round" />
          <g
            fill="currentColor"
            stroke="none"
            textAnchor="middle"
            className="font-title tracking-[0.06em]"
          >
            <text x="60" y="36" fontSize="8.5">
              {isGift ? texts.gifts_stamp_word() : texts.purchases_stamp_word()}
            </text>
            <text x="60" y="70" fontSize={fontSizeOf(number)}>
              {number}
            </text>
            <text x="60" y="83" fontSize="10">
              <tspan>KG CO</tspan>
              <tspan dy="2" fontSize="7">
                2
              </tspan>
            </text>
            <text x="60" y="96" fontSize="7" className="stamp-date">
              {date}
            </text>
          </g>
          <path d="M24 43H96M32 87H88" strokeWidth="1" />
        </g>
      </svg>
    </>
  )
}

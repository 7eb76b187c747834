// Draws a gift's envelope, with its giver. The wax seal breaks in two, the flap opens, and the letter begins to rise.
// The whole envelope is a button.
import { texts } from '#web/texts.ts'

type GiftEnvelopeProps = {
  /** The line on the envelope, 'Gift from …'. */
  sender: string
  /** True while the seal breaks. */
  isBroken: boolean
  onBreak: () => void
}

const buttonClass =
  'gift-envelope group/envelope grid w-full gap-7 rounded-card p-2 text-(--hero-ink) ' +
  'focus-visible:outline-0'

export function GiftEnvelope({ sender, isBroken, onBreak }: GiftEnvelopeProps) {
  return (
    <>
      <p className="text-center font-title text-[min(2rem,10vw)]/tight">
        {texts.passport_gift_sealed()}
      </p>
      <div className="@container relative mx-auto w-full max-w-96">
        <p className="pointer-events-none absolute inset-x-[14%] top-[calc(0.5rem+(100cqw-1rem)*0.54)] z-1 line-clamp-2 text-center font-title text-(--paper-ink) text-[min(1.0625rem,4.4cqw)]/tight wrap-anywhere">
          {sender}
        </p>
        <button
          type="button"
          data-step-begins=""
          data-broken={isBroken ? '' : undefined}
          className={buttonClass}
          onClick={onBreak}
        >
          <svg viewBox="0 0 360 240" className="w-full overflow-visible" aria-hidden="true">
            <path
              d="M6 12 172-56Q180-62 188-56L354 12Z"
              className="gift-flap-open"
              fill="var(--envelope-lining)"
              stroke="var(--envelope-flap-edge)"
            />
            <rect x="1" y="1" width="358" height="238" rx="14" fill="var(--envelope-lining)" />
            <g className="gift-slip">
              <rect
                x="24"
                y="14"
                width="312"
                height="200"
                rx="8"
                fill="var(--paper-sheet)"
                stroke="var(--envelope-edge)"
              />
              <path d="M52 44H308M52 62H250" stroke="var(--envelope-flap-edge)" strokeWidth="3" />
            </g>
            <path
              d="M1 14 172 125Q180 131 188 125L359 14V225Q359 239 345 239H15Q1 239 1 225Z"
              fill="var(--paper-sheet)"
              stroke="var(--envelope-edge)"
            />
            <path
              d="M4 236 142 106M356 236 218 106"
              stroke="var(--envelope-flap-edge)"
              strokeWidth="1.5"
            />
            <path
              d="M3 8Q4 2 12 2H348Q356 2 357 8L190 136Q180 144 170 136Z"
              className="gift-flap"
              fill="var(--envelope-flap)"
              stroke="var(--envelope-flap-edge)"
              strokeWidth="1.5"
            />
            {/* The seal leaves room for the giver below it. */}
            <g transform="translate(0 -10)">
              <SealHalf side="left" clip="M120 90H179L185 112 175 134 184 152 177 200H120Z" />
              <SealHalf side="right" clip="M178 90H240V200H176L183 152 174 134 184 112Z" />
            </g>
          </svg>
          <span className="gift-break relative justify-self-center rounded-full outline-(--hero-focus) outline-offset-3 group-focus-visible/envelope:outline-3 bg-(--hero-action) px-7 py-3.5 font-semibold text-(--hero-on-action) text-[1.0625rem] forced-colors:border">
            {texts.passport_gift_break()}
          </span>
        </button>
      </div>
    </>
  )
}

function SealHalf({ side, clip }: { side: 'left' | 'right'; clip: string }) {
  const id = `gift-seal-${side}`
  return (
    <g className={`gift-seal gift-seal-${side}`}>
      <clipPath id={id}>
        <path d={clip} />
      </clipPath>
      <g clipPath={`url(#${id})`} fill="none">
        <path
          d="M180 98c8 0 11 6 18 8s14 1 19 8 2 14 5 21 9 11 5 19-11 9-16 16-5 14-14 17-14-3-23-3-16 7-23 2-6-14-12-20-13-7-13-16 7-12 9-19 0-14 7-20 14-1 21-5 10-8 17-8Z"
          transform="translate(27 27) scale(0.85)"
          fill="var(--seal-wax)"
        />
        <circle cx="180" cy="147" r="28" stroke="var(--seal-line)" strokeWidth="2" />
        <path
          d="M180 164V142M180 150c-12 0-16-9-16-16 11 0 16 6 16 16ZM180 145c0-9 5-14 14-14 0 9-5 14-14 14Z"
          stroke="var(--seal-sign)"
          strokeWidth="3"
          strokeLinejoin="round"
        />
      </g>
    </g>
  )
}

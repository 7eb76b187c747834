// Draws the closed passport: green cover, letters in foil, a rosette with a seedling, the chip symbol. Screen
// readers skip it, because the page also shows the product's name as text.
import { petalPath } from '#values/drawing/rosette-lines.ts'

const angles = [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 320, 340]
const petal = petalPath({
  ...{ radius: 92, petals: angles.length, layers: 10 },
  ...{ cut: 0.26, seed: 'emblem' },
})

export function PassportCover() {
  return (
    <div className="cover-place grid h-80 place-items-center min-[56rem]:h-auto" aria-hidden="true">
      <div className="cover">
        <p translate="no" className="cover-title">
          <span>Carbon</span>
          <br />
          <span>Passport</span>
        </p>
        <svg
          viewBox="0 0 200 200"
          fill="none"
          className="cover-emblem w-[66%] self-center"
          aria-hidden="true"
        >
          <defs>
            <linearGradient
              id="cover-foil"
              gradientUnits="userSpaceOnUse"
              x1="0"
              y1="0"
              x2="200"
              y2="200"
            >
              <stop offset="0" stopColor="var(--cover-foil-1)" />
              <stop offset="0.42" stopColor="var(--cover-foil-2)" />
              <stop offset="0.68" stopColor="var(--cover-foil-3)" />
              <stop offset="1" stopColor="var(--cover-foil-4)" />
            </linearGradient>
            <path id="cover-petal" d={petal} />
          </defs>
          <g stroke="var(--cover-line)" strokeWidth="0.8" transform="translate(100 100)">
            {angles.map((angle) => (
              <use key={angle} href="#cover-petal" transform={`rotate(${angle})`} />
            ))}
          </g>
          <circle
            cx="100"
            cy="100"
            r="41"
            fill="var(--cover-disc)"
            stroke="url(#cover-foil)"
            strokeWidth="1.6"
          />
          <circle cx="100" cy="100" r="37" stroke="url(#cover-foil)" strokeWidth="0.6" />
          <path
            d="M100 128V92M100 106c-18 0-25-12-25-25 17 0 25 9 25 25ZM100 97c0-15 8-23 23-23 0 15-8 23-23 23Z"
            stroke="url(#cover-foil)"
            strokeWidth="2.4"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
        <svg
          viewBox="0 0 44 30"
          fill="none"
          className="w-10.5"
          stroke="url(#cover-foil)"
          aria-hidden="true"
        >
          <rect x="1" y="1" width="42" height="28" rx="6" strokeWidth="1.8" />
          <path d="M1 15H15M29 15H43" strokeWidth="1.8" />
          <circle cx="22" cy="15" r="7" strokeWidth="1.8" />
        </svg>
      </div>
    </div>
  )
}

// Shows the landing page's sections: why, how it works, costs, features and partners. Every text must be true for
// the product. A visitor's browser does not load this code, because the document contains the sections.

import { StampFrame, StampInk } from '#features/achievements/web/stamp-frame.tsx'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { SamplePages } from './sample-pages.tsx'

export function LandingSections() {
  return (
    <>
      <Why />
      <HowItWorks />
      <Costs />
      <Features />
      <Partners />
      <JoinAgain />
    </>
  )
}

const sectionClass = 'wrap py-[clamp(3.5rem,9vw,5.5rem)]'
const headingClass = 'text-[clamp(1.875rem,5vw,2.5rem)]'
const threeColumnsClass = 'mt-9 grid gap-9 min-[44rem]:grid-cols-3'

function Why() {
  const reasons = [
    ['I', texts.landing_why_1(), texts.landing_why_1_text()],
    ['II', texts.landing_why_2(), texts.landing_why_2_text()],
    ['III', texts.landing_why_3(), texts.landing_why_3_text()],
  ] as const
  return (
    <section id="why" className={sectionClass}>
      <h2 className={headingClass}>{texts.landing_why()}</h2>
      <div className={threeColumnsClass}>
        {reasons.map(([numeral, title, text]) => (
          <div key={numeral} className="border-line border-t pt-4">
            <p
              aria-hidden="true"
              className="mb-2 font-title text-[1.0625rem]/[1.4] text-gold tracking-[0.14em]"
            >
              {numeral}
            </p>
            <h3 className="text-2xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </div>
        ))}
      </div>
      <SamplePages />
    </section>
  )
}

/** The stamp of each step: shape, classes of rotation and colour, and SVG path of the symbol. */
const stamps = [
  {
    shape: 'rect',
    rotationAndColour: '-rotate-7 text-(--steps-blue)',
    symbol: 'M46 34h28a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4Zm10 45h8',
  },
  {
    shape: 'round',
    rotationAndColour: 'rotate-5 text-(--steps-wine)',
    symbol: 'M60 92V58M60 54 60 28M63 60 84 74M57 60 36 74M65 57a5 5 0 1 1-10 0 5 5 0 0 1 10 0Z',
  },
  {
    shape: 'hex',
    rotationAndColour: '-rotate-3 text-(--steps-brown)',
    symbol: 'M44 50h32l9 38H35ZM52 50c-5-8 0-16 8-16s13 8 8 16',
  },
  {
    shape: 'oval',
    rotationAndColour: 'rotate-8 text-(--steps-green)',
    symbol:
      'M60 88V56M60 68c-16 0-22-11-22-22 15 0 22 8 22 22ZM60 60c0-13 7-20 20-20 0 13-7 20-20 20Z',
  },
] as const

function HowItWorks() {
  const steps = [
    [stamps[0], texts.landing_how_1(), texts.landing_how_1_text()],
    [stamps[1], texts.landing_how_2(), texts.landing_how_2_text()],
    [stamps[2], texts.landing_how_3(), texts.landing_how_3_text()],
    [stamps[3], texts.landing_how_4(), texts.landing_how_4_text()],
  ] as const
  return (
    <section id="how" className="border-(--steps-edge) border-y bg-(image:--steps-paper)">
      <div className={sectionClass}>
        <h2 className={headingClass}>{texts.landing_how()}</h2>
        <StampInk />
        <ol className="mt-9 grid items-start gap-8 min-[44rem]:grid-cols-2 min-[56rem]:grid-cols-4">
          {steps.map(([{ shape, rotationAndColour, symbol }, title, text]) => (
            <li key={title} className="flex flex-wrap items-start gap-5">
              <svg
                viewBox="0 0 120 120"
                className={`w-22 min-[56rem]:w-28 ${rotationAndColour}`}
                fill="none"
                stroke="currentColor"
                strokeWidth="3"
                strokeLinejoin="round"
                strokeLinecap="round"
                aria-hidden="true"
              >
                <g filter="url(#stamp-ink)">
                  <StampFrame shape={shape} />
                  <path d={symbol} />
                </g>
              </svg>
              {/* The text wraps below the stamp if it does not fit next to the stamp. */}
              <div className="min-w-0 flex-[1_1_9rem]">
                <h3 className="text-[1.375rem]">{title}</h3>
                <p className="mt-1.5 text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/**
 * Shows what offsets cost. The server replaces each `%name%`, and removes parts without a price
 * (features/landing/landing-costs.ts). A page that the browser draws has no prices.
 */
function Costs() {
  if (!import.meta.env.SSR) return null
  return (
    <section id="costs" data-each="costs" className={sectionClass}>
      <h2 className={headingClass}>{texts.landing_costs()}</h2>
      <div className="mt-9 grid gap-9 min-[44rem]:grid-cols-2">
        <div className="border-line border-t pt-4">
          <p className={priceClass}>%price%</p>
          <p className="mt-2 text-soft">
            {texts.landing_costs_example({ kg: '%kg%', km: '%km%' })}
          </p>
        </div>
        <ul data-each="year" className="border-line border-t pt-4">
          <li className={priceClass}>%yearPrice%</li>
          <li className="mt-2 text-soft">
            {texts.landing_costs_year({ kg: '%yearKg%', country: '%country%' })}
          </li>
        </ul>
      </div>
      <p className="mt-3 text-sm text-soft">
        {texts.landing_costs_sources({ project: '%project%' })}
      </p>
    </section>
  )
}

const priceClass = `font-title ${headingClass}`

function Features() {
  return (
    <section id="features" className={sectionClass}>
      <h2 className={headingClass}>{texts.landing_features()}</h2>
      <div className={threeColumnsClass}>
        <Feature title={texts.landing_feature_1()} text={texts.landing_feature_1_text()}>
          <path d="M14 21v-6a10 10 0 0 1 20 0v6M10 21h28v20H10ZM24 28v6" />
        </Feature>
        <Feature title={texts.landing_feature_2()} text={texts.landing_feature_2_text()}>
          <path d="M8 12h32v24H8ZM8 30c5 0 6-8 10-8s3 6 7 6 4-9 8-9 4 5 7 5M14 42h20" />
        </Feature>
        <Feature title={texts.landing_feature_3()} text={texts.landing_feature_3_text()}>
          <path d="M8 14h32a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V17a3 3 0 0 1 3-3ZM5 21h38M24 26l7 3v4c0 4-3 6-7 8-4-2-7-4-7-8v-4Z" />
        </Feature>
      </div>
    </section>
  )
}

type FeatureProps = { title: string; text: string; children: Elements }

function Feature({ title, text, children }: FeatureProps) {
  return (
    <div className="rounded-card border border-line bg-surface px-6 py-7">
      <svg
        viewBox="0 0 48 48"
        className="size-11 text-gold"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <h3 className="mt-4 text-[1.375rem]">{title}</h3>
      <p className="mt-2 text-soft">{text}</p>
    </div>
  )
}

function Partners() {
  return (
    <section
      id="partners"
      className={`${sectionClass} grid gap-10 pt-0 min-[56rem]:grid-cols-[1.4fr_1fr] min-[56rem]:gap-16`}
    >
      <div>
        <h2 className={headingClass}>{texts.landing_partners()}</h2>
        <p className="mt-4 max-w-2xl text-lg text-soft">{texts.landing_partners_text()}</p>
      </div>
      <div>
        <h3 className="caption">{texts.landing_registries()}</h3>
        <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-1 font-title text-2xl/[1.4]">
          <li>Gold Standard</li>
          <li>Verra VCS</li>
        </ul>
        <p className="mt-3 text-sm text-soft">{texts.landing_registries_text()}</p>
      </div>
    </section>
  )
}

/** Repeats the sign-in link at the end of the page. */
function JoinAgain() {
  return (
    <section className="wrap grid justify-items-center gap-5 pb-18 text-center">
      <h2 className={headingClass}>{texts.landing_title()}</h2>
      <a href="#join" className={buttonClass('accent', 'large')}>
        {texts.sign_in_join()}
      </a>
    </section>
  )
}

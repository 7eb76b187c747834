// Shows a picture of a physical card, and invented purchases that are marked as samples. It must not show the
// user's purchases or resemble them.
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { defaultCallingCode } from '#values/lists/calling-codes.ts'
import { LogoMark } from '#web/shell/logo.tsx'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Guilloche } from './guilloche.tsx'

export function CardPage() {
  const currency = useProfile()?.currency ?? defaultCallingCode.currency
  const samples = [
    { place: texts.passport_sample_train(), price: 24.5, kg: 3 },
    { place: texts.passport_sample_groceries(), price: 38.2, kg: 9 },
    { place: texts.passport_sample_coffee(), price: 3.4, kg: 1 },
  ]
  const title = texts.passport_sample_title()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2 lg:gap-x-12">
      <div className="grid content-start gap-5">
        <PageHeading title={texts.passport_card_title()} />
        <PhysicalCard />
        <p className="max-w-prose text-soft">{texts.passport_card_text()}</p>
      </div>
      <Section title={title} action={<Badge tone="warn">{texts.passport_sample()}</Badge>}>
        <ul className="divide-y divide-line border-line border-y">
          {samples.map(({ place, price, kg }) => (
            <li key={place} className="flex items-center justify-between gap-4 py-3.5">
              <div className="min-w-0">
                <p className="font-medium">{place}</p>
                <p className="text-sm text-soft">{texts.passport_sample()}</p>
              </div>
              <p className="text-right tabular-nums">
                <span className="block font-semibold">{formatAmount(price, currency)}</span>
                <span className="text-sm text-soft">{formatKg(kg)}</span>
              </p>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-[0.9375rem] text-soft">{texts.passport_sample_text()}</p>
      </Section>
    </div>
  )
}

/** Classes of a card in the format of a bank card (ISO 7810 ID-1). It looks the same in both themes. */
const plasticClass =
  '@container relative aspect-[85.6/53.98] max-w-120 overflow-hidden rounded-[20px] ' +
  'bg-(image:--plastic) text-(--plastic-ink) shadow-(--plastic-shadow) ' +
  '[--guilloche-deep:var(--plastic-light)] [--guilloche-gold:var(--plastic-gold)] ' +
  '[--guilloche-green:var(--plastic-green)]'

/** Draws a plastic payment card without a number and a name. */
function PhysicalCard() {
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

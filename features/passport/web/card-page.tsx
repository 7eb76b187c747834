// Shows a picture of a physical card and invented purchases, marked as samples. It must not show the user's
// own purchases or resemble them.

import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { defaultCallingCode } from '#values/lists/calling-codes.ts'
import { PageHeading } from '#web/shell/page-heading.tsx'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatAmount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { PhysicalCard } from './physical-card.tsx'

export function CardPage() {
  // Falls back to GBP.
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

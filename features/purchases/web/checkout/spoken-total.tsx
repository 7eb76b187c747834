// The total and who pays it, for those who hear the page: once after each change, when the figures have
// come to rest. It stands beside the lines, which are read on request only.
import { texts } from '#web/texts.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import type { Cost } from './use-figures.ts'

type SpokenTotalProps = { cost: Cost; currency: string }

export function SpokenTotal({ cost, currency }: SpokenTotalProps) {
  return (
    <p role="status" className="sr-only">
      {cost.isSettling ? null : words(cost, currency)}
    </p>
  )
}

function words({ figures }: Cost, currency: string): string | null {
  if (!figures || figures.total === null || figures.card === null) return null
  const { total, wallet, card } = figures
  const parts = [
    [texts.purchases_total(), total],
    [texts.purchases_from_wallet(), wallet],
    [texts.purchases_card(), card],
  ] as const
  return parts
    .filter(([, amount]) => amount > 0)
    .map(([word, amount]) => `${word}: ${formatAmount(amount, currency)}`)
    .join(', ')
}

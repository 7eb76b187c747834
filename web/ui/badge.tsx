// Shows small labels, such as a project's status. A label always contains a text, for users who cannot
// distinguish its colour.

import type { Content } from './elements.tsx'

const tones = {
  plain: 'bg-page text-ink border-line',
  good: 'bg-moss/12 text-link border-moss/30',
  warn: 'bg-gold/12 text-gold border-gold/30',
  bad: 'bg-danger-page text-danger border-danger/30',
  raised: 'bg-surface text-ink border-transparent shadow-card',
} as const

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-lg border px-2 py-0.5 font-semibold text-[0.8125rem] ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

type BadgeProps = { tone?: keyof typeof tones; children: Content }

// Shows the state of a purchase, a request or another record as a label. Its colour repeats the word.
import { Badge } from '#web/ui/badge.tsx'
import { wordsOf } from './console-format.ts'

const good = new Set(['completed', 'done', 'won', 'active', 'offered', 'sent'])
const warning = new Set([
  ...['pending', 'waiting', 'invited', 'needs_response', 'warning_needs_response', 'open'],
  ...['goodwill', 'fraud_warning', 'reinstated', 'refunding', 'queued', 'unfinished'],
])
const bad = new Set(['failed', 'disputed', 'refund_failed', 'lost', 'dead', 'void', 'refused'])

type Tone = 'plain' | 'good' | 'warn' | 'bad'

function toneOf(state: string): Tone {
  const key = state.toLowerCase()
  if (good.has(key)) return 'good'
  if (warning.has(key)) return 'warn'
  return bad.has(key) ? 'bad' : 'plain'
}

export function StateBadge({ state, tone }: { state: string; tone?: Tone }) {
  return <Badge tone={tone ?? toneOf(state)}>{wordsOf(state)}</Badge>
}

// Shows many sealed envelopes as one stack: their number, and a button to spread them out.
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { SealedEnvelope } from './sealed-envelope.tsx'

export function EnvelopeStack({ count, onOpen }: { count: number; onOpen: () => void }) {
  const title = texts.rewards_sealed({ count: String(count) })
  return (
    <div className="envelope-stack envelope-line">
      <SealedEnvelope
        title={title}
        action={
          <Button
            variant="dark"
            size="small"
            onClick={onOpen}
            aria-label={`${texts.rewards_open_all()}: ${title}`}
          >
            {texts.rewards_open_all()}
          </Button>
        }
      />
    </div>
  )
}

// Shows many unclaimed rewards as one stack of envelopes, with their number and a button that opens it.
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { SealedEnvelope } from './sealed-envelope.tsx'

const edgeClass =
  'absolute rounded-card border border-(--envelope-edge) bg-(image:--envelope-paper)'

/** Shows one envelope with the edges of two more beneath it. */
export function EnvelopeStack({ count, onOpen }: { count: number; onOpen: () => void }) {
  const title = texts.rewards_sealed({ count: String(count) })
  return (
    <div className="relative mb-3.5 [&+*]:pt-3.5">
      <span className={`${edgeClass} inset-x-5 top-4 -bottom-3.5`} />
      <span className={`${edgeClass} inset-x-2.5 top-2 -bottom-1.75`} />
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

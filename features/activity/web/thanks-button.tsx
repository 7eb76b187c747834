// Shows the button 'Say thanks' for a received gift. The giver then sees the thanks next to the gift.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActivityEntry, listActivity } from '#features/purchases/activity-calls.ts'
import { thankGiver } from '#features/purchases/purchases-calls.ts'
import { ask } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'

export function ThanksButton({ gift }: { gift: ActivityEntry }) {
  const client = useQueryClient()
  const { busy, run } = useAction<never>()
  const [isSaid, setIsSaid] = useState(gift.is_thanked === true)
  const press = () =>
    run('sending', async () => {
      try {
        await ask(thankGiver, { body: { tx_id: gift.tx_id } })
        setIsSaid(true)
        void client.invalidateQueries({ queryKey: [listActivity.id] })
      } catch {
        showToast(texts.activity_thanks_failed())
      }
      return undefined
    })
  return (
    <>
      <p role="status" className="font-semibold empty:hidden">
        {isSaid ? texts.activity_thanks_said() : null}
      </p>
      {isSaid ? null : (
        <Button variant="dark" size="small" busy={busy !== undefined} onClick={() => void press()}>
          {texts.activity_say_thanks()}
        </Button>
      )}
    </>
  )
}

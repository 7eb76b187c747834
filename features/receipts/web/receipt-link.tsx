// Shows the link to a receipt. A new purchase's receipt gets its number within seconds: the app waits for it, with a
// sentence, because a tab would show the answer's JSON.
import { type MouseEvent, useState } from 'react'
import { serverNow } from '#web/api/api.ts'
import { addressOfCall } from '#web/api/ask.ts'
import { saveFile } from '#web/storage/save-file.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { downloadReceipt } from '../receipts-calls.ts'
import { loadReceipt, receiptProblemText } from './load-receipt.ts'

/** Milliseconds after the reservation in which the receipt may lack its number: a purchase is completed in time. */
const newForMs = 60 * 60 * 1_000

type Props = { txId: string; createdAt: string }

export function ReceiptLink({ txId, createdAt }: Props) {
  const address = addressOfCall(downloadReceipt, { params: { tx_id: txId } })
  const [hasNumber, setHasNumber] = useState(() => serverNow() - Date.parse(createdAt) > newForMs)
  const [isWaiting, setIsWaiting] = useState(false)
  const { busy, problem, run } = useAction<string>()

  async function openWithNumber(): Promise<undefined> {
    let hasWaited = false
    try {
      const file = await loadReceipt(txId, () => {
        hasWaited = true
        setIsWaiting(true)
      })
      setHasNumber(true)
      // After a wait the browser would block a new tab.
      if (hasWaited) saveFile(file, `receipt-${txId}.pdf`)
      else window.open(address, '_blank', 'noreferrer')
    } finally {
      setIsWaiting(false)
    }
  }

  function open(event: MouseEvent): void {
    if (hasNumber) return
    event.preventDefault()
    void run('sending', openWithNumber, receiptProblemText)
  }

  return (
    <div className="grid gap-2">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('outline')}
        onClick={open}
      >
        {texts.receipts_open()}
      </a>
      <p role="status" className="text-soft empty:hidden">
        {isWaiting ? texts.receipts_numbering() : null}
      </p>
      {busy !== undefined && !isWaiting ? <Waiting /> : null}
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}

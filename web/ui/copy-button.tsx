// Shows a button that copies a text to the clipboard. After a press, it shows success or failure for 2 s.
import { useEffect, useState } from 'react'
import { texts } from '#web/texts.ts'

type CopyButtonProps = { text: string; label: string; onCopied?: () => void }

/** `label` is the name of the copied text for screen readers. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied?.()
    } catch {
      setState('failed')
    }
  }
  const labels = {
    idle: texts.common_copy(),
    copied: texts.common_copied(),
    failed: texts.common_copy_failed(),
  }
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={state === 'idle' ? `${labels.idle}: ${label}` : labels[state]}
      className="min-h-11 shrink-0 rounded-lg px-3 font-semibold text-[0.9375rem] text-link hover:underline"
    >
      <span aria-live="polite">{labels[state]}</span>
    </button>
  )
}

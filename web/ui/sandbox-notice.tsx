// Says that nothing real happens while the outside world is played by our sandboxes.
import { texts } from '#web/texts.ts'

export function SandboxNotice() {
  return (
    <p className="inline-flex items-center gap-2 rounded-lg border border-gold/40 border-dashed px-2.5 py-1 text-[0.8125rem] font-medium text-gold">
      <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" fill="currentColor" aria-hidden="true">
        <path d="M8 1.5 15 14H1Zm-.8 5v3.7h1.6V6.5Zm0 4.7v1.5h1.6v-1.5Z" />
      </svg>
      {texts.common_sandbox()}
    </p>
  )
}

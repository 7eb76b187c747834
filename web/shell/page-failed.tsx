// Shows an error message and Retry in place of a page that failed.
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageTitle } from './use-page-title.ts'

type PageFailedProps = { onRetry: () => void; busy?: boolean }

export function PageFailed({ onRetry, busy = false }: PageFailedProps) {
  const title = texts.common_page_failed()
  usePageTitle(title)
  return (
    <div role="alert" className="grid justify-items-center gap-4 text-center">
      <h1 className="text-[1.75rem]">{title}</h1>
      <p className="text-soft">{texts.common_nothing_lost()}</p>
      <Button busy={busy} onClick={onRetry}>
        {texts.common_retry()}
      </Button>
    </div>
  )
}

// Shows, in the documents of /app, what a user without scripts needs. The browser's bundle must not import
// this file.
import { texts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'

export function NeedsScripts() {
  return <noscript className="max-w-md px-6 text-center">{texts.common_needs_scripts()}</noscript>
}

/** Shows a reload link, which CSS makes visible after 8 s, in a document whose script does not load. */
export function LateRetry() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty href reloads the requested page
    <a href="" className={`late-retry ${buttonClass('outline')}`}>
      {texts.common_retry()}
    </a>
  )
}

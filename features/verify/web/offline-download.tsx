// Shows the download of the offline verifier, with its size and its SHA-256.
import { texts } from '#web/texts.ts'
import { pageLinkClass } from '#web/ui/page-link.ts'
import { offlineVerifier } from './offline-verifier.ts'

export function OfflineDownload() {
  const file = offlineVerifier()
  if (file === null) return null
  const size = `${Math.ceil(file.bytes / 1_000).toString()}\u00a0kB`
  return (
    <section className="mt-10 max-w-2xl">
      <h2 className="text-[1.5rem]">{texts.verify_offline()}</h2>
      <p className="mt-2 text-soft">{texts.verify_offline_text()}</p>
      <a href={file.path} download={file.name} className={pageLinkClass}>
        {texts.verify_offline_download({ size })}
      </a>
      <p className="text-soft">{texts.verify_offline_sum()}</p>
      <p translate="no" className="wrap-anywhere mt-1.5 font-code text-[0.8125rem]">
        {file.sha256}
      </p>
    </section>
  )
}

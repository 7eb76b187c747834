// Renders the page of the public log at build time: what it is, its size, and how to verify it. The server
// fills each `%name%` and `data-each` (features/log/fill-log-page.ts). The page has no script.
import { dataPaths, paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { PublicFrame } from '#web/shell/public-frame.tsx'
import { texts } from '#web/texts.ts'
import { pageLinkClass } from '#web/ui/page-link.ts'

const word = 'wrap-anywhere font-code text-[0.8125rem]'
const heading = 'mt-12 text-[1.75rem]'

export function LogPage() {
  usePageTitle(texts.transparency_log())
  return (
    <PublicFrame>
      <div className="max-w-2xl">
        <h1 className="text-[min(2.5rem,14vw)]">{texts.transparency_log()}</h1>
        <p className="mt-3 text-lg text-soft">{texts.transparency_log_text()}</p>
        <p className="mt-2 text-soft">{texts.log_private()}</p>
        <p data-each="nolog" className="mt-4">
          {texts.transparency_log_begins()}
        </p>
        <dl
          data-each="log"
          className="mt-8 grid gap-x-6 gap-y-1 lg:grid-cols-[max-content_1fr] lg:items-baseline [&>dd]:mb-2"
        >
          <dt className="caption">{texts.transparency_size()}</dt>
          <dd className="font-semibold text-[1.625rem]/[1.3] tabular-nums">%size%</dd>
          <dt className="caption">{texts.log_last()}</dt>
          <dd>%kind%, %day%</dd>
          <dt className="caption">{texts.log_origin()}</dt>
          <dd className={word}>%origin%</dd>
          <dt className="caption">{texts.log_fingerprint()}</dt>
          <dd className={word}>%root%</dd>
        </dl>
        <h2 className={heading}>{texts.log_verify()}</h2>
        <ol className="mt-3 grid list-decimal gap-3 pl-6">
          <li>
            <p>{texts.log_verify_one()}</p>
            <a href={paths.public('verify')} className={pageLinkClass}>
              {texts.common_verify()}
            </a>
          </li>
          <li>
            <p>{texts.log_verify_all()}</p>
            <p translate="no" className={`${word} mt-1`}>
              npm run operator -- log verify %address%
            </p>
          </li>
          <li>
            <p>{texts.log_verify_compare()}</p>
          </li>
        </ol>
        <h2 className={heading}>{texts.log_machines()}</h2>
        <p className="mt-2 text-soft">{texts.log_machines_text()}</p>
        <ul className="mt-1">
          {[
            [dataPaths.logCheckpoint, texts.transparency_checkpoint()],
            [dataPaths.logKey, texts.transparency_key()],
          ].map(([path, label]) => (
            <li key={path}>
              <a href={path} className={pageLinkClass}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </PublicFrame>
  )
}

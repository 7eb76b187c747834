// Renders the page of figures at build time. The server replaces each `%name%` and repeats each `data-each`
// element (features/transparency/fill-transparency-page.ts). The page has no script.
import { dataPaths, paths } from '#web/paths.ts'
import { usePageTitle } from '#web/shell/page-title.ts'
import { PublicFrame } from '#web/shell/public-frame.tsx'
import { texts } from '#web/texts.ts'
import { pageLinkClass } from '#web/ui/page-link.ts'

const codeClass = 'wrap-anywhere font-code text-[0.8125rem]'

const columns = () =>
  [
    ['issued', texts.transparency_issued(), texts.transparency_issued_text()],
    ['sold', texts.transparency_sold(), texts.transparency_sold_text()],
    ['retired', texts.transparency_retired(), texts.transparency_retired_text()],
    ['due', texts.transparency_due(), texts.transparency_due_text()],
    ['withdrawn', texts.transparency_withdrawn(), texts.transparency_withdrawn_text()],
    ['replaced', texts.transparency_replaced(), texts.transparency_replaced_text()],
  ] as const

export function TransparencyPage() {
  usePageTitle(texts.transparency_title())
  return (
    <PublicFrame>
      <div className="max-w-2xl">
        <h1 className="text-[min(2.5rem,14vw)]">{texts.transparency_title()}</h1>
        <NextRetirement />
        <p className="mt-3 text-lg text-soft">{texts.transparency_lead()}</p>
        <p className="mt-2 text-soft">{texts.transparency_moment({ moment: '%moment%' })}</p>
      </div>
      <dl className="mt-8 grid gap-4 min-[32rem]:grid-cols-2 lg:grid-cols-3">
        {columns().map(([name, label, text]) => (
          <div
            key={name}
            className="min-w-0 rounded-card border border-line bg-surface p-[min(1.25rem,5vw)]"
          >
            <dt className="caption">{label}</dt>
            <dd>
              <span className="font-semibold text-[min(1.625rem,8vw)]/[1.3] tabular-nums">
                {`%${name}%`}
              </span>
              <span> kg</span>
              <p className="mt-2 text-sm text-soft">{text}</p>
            </dd>
          </div>
        ))}
      </dl>
      <p data-each="confirmed" className="mt-4 max-w-2xl font-semibold">
        {texts.transparency_confirmed({ kg: '%kg%', day: '%day%' })}
      </p>
      <Log />
      <Batches />
    </PublicFrame>
  )
}

/** Renders the lines for three cases. The server sends only the line that applies. */
function NextRetirement() {
  const lines = [
    ['nextretirement', texts.transparency_next_retirement({ day: '%day%' })],
    ['lateretirement', texts.transparency_late_retirement({ day: '%day%' })],
    ['nonedue', texts.transparency_none_due()],
  ] as const
  return lines.map(([name, line]) => (
    <p key={name} data-each={name} className="mt-3 text-lg font-semibold">
      {line}
    </p>
  ))
}

function Log() {
  return (
    <section className="mt-12">
      <h2 className="text-[1.75rem]">{texts.transparency_log()}</h2>
      <p className="mt-2 max-w-2xl text-soft">{texts.transparency_log_text()}</p>
      <p data-each="unknownlog" className="mt-4 max-w-2xl font-semibold">
        {texts.transparency_log_unknown()}
      </p>
      <p data-each="nolog" className="mt-4">
        {texts.transparency_log_begins()}
      </p>
      <dl
        data-each="log"
        className="mt-5 grid gap-x-6 gap-y-1 lg:grid-cols-[max-content_1fr] lg:items-baseline [&>dd]:mb-2 lg:[&>dd]:mb-0"
      >
        <dt className="caption">{texts.transparency_origin()}</dt>
        <dd className={codeClass}>%origin%</dd>
        <dt className="caption">{texts.transparency_size()}</dt>
        <dd className="tabular-nums">%size%</dd>
        <dt className="caption">{texts.transparency_root()}</dt>
        <dd className={codeClass}>%root%</dd>
        <dt data-each="witnesses" className="caption">
          {texts.transparency_witnesses()}
        </dt>
        <dd data-each="witnesses" className="wrap-anywhere">
          <p>%text%</p>
          <a href={dataPaths.logPolicy} className={pageLinkClass}>
            {texts.verify_policy_read()}
          </a>
        </dd>
        <dt data-each="cosigned" className="caption">
          {texts.transparency_cosigned()}
        </dt>
        <dd data-each="cosigned" className="wrap-anywhere">
          %text%
        </dd>
      </dl>
      <ul className="mt-2 flex flex-wrap gap-x-7">
        {[
          [paths.public('log'), texts.common_log()],
          [dataPaths.logCheckpoint, texts.transparency_checkpoint()],
          [dataPaths.logKey, texts.transparency_key()],
          [dataPaths.transparencyFigures, texts.transparency_json()],
          [paths.public('verify'), texts.common_verify()],
        ].map(([path, label]) => (
          <li key={path}>
            <a href={path} className={pageLinkClass}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const rowClass =
  'grid grid-cols-[repeat(auto-fit,minmax(max(6rem,15%),1fr))] gap-x-2 gap-y-1.5 border-line ' +
  'border-b lg:grid-cols-[1fr_repeat(6,minmax(4.75rem,6.5rem))] lg:items-baseline'

/**
 * Shows the table of batches. Its roles are explicit, because phones show rows as blocks, which have no
 * implicit table roles.
 */
function Batches() {
  return (
    <section className="mt-12">
      <h2 id="batches" className="text-[1.75rem]">
        {texts.transparency_batches()}
      </h2>
      <p className="mt-2 text-soft">{texts.transparency_in_kg()}</p>
      <p data-each="unknown" className="mt-2 max-w-2xl font-semibold">
        {texts.transparency_unknown({ uncompared: '%uncompared%', count: '%count%' })}
      </p>
      <p data-each="none" className="mt-4">
        {texts.transparency_none()}
      </p>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" aria-labelledby="batches" className="mt-4 block tabular-nums">
        <thead role="rowgroup" className="sticky top-0 block bg-paper">
          <tr role="row" className={`${rowClass} py-2`}>
            <th scope="col" role="columnheader" className="caption hidden text-start lg:block">
              {texts.transparency_batch()}
            </th>
            {columns().map(([name, label]) => (
              <th
                key={name}
                scope="col"
                role="columnheader"
                className="caption wrap-anywhere text-end text-[0.6875rem]!"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="wrap-anywhere block text-end text-[0.875rem]">
          <tr data-each="batches" role="row" className={`${rowClass} py-3.5`}>
            <th
              scope="row"
              role="rowheader"
              className="wrap-break-word col-span-full text-start text-base lg:col-auto"
            >
              <span className="block font-semibold">%project%</span>
              <span translate="no" className={`${codeClass} mt-0.5 block font-normal text-soft`}>
                %registry% · %serial%
              </span>
              <span className="block font-medium text-[0.8125rem] empty:hidden">%note%</span>
              <span className="block font-medium text-[0.8125rem] empty:hidden">%confirmed%</span>
            </th>
            {columns().map(([name]) => (
              <td key={name} role="cell">{`%${name}%`}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <nav
        data-each="turns"
        aria-label={texts.transparency_batches()}
        className="mt-4 flex flex-wrap items-center gap-x-6"
      >
        <a data-each="before" href="%href%" rel="prev" className={pageLinkClass}>
          {texts.transparency_previous()}
        </a>
        <span className="text-soft">
          {texts.transparency_page({ page: '%page%', pages: '%pages%' })}
        </span>
        <a data-each="after" href="%href%" rel="next" className={pageLinkClass}>
          {texts.transparency_next()}
        </a>
      </nav>
    </section>
  )
}

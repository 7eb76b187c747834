// Shows the kilograms of one purchase: their tonnes in the batch and, after a press of a button, the id of
// each kilogram.
import { useState } from 'react'
import { Link } from 'wouter'
import { useProject } from '#features/catalogue/web/projects/use-projects.ts'
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import { RegistryLink } from '#features/catalogue/web/story/registry-link.tsx'
import { CertificatePart } from '#features/certificates/web/certificate-part.tsx'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { ShareGiftPicture } from '#features/purchases/web/gift/share-gift.tsx'
import { ReceiptLink } from '#features/receipts/web/receipt-link.tsx'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { formatCount, formatDateTime, formatKg } from '#web/ui/number-format.ts'
import {
  amountOf,
  detailPartsOf,
  isCompleted,
  isReceivedGift,
  isSentGift,
  mayBeShared,
  remainingKg,
} from './activity-words.ts'
import { ThanksButton } from './thanks-button.tsx'
import { rangeOf, TokenList, tonnesOf } from './token-list.tsx'

type EntryProps = { entry: ActivityEntry }
type TokenDetailsDialogProps = EntryProps & { open: boolean; onClose: () => void }

export function TokenDetailsDialog({ entry, open, onClose }: TokenDetailsDialogProps) {
  const { first_token: first, replacement } = entry
  const kg = remainingKg(entry)
  const [showsIds, setShowsIds] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.activity_tokens_title()}
      closeLabel={texts.common_close()}
    >
      <div className="grid gap-5">
        <div className="grid gap-1">
          <Link
            href={paths.project(entry.project_id)}
            className="font-semibold text-link underline-offset-4 [overflow-wrap:anywhere] hover:underline"
          >
            <span>{entry.project_shown_name}</span>
            <span className="sr-only">{`: ${texts.activity_see_project()}`}</span>
          </Link>
          <Facts
            // The amount of a reward repeats its receiver.
            facts={[
              ...new Set([
                formatDateTime(entry.created_at),
                ...detailPartsOf(entry),
                amountOf(entry),
              ]),
            ]}
          />
        </div>
        {entry.note ? (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">
            {texts.activity_note({ note: entry.note })}
          </p>
        ) : null}
        <KilogramsHeading entry={entry} />
        <dl className="grid gap-3">
          {replacement ? <Replaced {...replacement} /> : <SerialFacts entry={entry} />}
          <RegistryFact projectId={entry.project_id} />
          <Fact label={texts.activity_transaction()} code={entry.tx_id} />
          {first ? <Retirement entry={entry} /> : null}
        </dl>
        {isReceivedGift(entry) ? null : (
          <ReceiptLink txId={entry.tx_id} createdAt={entry.created_at} />
        )}
        {entry.has_credit_note ? (
          <a
            href={`/api/tokens/transaction/${entry.tx_id}/credit-note.pdf`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('outline')}
          >
            {texts.receipts_credit_note_open()}
          </a>
        ) : null}
        {mayBeShared(entry) ? (
          <ShareGiftPicture
            kg={kg}
            givenAt={entry.created_at}
            scene={<ProjectScene project={projectOf(entry)} />}
          />
        ) : null}
        {isReceivedGift(entry) && isCompleted(entry) ? (
          <div className="justify-self-start">
            <ThanksButton gift={entry} />
          </div>
        ) : null}
        {first && !isSentGift(entry) ? <CertificatePart txId={entry.tx_id} /> : null}
        {first && kg > 1 ? (
          <>
            <Button
              variant="outline"
              aria-expanded={showsIds}
              onClick={() => setShowsIds(!showsIds)}
            >
              {`${texts.activity_show_all()}: ${texts.activity_tokens_count({ kg })}`}
            </Button>
            {showsIds ? <AllIds entry={entry} /> : null}
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const projectOf = ({
  project_id: id,
  project_country: country,
  project_scene: scene,
}: ActivityEntry) => ({
  id,
  country,
  scene,
})

/** Shows the number of kilograms, and the tonnes of the batch that contain them. */
function KilogramsHeading({ entry }: EntryProps) {
  const { first_token: first, last_token: last, replacement, batch_serial_number } = entry
  const kg = remainingKg(entry)
  const tonnes = first && last && !replacement ? tonnesOf(first, last) : null
  if (!tonnes) return <p className="title text-[1.375rem]">{texts.activity_tokens_count({ kg })}</p>
  const values = { kg: formatKg(kg), serial: batch_serial_number }
  return (
    <div className="grid gap-1">
      <p className="title text-lg leading-snug [overflow-wrap:anywhere]">
        {tonnes.first === tonnes.last
          ? texts.activity_opening_one({ ...values, tonne: formatCount(tonnes.first) })
          : texts.activity_opening_many({
              ...values,
              first: formatCount(tonnes.first),
              last: formatCount(tonnes.last),
            })}
      </p>
      <p className="text-sm text-soft">{texts.activity_tonne_hint()}</p>
    </div>
  )
}

function SerialFacts({ entry }: EntryProps) {
  const { first_token: first, batch_serial_number } = entry
  return (
    <>
      {first && remainingKg(entry) === 1 ? (
        <Fact label={texts.activity_only()} code={first} />
      ) : null}
      <Fact label={texts.activity_serial()} code={batch_serial_number} />
    </>
  )
}

function AllIds({ entry }: EntryProps) {
  const { tx_id, first_token, last_token, replacement } = entry
  return (
    <div className="grid gap-3">
      {first_token && last_token && !replacement ? (
        <dl className="grid gap-3">
          <Fact label={texts.activity_first()} code={first_token} />
          <Fact label={texts.activity_last()} code={last_token} />
        </dl>
      ) : null}
      <TokenList txId={tx_id} count={remainingKg(entry)} />
    </div>
  )
}

/**
 * Shows the kilograms that a registry took back, and the current kilograms, which may be of several batches.
 */
function Replaced({ former, present }: NonNullable<ActivityEntry['replacement']>) {
  const parts = [
    { ranges: former, label: texts.activity_taken_back },
    { ranges: present, label: texts.activity_held_now },
  ]
  return (
    <>
      {parts.map(({ ranges, label }) =>
        ranges.map(({ kg, first_token, last_token }) => (
          <Fact
            key={first_token}
            label={label({ kg: formatCount(kg) })}
            code={rangeOf(first_token, last_token)}
          />
        )),
      )}
      <div>
        <dt className="sr-only">{texts.activity_replaced()}</dt>
        <dd className="text-sm text-soft">{texts.activity_replaced_hint()}</dd>
      </div>
    </>
  )
}

/** Shows how many of the kilograms are retired at the registry. */
function Retirement({ entry: { retired_kg, allocated_kg } }: { entry: ActivityEntry }) {
  const counts = { retired: formatCount(retired_kg), rest: formatCount(allocated_kg) }
  const unretiredText =
    retired_kg === 0 ? texts.activity_retired_none() : texts.activity_retired_part(counts)
  return (
    <div>
      <dt className="caption">{texts.activity_retirement()}</dt>
      <dd>{allocated_kg === 0 ? texts.activity_retired_all() : unretiredText}</dd>
    </div>
  )
}

/** Shows the link to the registry. It is absent until the project has loaded. */
function RegistryFact({ projectId }: { projectId: string }) {
  const { data: project } = useProject(projectId)
  if (!project) return null
  return (
    <div>
      <dt className="caption">{texts.projects_registry()}</dt>
      <dd>
        <RegistryLink project={project} />
      </dd>
    </div>
  )
}

function Fact({ label, code }: { label: string; code: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <dt className="caption col-span-2">{label}</dt>
      <dd className="contents">
        <span translate="no" className="min-w-0 font-code text-[0.875rem] [overflow-wrap:anywhere]">
          {code}
        </span>
        <span className="-my-1.5 -mr-[min(0.75rem,3.75vw)]">
          <CopyButton text={code} label={label} />
        </span>
      </dd>
    </div>
  )
}

// Shows the open passport: holder, QR code, kilograms, leagues, score and the machine-readable zone. All data
// comes from its props.

import type { Profile } from '#features/people/people-calls.ts'
import { LeagueFoil } from '#features/people/web/passport/league-foil.tsx'
import { qrPath } from '#values/drawing/qr-path.ts'
import { rememberLately } from '#values/remember-lately.ts'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { Formula } from '#web/ui/formula.tsx'
import { formatCount, formatDate } from '#web/ui/number-format.ts'
import { Guilloche } from './guilloche.tsx'
import { machineReadableZone } from './machine-readable-zone.ts'
import './passport-card.css'

type StoredFields = Pick<Profile, 'id' | 'total_offsets' | 'eco_league' | 'offset_league'>
type OptionalFields = Pick<
  Profile,
  | 'firstName'
  | 'lastName'
  | 'nickname'
  | 'holder_name'
  | 'country'
  | 'currency'
  | 'eco_score'
  | 'updated'
>

/** A complete profile, or the fields that are stored for offline use. */
export type CardData = StoredFields & Partial<OptionalFields>

const qrClass =
  'w-[min(clamp(5.5rem,25cqi,8.25rem),32cqi)] flex-none self-start rounded-field bg-(--paper-sheet) ' +
  'p-[clamp(0.5rem,2.2cqi,0.75rem)] text-(--paper-ink) shadow-(--qr-shadow)'
const zoneClass =
  'relative whitespace-nowrap border-(--passport-zone-edge) border-t border-dashed ' +
  'bg-(--passport-zone) px-[6cqi] pt-3.25 pb-3.75 font-code ' +
  'text-[min(clamp(0.65rem,4.55cqi,1.1rem),4.6cqi)]/[1.45]'

function holderName(card: CardData): string | undefined {
  const fullName = [card.firstName, card.lastName].filter(Boolean).join(' ')
  return card.holder_name || card.nickname || fullName || undefined
}

type PassportCardProps = {
  passport: CardData
  /**
   * True if fields of `passport` are still loading. They are shown as `…`, so that the layout does not shift.
   */
  isPart?: boolean
}

export function PassportCard({ passport, isPart = false }: PassportCardProps) {
  const name = holderName(passport)
  // A profile has its names, perhaps null. The stored card has none.
  const isNameLoading = isPart && passport.firstName === undefined
  return (
    <article
      className="passport @container relative overflow-hidden rounded-[22px]"
      aria-label={texts.common_product()}
    >
      <Guilloche id={passport.id} />
      <div className="relative px-[6cqi] pt-[6cqi] pb-[5cqi]">
        <header className="flex justify-between gap-4">
          <div className="min-w-0">
            <p
              translate="no"
              className="font-title text-(--passport-title) text-[min(clamp(0.875rem,4.3cqi,1.25rem),5.4cqi)]/[1.2] uppercase tracking-[0.11em]"
            >
              {texts.common_product()}
            </p>
            <p
              translate="no"
              className="mt-0.75 text-(--passport-soft) text-[clamp(0.6875rem,2.6cqi,0.8125rem)]"
              aria-hidden="true"
            >
              <span>Passeport carbone </span>
              <span className="@max-[20.5rem]:hidden">· Karbon Pasaportu</span>
            </p>
            <dl className="mt-3.5">
              <dt className="caption">{texts.passport_holder()}</dt>
              <dd className="line-clamp-2 font-semibold leading-[1.3] wrap-anywhere">
                <bdi>{isNameLoading ? '…' : (name ?? texts.passport_member())}</bdi>
              </dd>
            </dl>
          </div>
          <div className={qrClass}>
            <QrCode text={passport.id} label={texts.passport_qr()} />
          </div>
        </header>
        <dl className="mt-4.5">
          <dt className="caption">{texts.passport_total()}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-3">
            <span className="passport-figure">{formatCount(passport.total_offsets)}</span>
            <span> </span>
            <span className="font-title text-(--passport-soft) text-[clamp(1.375rem,6cqi,1.875rem)]/[1]">
              <Formula text="kg CO₂" />
            </span>
          </dd>
        </dl>
        <LeaguesAndScore passport={passport} isPart={isPart} />
        <CountryAndDate passport={passport} isPart={isPart} />
      </div>
      <MachineReadableZone passport={passport} name={name} />
    </article>
  )
}

/** Classes of a row of fields. It becomes one column on phones with text enlarged to 150 % or more. */
const fieldsClass =
  'mt-[clamp(0.75rem,3cqi,1rem)] grid items-end gap-y-3.5 @max-[15rem]:grid-cols-1'

/** Shows a label and its value. All values are as high as a league's foil, so that they are aligned. */
function Field({ label, children }: { label: string; children: Elements }) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className="mt-0.5 flex min-h-7.5 items-center">{children}</dd>
    </div>
  )
}

/** Shows a text, or `…` while `text` is undefined. */
function Value({ text }: { text: string | undefined }) {
  return (
    <span className="font-[620] text-[clamp(0.9375rem,5cqi,1.0625rem)]/[1.55]">{text ?? '…'}</span>
  )
}

function LeaguesAndScore({ passport, isPart }: Required<PassportCardProps>) {
  const { eco_score: score } = passport
  return (
    <dl
      className={`${fieldsClass} grid-cols-[repeat(3,minmax(0,auto))] justify-between @max-[18.5rem]:grid-cols-2 gap-x-[clamp(0.5rem,3cqi,1rem)]`}
    >
      <Field label={texts.passport_offset_league()}>
        <LeagueFoil league={passport.offset_league} />
      </Field>
      <Field label={texts.passport_eco_league()}>
        <LeagueFoil league={passport.eco_league} />
      </Field>
      {score === undefined && !isPart ? null : (
        <Field label={texts.passport_eco_score()}>
          <Value text={score === undefined ? undefined : formatCount(score)} />
        </Field>
      )}
    </dl>
  )
}

/** Shows the country and the date of the last change. Cards that older builds stored have no date. */
function CountryAndDate({ passport: { country, updated }, isPart }: Required<PassportCardProps>) {
  if (country === undefined && updated === undefined && !isPart) return null
  return (
    <dl
      className={`${fieldsClass} grid-cols-[repeat(2,minmax(0,auto))] justify-start gap-x-[clamp(1.5rem,8cqi,3rem)]`}
    >
      {country === undefined && !isPart ? null : (
        <Field label={texts.passport_country()}>
          <Value text={country === undefined ? undefined : formatCountry(country)} />
        </Field>
      )}
      {updated === undefined && !isPart ? null : (
        <Field label={texts.passport_updated()}>
          <Value text={updated === undefined ? undefined : formatDate(updated)} />
        </Field>
      )}
    </dl>
  )
}

/**
 * Shows the machine-readable zone. Screen readers skip it and read the fields above it. One text of three lines
 * is the largest one of a phone's screen, so that the card's paint is the largest contentful paint.
 */
function MachineReadableZone({ passport, name }: { passport: CardData; name: string | undefined }) {
  const lines = machineReadableZone({ ...passport, name })
  return (
    <div translate="no" className={zoneClass} aria-hidden="true">
      <p className="whitespace-pre">{lines.join('\n')}</p>
    </div>
  )
}

/** Computing a code takes longer than drawing the rest of the card, which is drawn repeatedly. */
const codeOf = rememberLately(qrPath, 4)

/** Draws a QR code. `label` is its accessible name. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = codeOf(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="w-full" role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="currentColor" />
    </svg>
  )
}

// Shows the open passport: holder, QR, kilograms, leagues, score and the machine-readable lines at
// the foot. It shows its props and sends no request.
import type { Profile } from '#features/people/contract.ts'
import { LeagueFoil } from '#features/people/web/passport/league-foil.tsx'
import { texts } from '#web/texts.ts'
import { formatCountry } from '#web/ui/country-format.ts'
import { Formula } from '#web/ui/formula.tsx'
import { formatCount, formatDate } from '#web/ui/number-format.ts'
import { Guilloche } from './guilloche.tsx'
import { machineReadableZone } from './machine-readable-zone.ts'
import { QrCode } from './qr-code.tsx'
import './passport-card.css'

type Known = Pick<Profile, 'id' | 'total_offsets' | 'eco_league' | 'offset_league'>
type Further = Pick<
  Profile,
  'firstName' | 'lastName' | 'nickname' | 'country' | 'currency' | 'eco_score' | 'updated'
>

/** A whole profile, or the part kept for times without a network. */
export type CardData = Known & Partial<Further>

function holderName(card: CardData): string | undefined {
  const full = [card.firstName, card.lastName].filter(Boolean).join(' ')
  return card.nickname || full || undefined
}

type PassportCardProps = {
  passport: CardData
  /** The rest is loading: its fields are empty, so that the page does not jump later. */
  isPart?: boolean
}

export function PassportCard({ passport, isPart = false }: PassportCardProps) {
  const name = holderName(passport)
  const isUnnamed = isPart && passport.updated === undefined
  return (
    <article className="passport" aria-label={texts.common_product()}>
      <Guilloche id={passport.id} />
      <div className="passport-page">
        <header className="passport-head">
          <div className="min-w-0">
            <p translate="no" className="passport-title">
              {texts.common_product()}
            </p>
            <p translate="no" className="passport-tongues" aria-hidden="true">
              <span>Passeport carbone </span>
              <span>· Karbon Pasaportu</span>
            </p>
            <dl className="passport-holder">
              <dt className="caption">{texts.passport_holder()}</dt>
              <dd>{isUnnamed ? '…' : (name ?? texts.passport_member())}</dd>
            </dl>
          </div>
          <div className="passport-qr">
            <QrCode text={passport.id} label={texts.passport_qr()} />
          </div>
        </header>
        <dl className="passport-total">
          <dt className="caption">{texts.passport_total()}</dt>
          <dd>
            <span className="passport-figure">{formatCount(passport.total_offsets)}</span>
            <span> </span>
            <span className="passport-unit">
              <Formula text="kg CO₂" />
            </span>
          </dd>
        </dl>
        <Standing passport={passport} isPart={isPart} />
        <Holding passport={passport} isPart={isPart} />
      </div>
      <MachineReadableZone passport={passport} name={name} />
    </article>
  )
}

function Standing({ passport, isPart }: Required<PassportCardProps>) {
  const { eco_score } = passport
  return (
    <dl className="passport-fields">
      <div>
        <dt className="caption">{texts.passport_offset_league()}</dt>
        <dd>
          <LeagueFoil league={passport.offset_league} />
        </dd>
      </div>
      <div>
        <dt className="caption">{texts.passport_eco_league()}</dt>
        <dd>
          <LeagueFoil league={passport.eco_league} />
        </dd>
      </div>
      {eco_score === undefined && !isPart ? null : (
        <div>
          <dt className="caption">{texts.passport_eco_score()}</dt>
          <dd className="passport-value">
            {eco_score === undefined ? '…' : formatCount(eco_score)}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Absent in the card kept for times without a network. */
function Holding({ passport: { country, updated }, isPart }: Required<PassportCardProps>) {
  if (country === undefined && updated === undefined && !isPart) return null
  return (
    <dl className="passport-fields">
      {country === undefined && !isPart ? null : (
        <div>
          <dt className="caption">{texts.passport_country()}</dt>
          <dd className="passport-value">{country === undefined ? '…' : formatCountry(country)}</dd>
        </div>
      )}
      {updated === undefined && !isPart ? null : (
        <div>
          <dt className="caption">{texts.passport_updated()}</dt>
          <dd className="passport-value">{updated === undefined ? '…' : formatDate(updated)}</dd>
        </div>
      )}
    </dl>
  )
}

/**
 * Hidden from screen readers, which read the fields above; spelling these lines out would be noise.
 */
function MachineReadableZone({ passport, name }: { passport: CardData; name: string | undefined }) {
  const lines = machineReadableZone({ ...passport, name })
  return (
    <div translate="no" className="passport-zone" aria-hidden="true">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

// The open passport: holder, QR, kilograms, leagues, score and the machine-readable lines at the
// foot. It shows what it is given and asks nothing of the server.
import type { Profile } from '#features/sign-in/contract.ts'
import type { RememberedCard } from '#web/session.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatCountry, formatDate } from '#web/ui/number-format.ts'
import { Guilloche } from './guilloche.tsx'
import { LeagueFoil } from './league-foil.tsx'
import { machineReadableZone } from './machine-readable-zone.ts'
import { QrCode } from './qr-code.tsx'
import './passport-card.css'

/** A whole profile, or the card that is kept for times without a network. */
export type CardData = RememberedCard &
  Partial<Pick<Profile, 'firstName' | 'lastName' | 'nickname'>>

function holderName(card: CardData): string | undefined {
  const full = [card.firstName, card.lastName].filter(Boolean).join(' ')
  return card.nickname || full || undefined
}

export function PassportCard({ passport }: { passport: CardData }) {
  const name = holderName(passport)
  return (
    <article className="passport" aria-label={texts.common_product()}>
      <Guilloche id={passport.id} />
      <div className="passport-page">
        <header className="passport-head">
          <div className="min-w-0">
            <p className="passport-title">{texts.common_product()}</p>
            <p className="passport-tongues" aria-hidden="true">
              Passeport carbone · Karbon Pasaportu
            </p>
            <dl className="passport-holder">
              <dt className="caption">{texts.passport_holder()}</dt>
              <dd>{name ?? texts.passport_member()}</dd>
            </dl>
          </div>
          <div className="passport-qr">
            <QrCode text={passport.id} label={texts.passport_qr()} />
          </div>
        </header>
        <dl className="passport-total">
          <dt className="caption">{texts.passport_total()}</dt>
          <dd>
            <span className="passport-figure">{formatCount(passport.total_offsets)}</span>{' '}
            <span className="passport-unit">kg CO₂</span>
          </dd>
        </dl>
        <PassportFields passport={passport} />
      </div>
      <MachineReadableZone passport={passport} name={name} />
    </article>
  )
}

function PassportFields({ passport }: { passport: CardData }) {
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
      <div>
        <dt className="caption">{texts.passport_eco_score()}</dt>
        <dd className="passport-value">{formatCount(passport.eco_score)}</dd>
      </div>
      <div>
        <dt className="caption">{texts.passport_country()}</dt>
        <dd className="passport-value">{formatCountry(passport.country)}</dd>
      </div>
      <div>
        <dt className="caption">{texts.passport_updated()}</dt>
        <dd className="passport-value">{formatDate(passport.updated)}</dd>
      </div>
    </dl>
  )
}

/** Readers hear the fields above; spelling these lines out would only be noise. */
function MachineReadableZone({ passport, name }: { passport: CardData; name: string | undefined }) {
  const lines = machineReadableZone({ ...passport, name })
  return (
    <div className="passport-zone" aria-hidden="true">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

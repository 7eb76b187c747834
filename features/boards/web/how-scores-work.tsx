// Explains how scores and leagues work (docs/product.md#scores). The numbers are those that the server
// uses.
import { leagueName } from '#features/people/web/passport/league-foil.tsx'
import { type BoardKind, leagueStarts, leagues, lowestLeague } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'
import { locale, texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'

/**
 * Returns a text such as `The leagues: Silver from 100 and Gold from 300.` The lowest league is omitted,
 * because every passport begins in it.
 */
function leagueStartsInWords(kind: BoardKind, format: (score: number) => string): string {
  const starts = leagues
    .filter((league) => league !== lowestLeague)
    .map((league) =>
      texts.leaderboards_how_league({
        league: leagueName(league),
        start: format(leagueStarts[kind][league]),
      }),
    )
  return texts.leaderboards_how_leagues({ starts: new Intl.ListFormat(locale).format(starts) })
}

export function HowScoresWork() {
  const points = (count: number) => ({ points: formatCount(count) })
  const rules = [
    texts.leaderboards_how_week(points(ecoPoints.week)),
    texts.leaderboards_how_gift(points(ecoPoints.gift)),
    texts.leaderboards_how_project(points(ecoPoints.project)),
    texts.leaderboards_how_achievement(points(ecoPoints.achievement)),
  ]
  return (
    <Section title={texts.leaderboards_how()} className="border-line border-t pt-5">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div>
          <h3 className="mb-2 text-[1.1875rem]">{texts.leaderboards_how_eco()}</h3>
          <ul className="grid list-disc gap-1 pl-5 marker:text-moss">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          <p className="mt-3">{leagueStartsInWords('eco', formatCount)}</p>
        </div>
        <div>
          <h3 className="mb-2 text-[1.1875rem]">{texts.leaderboards_how_offset()}</h3>
          <p>{texts.leaderboards_how_kg()}</p>
          <p className="mt-3">{leagueStartsInWords('offsets', formatKg)}</p>
        </div>
        <p className="text-soft lg:col-span-2">{texts.leaderboards_how_rules()}</p>
      </div>
    </Section>
  )
}

// Faults of the passport's page.
import type { FaultyFile } from '../fault.ts'

export const passport: readonly FaultyFile[] = [
  {
    file: 'features/passport/web/machine-readable-zone.ts',
    tests: ['features/passport/web/machine-readable-zone.test.ts'],
    faults: [
      {
        fault: 'the leagues change places in the zone',
        find: '${data.offset_league.charAt(0)}${data.eco_league.charAt(0)}',
        replace: '${data.eco_league.charAt(0)}${data.offset_league.charAt(0)}',
      },
      {
        fault: 'the kilograms’ check digit is the day’s',
        find: 'KG${kg}${checkDigit(kg)}',
        replace: 'KG${kg}${checkDigit(date)}',
      },
      {
        fault: 'a member is named by the beginning of their id',
        find: 'MEMBER<<${id.slice(-4)}',
        replace: 'MEMBER<<${id.slice(0, 4)}',
      },
    ],
  },
  {
    file: 'features/passport/web/passport-card.tsx',
    tests: ['features/passport/web/passport-card.test.tsx'],
    faults: [
      {
        fault: 'the leagues change places on the card',
        find: '<LeagueFoil league={passport.offset_league} />',
        replace: '<LeagueFoil league={passport.eco_league} />',
      },
      {
        fault: 'a name goes before the nickname',
        find: 'card.nickname || full || undefined',
        replace: 'full || card.nickname || undefined',
      },
      {
        fault: 'a score that is not known is drawn as nothing',
        find: 'eco_score === undefined && !isPart ? null',
        replace: 'eco_score === undefined ? null',
      },
    ],
  },
  {
    file: 'features/passport/web/welcome.tsx',
    tests: ['features/home/web/home-parts.test.tsx'],
    faults: [
      {
        fault: 'whoever holds kilograms is welcomed anew',
        find: 'profile?.total_offsets !== 0 || ',
        replace: 'profile === undefined || ',
      },
      {
        fault: 'a wallet that pays nothing is a welcome',
        find: 'wallet === undefined || !kg)',
        replace: 'wallet === undefined || kg === undefined)',
      },
    ],
  },
  {
    file: 'features/home/web/passport-section.tsx',
    tests: ['features/home/web/home-parts.test.tsx'],
    faults: [
      {
        fault: 'the first retired kilogram is not told',
        find: 'profile.retired_kg > 0',
        replace: 'profile.retired_kg > 1',
      },
      {
        fault: 'all kilograms are told as retired',
        find: 'kg: formatCount(profile.retired_kg)',
        replace: 'kg: formatCount(profile.total_offsets)',
      },
    ],
  },
  {
    file: 'web/ui/states/loaded.tsx',
    tests: ['web/ui/states/loaded.test.tsx'],
    faults: [
      {
        fault: 'the sentence of a failure goes while Retry is at work',
        find: 'query.isError || query.errorUpdateCount > 0',
        replace: 'query.isError',
      },
      {
        fault: 'a failed refresh takes away what was there',
        find: 'if (query.data !== undefined) return',
        replace: 'if (query.data !== undefined && !query.isError) return',
      },
      {
        fault: 'an empty thing never comes',
        find: 'if (query.data !== undefined) return',
        replace: 'if (query.data) return',
      },
    ],
  },
  {
    file: 'features/certificates/present-places.ts',
    tests: ['features/certificates/present-places.test.ts'],
    faults: [
      {
        fault: 'of two blocks with as many kilograms the bought one need not lead',
        find: '(weights.get(id) ?? 0) + (id === bought.block.batch_id ? 0.5 : 0)',
        replace: '(weights.get(id) ?? 0)',
      },
      {
        fault: 'kilograms of one block are shown as another’s whose places go on',
        find: 'before?.block.batch_id === piece.batch_id && before.last + 1',
        replace: 'before !== undefined && before.last + 1',
      },
      {
        fault: 'kilograms that follow each other stand there once more',
        find: 'runs.splice(-1, 1, {',
        replace: 'runs.splice(1, 1, {',
      },
    ],
  },
  {
    file: 'features/passport/web/featured-offer.ts',
    tests: ['features/home/web/home-parts.test.tsx'],
    faults: [
      {
        fault: 'the batch changes while somebody pays for it',
        find: ' && each.preferred_batch?.id === kept.preferred_batch?.id',
        replace: '',
      },
      {
        fault: 'what is sold out is offered first',
        find: 'kg_available ?? 0) > 0',
        replace: 'kg_available ?? 0) >= 0',
      },
      {
        fault: 'an offer that is gone closes the page’s buttons',
        find: 'return found ?? kept',
        replace: 'return found',
      },
    ],
  },
  {
    file: 'web/ui/states/failed-parts.tsx',
    tests: ['web/ui/states/failed-parts.test.ts'],
    faults: [
      {
        fault: 'the box of failed parts falls apart as soon as one of them is there',
        find: ' || (isGathered && next.size > 0)',
        replace: '',
      },
      {
        fault: 'the box of failed parts stays when all of them are there',
        find: '(isGathered && next.size > 0)',
        replace: 'isGathered',
      },
    ],
  },
]

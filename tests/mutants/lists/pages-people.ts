// Faults of leagues, stamps, the passport’s parts and what anybody may check.
import type { FaultyFile } from '../fault.ts'

export const peoplesPages: readonly FaultyFile[] = [
  {
    file: 'features/achievements/web/achievement-words.ts',
    tests: ['features/achievements/web/achievements-section.test.tsx'],
    faults: [
      {
        fault: 'two achievements change their names',
        find: 'title: texts.achievements_explorer_3,',
        replace: 'title: texts.achievements_streak_4,',
      },
    ],
  },
  {
    file: 'features/achievements/web/achievements-section.tsx',
    tests: ['features/achievements/web/achievements-section.test.tsx'],
    faults: [
      {
        fault: 'See all shows no more',
        find: 'const shown = isWhole ? worded : worded.slice(0, shownFirst)',
        replace: 'const shown = worded.slice(0, shownFirst)',
      },
      {
        fault: 'every stamp is new',
        find: '.filter(({ code }) => fresh.includes(code))\n          .map(({ code, title })',
        replace: '.map(({ code, title })',
      },
      {
        fault: 'three stamps are shown first',
        find: 'const shownFirst = 4',
        replace: 'const shownFirst = 3',
      },
    ],
  },
  {
    file: 'features/achievements/web/fresh-stamps.ts',
    tests: ['features/achievements/web/achievements-section.test.tsx'],
    faults: [
      {
        fault: 'a stamp is celebrated at each visit',
        find: 'codes: [...new Set([...(seen?.codes ?? []), ...reached])]',
        replace: 'codes: []',
      },
      {
        fault: 'nothing is celebrated',
        find: 'if (now.length > 0) setFresh',
        replace: 'if (now.length > 1) setFresh',
      },
    ],
  },
  {
    file: 'features/achievements/web/purchase-stamp.tsx',
    tests: ['features/achievements/web/achievements-section.test.tsx'],
    faults: [
      {
        fault: 'a gift’s stamp says bought',
        find: 'isGift ? texts.gifts_stamp(words)',
        replace: '!isGift ? texts.gifts_stamp(words)',
      },
    ],
  },
  {
    file: 'features/achievements/web/stamp.tsx',
    tests: ['features/achievements/web/achievements-section.test.tsx'],
    faults: [
      {
        fault: 'a fresh stamp is an old one',
        find: "turn >= 0 ? 'stamp-fresh' : ''",
        replace: "turn > 0 ? 'stamp-fresh' : ''",
      },
      {
        fault: 'the arc is what is missing',
        find: '(arc.length * percent) / 100',
        replace: '(arc.length * (100 - percent)) / 100',
      },
      {
        fault: 'a stamp one percent away is inked',
        find: 'if (percent < 100)',
        replace: 'if (percent < 99)',
      },
    ],
  },
  {
    file: 'features/landing/web/hero-notice.tsx',
    tests: ['features/sign-in/web/code-steps.test.tsx'],
    faults: [
      {
        fault: 'nobody reads why they were sent here',
        find: 'if (state !== sentToLogIn) return isGift ? <GiftNotice /> : null',
        replace: 'if (state !== null) return isGift ? <GiftNotice /> : null',
      },
      {
        fault: 'a failed check cannot be tried again',
        find: 'const path = checkAgainPath(state)',
        replace: 'const path = undefined',
      },
    ],
  },
  {
    file: 'features/boards/web/board-identity.tsx',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'an unchanged nickname can be saved',
        find: 'disabled={!isBusy && text.trim() === nickname}',
        replace: 'disabled={isBusy}',
      },
      {
        fault: 'who hides reads that they do not',
        find: 'checked={wanted ?? isHidden}',
        replace: 'checked={wanted ?? false}',
      },
    ],
  },
  {
    file: 'features/boards/web/board-window.ts',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'the page has five rows',
        find: 'pageRows = 10',
        replace: 'pageRows = 5',
      },
      {
        fault: 'the home tile has four rows',
        find: 'homeRows = 5',
        replace: 'homeRows = 4',
      },
    ],
  },
  {
    file: 'features/boards/web/how-scores-work.tsx',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'a gift counts as a project',
        find: 'leaderboards_how_gift(points(ecoPoints.gift))',
        replace: 'leaderboards_how_gift(points(ecoPoints.project))',
      },
      {
        fault: 'the eco league starts where the offsets’ does',
        find: "leagueStartsInWords('eco', formatCount)",
        replace: "leagueStartsInWords('offsets', formatCount)",
      },
      {
        fault: 'everybody’s league has a start',
        find: 'league !== lowestLeague',
        replace: 'league !== undefined',
      },
    ],
  },
  {
    file: 'features/boards/web/leaderboard-tile.tsx',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'the home tile has ten rows',
        find: 'rows={both[kind]} size={homeRows}',
        replace: 'rows={both[kind]} size={homeRows * 2}',
      },
      {
        fault: 'the home tile begins with offsets',
        find: "useState<BoardKind>('eco')",
        replace: "useState<BoardKind>('offsets')",
      },
    ],
  },
  {
    file: 'features/boards/web/leaderboards-page.tsx',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'offsets open the eco league',
        find: 'own={profile.eco_league}',
        replace: 'own={profile.offset_league}',
      },
      {
        fault: 'the way to silver counts kilograms as points',
        find: 'score={profile.eco_score}',
        replace: 'score={profile.total_offsets}',
      },
      {
        fault: 'the page begins with bronze',
        find: 'useState<League>(own)',
        replace: "useState<League>('bronze')",
      },
    ],
  },
  {
    file: 'features/boards/web/use-leaderboards.ts',
    tests: ['features/boards/web/leagues.test.tsx'],
    faults: [
      {
        fault: 'every league is one’s own',
        find: '{ path: { kind }, query: { league } }',
        replace: '{ path: { kind }, query: {} }',
      },
    ],
  },
  {
    file: 'features/passport/web/buy-featured.tsx',
    tests: ['features/home/web/home-parts.test.tsx'],
    faults: [
      {
        fault: 'gifts buy',
        find: '<CheckoutAction kind="gift"',
        replace: '<CheckoutAction kind="buy"',
      },
      {
        fault: 'nobody reads which project it is',
        find: '{welcome ? null : (\n          <p',
        replace: '{!welcome ? null : (\n          <p',
      },
    ],
  },
  {
    file: 'features/passport/web/card-page.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'samples are in pounds for all',
        find: 'useProfile()?.currency ?? defaultCallingCode.currency',
        replace: 'defaultCallingCode.currency',
      },
      {
        fault: 'a sample does not say that it is one',
        find: '<p className="text-sm text-soft">{texts.passport_sample()}</p>',
        replace: '',
      },
    ],
  },
  {
    file: 'features/people/web/passport/gift-letter.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'an empty note is quoted',
        find: '{note ? <blockquote',
        replace: '{note !== undefined ? <blockquote',
      },
      {
        fault: 'a letter shouts its project’s name',
        find: 'readableProjectName(projectName)',
        replace: 'projectName',
      },
    ],
  },
  {
    file: 'features/passport/web/gift-reveal.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'an opened gift is sealed at the next visit',
        find: '                open(sealed)\n',
        replace: '',
      },
      {
        fault: 'the letter has no note',
        find: "note={letter.note ?? ''}",
        replace: 'note=""',
      },
    ],
  },
  {
    file: 'features/home/web/opening-cover.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'the cover opens for whoever wants nothing to move',
        find: 'isOpening(history.state) && mayMove()',
        replace: 'isOpening(history.state)',
      },
    ],
  },
  {
    file: 'features/passport/web/passport-card.tsx',
    tests: ['features/passport/web/passport-card.test.tsx'],
    faults: [
      {
        fault: 'the QR code is of its label',
        find: '<QrCode text={passport.id}',
        replace: '<QrCode text={texts.passport_qr()}',
      },
    ],
  },
  {
    file: 'features/home/web/profile-facts.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'what is not known has a line',
        find: "value === '' ? null",
        replace: "value === '-' ? null",
      },
      {
        fault: 'the sign stands for the currency',
        find: '`${profile.currency} (${profile.symbol})`',
        replace: 'profile.symbol',
      },
      {
        fault: 'the inert link is one',
        find: 'aria-disabled="true"',
        replace: 'aria-disabled="false"',
      },
    ],
  },
  {
    file: 'features/people/web/passport/share-picture.ts',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'the picture names the passport',
        find: 'write(pen, location.host, middle',
        replace: 'write(pen, `${location.host}`.slice(0, 8), middle',
      },
      {
        fault: 'the picture is half as high',
        find: 'canvas.height = height',
        replace: 'canvas.height = width',
      },
    ],
  },
  {
    file: 'features/people/web/passport/use-passport.ts',
    tests: ['features/home/web/home-parts.test.tsx'],
    faults: [
      {
        fault: 'the passport is empty until its answer comes',
        find: '    placeholderData: () => profile,\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/transparency/web/transparency-page.tsx',
    tests: ['features/transparency/web/transparency-page.test.tsx'],
    faults: [
      {
        fault: 'sold stands under retired',
        find: "['sold', texts.transparency_sold(), texts.transparency_sold_text()]",
        replace: "['sold', texts.transparency_retired(), texts.transparency_sold_text()]",
      },
      {
        fault: 'what due means is told of retired',
        find: 'texts.transparency_retired(), texts.transparency_retired_text()',
        replace: 'texts.transparency_retired(), texts.transparency_due_text()',
      },
      {
        fault: 'the key leads to the checkpoint',
        find: '[paths.logKey, texts.transparency_key()]',
        replace: '[paths.logCheckpoint, texts.transparency_key()]',
      },
    ],
  },
  {
    file: 'features/verify/web/check-certificate.ts',
    tests: ['tests/certificate-check.test.ts'],
    faults: [
      {
        fault: 'any note that the key signed is of this log',
        find: "if (key === null || readCheckpoint(note)?.origin !== key.name) return 'wrong'",
        replace: "if (key === null) return 'wrong'",
      },
      {
        fault: 'an old browser calls a certificate false',
        find: "signature === 'unsupported' ? 'unknown' : outcome",
        replace: "signature === 'none' ? 'unknown' : outcome",
      },
      {
        fault: 'an old browser sees a second history',
        find: "signature === 'wrong' ||",
        replace: "signature !== 'right' ||",
      },
    ],
  },
  {
    file: 'features/verify/web/read-certificate.ts',
    tests: ['tests/certificate-check.test.ts'],
    faults: [
      {
        fault: 'a path without end is followed',
        find: 'if (list.length > pathMaxHashes) return null\n',
        replace: '',
      },
      {
        fault: 'half of what it names is enough',
        find: '|| named.length < runs.length',
        replace: '',
      },
    ],
  },
  {
    file: 'features/verify/web/told-places.ts',
    tests: ['tests/certificate-check.test.ts'],
    faults: [
      {
        fault: 'a serial is the same in every registry',
        find: 'one.registry === other.registry && one.serial === other.serial',
        replace: 'one.serial === other.serial',
      },
    ],
  },
  {
    file: 'features/verify/web/use-verification.ts',
    tests: ['features/verify/web/use-verification.test.ts'],
    faults: [
      {
        fault: 'a waiting certificate is told as a log out of order',
        find: "if (proof === null) return refused('unproven')",
        replace: "if (proof === null) return refused('no_log')",
      },
      {
        fault: 'no certificate is told as unproven',
        find: "if (certificate === null) return refused('no_certificate')",
        replace: "if (certificate === null) return refused('unproven')",
      },
      {
        fault: 'a log that is away fails the page',
        find: "return refused('no_log')",
        replace: "return refused('no_answer')",
      },
    ],
  },
  {
    file: 'features/verify/web/verify-page.tsx',
    tests: ['features/verify/web/verify-page.test.tsx'],
    faults: [
      {
        fault: 'two refusals change their words',
        find: 'not_found: texts.verify_not_found',
        replace: 'not_found: texts.verify_unclear',
      },
      {
        fault: 'an unproven one is told as none',
        find: 'unproven: texts.verify_unproven',
        replace: 'unproven: texts.verify_no_certificate',
      },
    ],
  },
  {
    file: 'features/verify/web/verify-result.tsx',
    tests: ['features/verify/web/verify-result.test.tsx'],
    faults: [
      {
        fault: 'a replacement is told as the sale',
        find: 'certificate.replacements.length > 0\n',
        replace: 'certificate.replacements.length > 1\n',
      },
      {
        fault: 'what was sold first is not told',
        find: '{entries.length === 0 ? null : (',
        replace: '{entries.length <= 1 ? null : (',
      },
      {
        fault: 'replaced kilograms are told where they were',
        find: 'placesAfter(sold, entries)',
        replace: 'placesAfter(sold, [])',
      },
    ],
  },
  {
    file: 'features/passes/web/google-wallet-link.tsx',
    tests: ['features/passport/web/profile-parts.test.tsx'],
    faults: [
      {
        fault: 'Google Wallet is offered where it is not set up',
        find: '  if (document.documentElement.dataset.googleWallet === undefined) return null\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/passes/web/pass-action.tsx',
    tests: ['features/sign-in/web/code-steps.test.tsx'],
    faults: [
      {
        fault: 'a failure stays while it is tried again',
        find: "    setState('busy')\n",
        replace: '',
      },
    ],
  },
]

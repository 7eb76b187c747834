// Tests that there is one set of icons. Every other drawing is a picture, listed here with its
// subject.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trackedFiles } from '#tests/support/tracked-files.ts'

const pictures: Readonly<Record<string, string>> = {
  'features/achievements/web/achievements-section.tsx': 'an empty page of stamps',
  'features/achievements/web/stamp-frame.tsx': "the ink of stamps, and a stamp's frame",
  'features/achievements/web/stamp.tsx': 'a stamp',
  'features/landing/web/landing-page.tsx': 'the guilloche behind the hero',
  'features/landing/web/landing-sections.tsx':
    'the stamps of the steps, the pictures of the features',
  'features/landing/web/passport-cover.tsx': "the passport's cover",
  'features/landing/web/sample-pages.tsx': 'the sample pages of a passport',
  'features/estimate/web/estimate-page.tsx': "a bar for each part of a year's estimate",
  'features/boards/web/board-table.tsx': 'initials in a ring of guilloche lines',
  'features/passport/web/guilloche.tsx': "the card's guilloche",
  'features/people/web/passport/league-foil.tsx': "a league's seal",
  'features/passport/web/card-page.tsx': "the plastic card's chip",
  'features/passport/web/passport-card.tsx': 'a QR code',
  'features/catalogue/web/scenes/project-scene.tsx': "a project's scene",
  'features/catalogue/web/story/weekly-chart.tsx': 'a chart',
  'features/console/web/parts/day-chart.tsx': 'a chart',
  'features/catalogue/web/story/project-effect.tsx': "a registry's book and a stamped sheet",
  'features/achievements/web/purchase-stamp.tsx': 'the stamp of a purchase',
  'features/achievements/web/rewards/claimed-rewards.tsx': 'a medal',
  'features/achievements/web/rewards/sealed-envelope.tsx': 'an envelope and its seal',
  'features/passport/web/gift-envelope.tsx': 'the envelope of a gift, and its seal',
  'features/people/web/phone/country-choice.tsx': 'a flag',
  'web/shell/logo.tsx': 'the logo',
  'web/ui/empty-or-error.tsx': 'an empty passport page',
  'web/ui/button.tsx': 'a turning ring',
}

it('every other drawing is a picture; icons belong in icon.tsx', () => {
  const drawing = trackedFiles(/^(web|features\/[^/]+\/web)\/.*(?<!\.test)\.tsx$/).filter((file) =>
    readFileSync(file, 'utf8').includes('<svg'),
  )
  expect(drawing.sort()).toEqual([...Object.keys(pictures), 'web/ui/icon.tsx'].sort())
})

// Tests which of the three sections is marked for a page.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { paths } from '#web/paths.ts'
import { MainNavigation } from './main-navigation.tsx'

it.each([
  [paths.home, paths.home, 'page'],
  [paths.projects, paths.projects, 'page'],
  [paths.project('one'), paths.projects, 'true'],
  [paths.offers, paths.projects, 'true'],
  [paths.settings, paths.settings, 'page'],
  [paths.card, paths.settings, 'true'],
  [paths.plans, paths.settings, 'true'],
  ['/app/plans/PL-7K2M-9QXF-4HJD/2026-11', paths.settings, 'true'],
  [paths.transactions, paths.home, 'true'],
  [paths.leaderboards, paths.home, 'true'],
  [paths.estimate, paths.home, 'true'],
  ['/app/nowhere', undefined, undefined],
])('%s is in %s', (path, section, how) => {
  const html = renderToStaticMarkup(
    <Router ssrPath={path}>
      <MainNavigation />
    </Router>,
  )
  const current = [...html.matchAll(/<a [^>]*>/g)].flatMap(([link]) => {
    const [, said] = /aria-current="(\w+)"/.exec(link) ?? []
    return said === undefined ? [] : [[/href="([^"]+)"/.exec(link)?.[1], said]]
  })
  expect(current).toEqual(section === undefined ? [] : [[section, how]])
})

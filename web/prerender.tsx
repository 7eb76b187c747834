// Draws, while building, what each document shows before any script has run. It must never be
// part of the browser's bundle.
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { paths } from './paths.ts'
import { Pages } from './routes.tsx'
import { Loading } from './shell/loading.tsx'
import { pageTitle } from './shell/use-page-title.ts'
import { texts } from './texts.ts'

export function render() {
  return {
    landing: renderToString(
      <StrictMode>
        <Router ssrPath={paths.landing}>
          <Pages />
        </Router>
      </StrictMode>,
    ),
    shell: renderToString(<Loading />),
    title: pageTitle(texts.landing_title()),
    shellTitle: pageTitle(),
    description: texts.landing_description(),
  }
}

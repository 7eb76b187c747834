// Builds the web app if anything it is made of has changed since: what `npm test` runs first.
import './require-node.mjs'

import('./prepare.mjs').then(({ buildWeb }) => buildWeb())

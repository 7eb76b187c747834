// Runs `npm run build`: builds the web app if one of its sources has changed since the last build.
import './require-node.mjs'

async function build() {
  const { install } = await import('./install.mjs')
  const { buildWeb } = await import('./prepare.mjs')
  await install()
  console.error((await buildWeb()) ? 'The web app is built.' : 'The web app is built already.')
}

build()

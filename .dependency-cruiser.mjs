// Which folder may import which: the two halves of a feature live together, and only this keeps the
// browser's half free of the server's code. It must not be run alone: scripts/check-boundaries.ts
// makes sure that the files were read at all.
import { globSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { featureOrder, filesOfFeature } from './server/feature-order.ts'

const browser = '^(web|features/[^/]+/web|features/[^/]+/[^/]+/web)/'
const server = '^(platform|embedded-postgres|server|features|ledger|providers|operator|database)/'
const aside = '(\\.test\\.tsx?$|^tests/)'
/** The calls of a feature; browser code gets a form of them without zod (scripts/browser-calls.ts). */
const calls = '^features/(?!.*/web/)[^.]+-calls\\.ts$'
const shared = ['^values/', calls, '^features/purchases/states/(reversal-)?state\\.ts$']
/** The SQL and the routes of a feature or a room are named after its folder, as wallet/wallet-queries.ts. */
const ownFiles = globSync('features/**/*-{queries,routes}.ts').filter((file) => {
  const [, folder = '', name = ''] = /([^/]+)\/([^/]+)-(?:queries|routes)\.ts$/.exec(file) ?? []
  return folder.startsWith(name)
})
const oneOf = (files) => `^(${files.join('|').replaceAll('.', '\\.')})$`
const roomQueries = oneOf(ownFiles.filter((file) => file.split('/').length === 4))
const anyQueries = oneOf(ownFiles)
const libraries = '^node_modules/'
/** Files for tests of pages only, whose names begin with `test-`, and the library that draws the pages. */
const testPages = [
  '^web/test-[a-z-]+[.]tsx?$',
  '^features/[^/]+/web/test-[a-z-]+[.]tsx?$',
  '^features/[^/]+/web/.+/test-[a-z-]+[.]tsx?$',
  '^tools/test-libraries/page[.]ts$',
]
const nodeModules = `^(node:)?(${builtinModules.join('|')})$`

/** Audits of batches, of the ledger and of the log, and their reader of serials. */
const auditor = [
  '^values/serials/audited-(serials|numbers)\\.ts$',
  '^features/catalogue/audit/[^/]*(?<!\\.test)\\.ts$',
  '^features/purchases/inspect/check-[^/]*(?<!\\.test)\\.ts$',
  '^features/log/verify/[^/]*(?<!\\.test)\\.ts$',
]
/** Reads what an import takes. */
const importersReader = [
  '^values/serials/(serial[^/]*|loose-units|resembled-registry)\\.ts$',
  '^values/text/look-alikes\\.ts$',
  '^providers/registries/',
]

/** Forbids a folder the import of any folder that is not below it; its tests may import all. */
function above(folder, below) {
  return {
    name: `${folder}-stands-on-${below.join('-')}-only`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: aside },
    to: {
      pathNot: [`^(${[folder, ...below].join('|')})/`, libraries, nodeModules],
      couldNotResolve: false,
    },
  }
}

/** A feature imports only features above it; its tests may start the whole product. */
function onlyFeaturesAbove(feature, place) {
  return {
    name: `${feature.replace('/', '-')}-imports-only-features-above-it`,
    severity: 'error',
    from: { path: filesOfFeature(feature), pathNot: aside },
    to: { path: featureOrder.slice(place + 1).map(filesOfFeature) },
  }
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'the-browser-half-knows-only-calls-and-values',
      severity: 'error',
      from: { path: browser },
      // Its tests draw into a page of tools/test-libraries, which a rule below keeps from the product.
      to: { pathNot: [browser, ...shared, libraries, '^texts/', ...testPages] },
    },
    // Arrows run down only: values, platform, then ledger and providers, then features, then server.
    above('platform', ['values']),
    above('embedded-postgres', ['platform']),
    above('ledger', ['platform', 'values']),
    above('providers', ['platform', 'values']),
    above('features', ['ledger', 'providers', 'platform', 'values', 'web', 'texts', 'docs']),
    ...featureOrder.slice(0, -1).map(onlyFeaturesAbove),
    {
      // web/app puts pages and their addresses together; web/main.tsx starts them.
      name: 'the-frame-imports-no-feature',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot: ['^web/(app/|(main|prerender)\\.tsx$|test-person\\.ts$)', aside],
      },
      to: { path: ['^features/', '^web/app/'] },
    },
    {
      name: 'the-server-half-knows-no-browser-half',
      severity: 'error',
      from: { path: server, pathNot: browser },
      to: { path: browser },
    },
    {
      name: 'what-both-halves-share-knows-neither',
      severity: 'error',
      from: { path: shared, pathNot: '\\.test\\.ts$' },
      to: { pathNot: [...shared, libraries, nodeModules] },
    },
    {
      name: 'nothing-that-reaches-the-browser-needs-node',
      severity: 'error',
      from: { path: browser, pathNot: '\\.test\\.tsx?$' },
      to: { path: nodeModules, reachable: true },
    },
    {
      // They take a sixth of a second and 32 MB, which only the thread that draws should pay.
      name: 'only-the-drawing-thread-loads-what-draws',
      severity: 'error',
      from: { path: ['^server/', '^operator/'], pathNot: ['^server/drawing-worker\\.ts$', aside] },
      to: { path: '^node_modules/(pdfkit|fontkit)/', reachable: true },
    },
    {
      name: 'texts-know-only-values',
      severity: 'error',
      from: { path: '^texts/', pathNot: ['\\.test\\.ts$', '^texts/\\.compiled/'] },
      to: { pathNot: ['^texts/', '^values/', nodeModules] },
    },
    {
      name: 'a-feature-asks-another-only-for-a-use-case',
      severity: 'error',
      from: { path: '^features/([^/]+)/', pathNot: browser },
      to: { path: anyQueries, pathNot: '^features/$1/' },
    },
    {
      name: 'a-room-asks-another-only-for-a-use-case',
      severity: 'error',
      from: { path: '^features/([^/]+)/([^/]+)/', pathNot: browser },
      to: { path: roomQueries, pathNot: '^features/$1/$2/' },
    },
    {
      // A balance that moved without its posting would be found by the audit, and not before.
      name: 'balances-move-with-postings-only',
      severity: 'error',
      from: { pathNot: '^ledger/post\\.ts$' },
      to: { path: '^ledger/balances\\.ts$' },
    },
    {
      name: 'the-product-knows-no-test',
      severity: 'error',
      from: { path: [server, browser, ...shared], pathNot: ['\\.test\\.tsx?$', ...testPages] },
      to: { path: ['^tests/', '\\.test\\.tsx?$', '^benchmarks/', ...testPages] },
    },
    {
      // It looks but once, when it is loaded, whether there is a page to draw into: a test that loaded it
      // without one would take the typing from all that share its worker.
      name: 'react-is-loaded-where-a-page-is',
      severity: 'error',
      from: {
        path: browser,
        pathNot:
          '^(web/(main\\.tsx|test-page\\.ts)|features/(console/web/console|verify/web/offline/open-offline-page)\\.tsx)$',
      },
      to: { path: '^node_modules/react-dom/client\\.js$' },
    },
    {
      // Files of tests share a worker: a statement of theirs among the product's would be prepared with
      // them, and its name taken for all the others.
      name: 'tests-declare-statements-of-their-own',
      severity: 'error',
      from: {
        path: ['\\.test\\.ts$', '^tests/'],
        // The second reads the product's statements and declares none.
        pathNot: '^tests/support/(test-statement|declared-statements)\\.ts$',
      },
      to: { path: '^platform/database/statement\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      // A second maker of permits could send an SMS past every limit and budget.
      name: 'one-place-lets-an-sms-leave',
      severity: 'error',
      from: { pathNot: ['^features/messages/limits/permit-sms\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^providers/sms/send-permit\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      // An auditor that shared the importer's reader would miss what that one missed.
      name: 'the-auditor-reads-serials-by-itself',
      severity: 'error',
      from: { path: auditor },
      to: { path: importersReader, reachable: true },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-dead-end', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The rivals of the benchmarks are a package of their own, which need not be installed.
    // Type declarations (.mts) of plain JavaScript have no code for swc. A file that a test compiles
    // next to its generated client resolves only there.
    exclude: { path: '^(dist|coverage|test-results|benchmarks/rivals)/|\\.mts$' },
    // TypeScript 7 has no interface that the cruiser could read with; swc reads instead.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
}

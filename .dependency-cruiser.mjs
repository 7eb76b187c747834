// Which folder may import which: the two halves of a feature live together, and only this keeps the
// browser's half free of the server's code. It must never be run alone: scripts/check-boundaries.ts
// makes sure that the files were read at all.
import { builtinModules } from 'node:module'

const browser = '^(web|features/[^/]+/web)/'
const server = '^(server|features|ledger|providers|operator|database)/'
const shared = '^(values/|features/[^/]+/(contract|state)\\.ts$)'
/** A feature that has grown has rooms, each with its own SQL. */
const roomQueries = '^features/[^/]+/[^/]+/(queries|routes)\\.ts$'
const anyQueries = ['^features/[^/]+/(queries|routes)\\.ts$', roomQueries]
const libraries = '^node_modules/'
const nodeModules = `^(node:)?(${builtinModules.join('|')})$`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'the-browser-half-knows-only-contracts-and-values',
      severity: 'error',
      from: { path: browser },
      to: { pathNot: [browser, shared, libraries, '^\\.paraglide/', '^messages/'] },
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
      to: { pathNot: [shared, libraries, nodeModules] },
    },
    {
      name: 'nothing-that-reaches-the-browser-needs-node',
      severity: 'error',
      from: { path: browser, pathNot: '\\.test\\.tsx?$' },
      to: { path: nodeModules, reachable: true },
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
      name: 'nobody-but-the-ledger-knows-its-queries',
      severity: 'error',
      from: { pathNot: '^ledger/' },
      to: { path: '^ledger/queries\\.ts$' },
    },
    {
      name: 'the-product-knows-no-test',
      severity: 'error',
      from: { path: [server, browser, shared], pathNot: '\\.test\\.ts$' },
      to: { path: ['^tests/', '\\.test\\.tsx?$', '^benchmarks/'] },
    },
    {
      // Files of tests share a worker: a statement of theirs among the product's would be prepared with
      // them, and its name taken for all the others.
      name: 'tests-declare-statements-of-their-own',
      severity: 'error',
      from: {
        path: ['\\.test\\.ts$', '^tests/'],
        pathNot: '^(tests/support/statement|server/statements\\.test)\\.ts$',
      },
      to: { path: '^server/statement\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-dead-end', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The rivals of the benchmarks are a package of their own, which need not be installed.
    exclude: { path: '^(dist|coverage|test-results|benchmarks/rivals)/' },
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

// Tests that docs/calls.md lists every call of the product. `vitest run tests/calls-document.test.ts -u`
// writes it.
import { expect, it } from 'vitest'
import { declaredCalls, everyCall } from '#tests/support/every-call.ts'

const files = new Map(declaredCalls.map(({ call, file }) => [call, file]))

const inOrder = everyCall.toSorted((one, other) => (one.path < other.path ? -1 : 1))

it('docs/calls.md lists every call, with its access and its file', async () => {
  const rows = inOrder.map((call) => {
    const { method, path, summary } = call
    const access = call.access ?? (/^\/(api|passport)\b/.test(path) ? 'session' : 'public')
    const file = files.get(call) ?? 'providers'
    return `| \`${method} ${path}\` | ${access} | ${summary} | \`${file}\` |`
  })
  const lines = [
    '# Calls',
    '',
    'Written from the code by `tests/calls-document.test.ts`. `/api/docs` of a running product shows their fields,',
    'examples and errors.',
    '',
    '| Call | Access | Summary | Declared in |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('../docs/calls.md')
})

// Tests a part whose code does not load: its error, the number of its failures, and its next load.
import { act } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { lazyPart, MissingPartError, missingParts, parts } from './lazy-part.ts'
import { renewMissingParts } from './missing-parts.ts'

const Loaded = ({ name }: { name: string }) => <p>{`loaded ${name}`}</p>
type Load = () => Promise<{ Part: typeof Loaded; Other: () => null }>
const code: Awaited<ReturnType<Load>> = { Part: Loaded, Other: () => null }

beforeEach(() => {
  openPage()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  missingParts.clear()
  const known = new Set(parts)
  onTestFinished(() => {
    missingParts.clear()
    for (const each of parts) if (!known.has(each)) parts.delete(each)
  })
})

/** Draws a part with its loading state, and the errors that it throws. */
async function open(load: Load) {
  const Part = lazyPart(load, 'Part')
  const errors: unknown[] = []
  let reset = () => {}
  const page = await draw(
    <ErrorBoundary
      onError={(error) => errors.push(error)}
      fallbackRender={({ resetErrorBoundary }) => {
        reset = resetErrorBoundary
        return 'failed'
      }}
    >
      <Part name="it" />
    </ErrorBoundary>,
  )
  return { page, errors, again: () => act(async () => reset()), Part }
}

it('each failure is counted, and the part loads again only once it is renewed', async () => {
  const cause = new TypeError('Importing a module script failed.')
  const load = vi.fn<Load>().mockRejectedValueOnce(cause).mockRejectedValueOnce(cause)
  load.mockResolvedValue(code)
  const { page, errors, again } = await open(load)
  await until(() => page.text() === 'failed')
  expect([load.mock.calls.length, missingParts.size]).toEqual([1, 1])
  // Without a renewal the same failure is shown.
  await again()
  await until(() => page.text() === 'failed')
  expect(load).toHaveBeenCalledTimes(1)
  await renewMissingParts()
  expect(missingParts.size).toBe(0)
  await again()
  await until(() => load.mock.calls.length === 2 && page.text() === 'failed')
  await renewMissingParts()
  await again()
  await until(() => page.text() === 'loaded it')
  const missing = errors.filter((error) => error instanceof MissingPartError)
  expect(missing).toHaveLength(errors.length)
  expect([...new Set(missing.map(({ failures }) => failures))]).toEqual([1, 2])
  expect(missing.map((error) => error.cause)).toEqual(missing.map(() => cause))
  expect([missing[0]?.name, missingParts.size]).toEqual(['MissingPartError', 0])
})

it('a part that was loaded before is drawn by its name, and its module is returned', async () => {
  const load = vi.fn<Load>().mockResolvedValue(code)
  const { page, Part, errors } = await open(load)
  await until(() => page.text() === 'loaded it')
  expect(await Part.load()).toBe(code)
  expect([errors, missingParts.size]).toEqual([[], 0])
})

it('a failed load ahead of the drawing throws its own error, and shows nothing as missing', async () => {
  const cause = new TypeError('Failed to fetch')
  const Part = lazyPart(async (): ReturnType<Load> => Promise.reject(cause), 'Part')
  await expect(Part.load()).rejects.toBe(cause)
  expect(missingParts.size).toBe(0)
})

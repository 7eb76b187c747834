// Calls whose address holds inputs, such as an id or a cursor. The landing page makes none: this
// stands beside api.ts, which is in its bundle.
import { readAnswer, send } from './api.ts'
import type { Answer, Inputs, PathOf } from './api-routes.ts'
import type { Shape } from './shape.ts'

/** The address of a GET: its inputs are written into the path's braces and behind it. */
export function addressOf<Path extends PathOf<'GET'>>(path: Path, inputs: Inputs<Path>): string {
  const { path: inPath, query }: { path?: unknown; query?: unknown } = inputs
  const filled = textsOf(inPath).reduce<string>(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const behind = new URLSearchParams(textsOf(query)).toString()
  return behind === '' ? filled : `${filled}?${behind}`
}

function textsOf(fields: unknown): [string, string][] {
  return Object.entries(Object(fields)).map(([name, value]) => [name, String(value)])
}

/** GET with inputs, answered as JSON of `shape`. Throws what `send` and `readAnswer` throw. */
export async function getJsonWith<Path extends PathOf<'GET'>>(
  path: Path,
  inputs: Inputs<Path>,
  shape: Shape<Answer<'GET', Path>>,
  signal?: AbortSignal,
): Promise<Answer<'GET', Path>> {
  return readAnswer(await send(addressOf(path, inputs), signal ? { signal } : {}), shape)
}

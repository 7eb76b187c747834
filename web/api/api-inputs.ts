// Sends calls whose address has inputs, such as an id or a cursor. It is separate from api.ts,
// because the landing page's bundle needs only that.
import { readAnswer, send } from './api.ts'
import type { Answer, Inputs, PathOf } from './api-routes.ts'
import type { Shape } from './shape.ts'

/** The address of a GET: inputs replace the path's braces and form the query. */
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

/** GET with inputs; returns JSON of `shape`. Throws the errors of `send` and `readAnswer`. */
export async function getJsonWith<Path extends PathOf<'GET'>>(
  path: Path,
  inputs: Inputs<Path>,
  shape: Shape<Answer<'GET', Path>>,
  signal?: AbortSignal,
): Promise<Answer<'GET', Path>> {
  return readAnswer(await send(addressOf(path, inputs), signal ? { signal } : {}), shape)
}

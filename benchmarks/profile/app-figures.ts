// Measures the app's time by folder, package and function, with Node's profiler through its inspector.

/** Self time in milliseconds by package, by folder of ours, or by name in V8 or libuv. */
export type Shares = ReadonlyMap<string, number>

type CallFrame = { readonly functionName: string; readonly url: string }
type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  /** Microseconds since the previous sample, for each sample. */
  readonly timeDeltas: readonly number[]
}

/** Connects to the app's inspector on the port of `--inspect`. */
export async function openAppProfiler(port: number) {
  const listText = await (await fetch(`http://127.0.0.1:${port}/json/list`)).text()
  const [target] = JSON.parse(listText)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const resolvers = new Map<number, (result: unknown) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    resolvers.get(id)?.(result)
    resolvers.delete(id)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  function send(method: string): Promise<unknown> {
    lastId += 1
    const id = lastId
    const answer = new Promise<unknown>((resolve) => resolvers.set(id, resolve))
    socket.send(JSON.stringify({ id, method }))
    return answer
  }
  await send('Profiler.enable')
  return {
    async start() {
      await send('Profiler.start')
    },
    async stop() {
      const answer = await send('Profiler.stop')
      return sharesOf(profileOf(answer))
    },
    close: () => socket.close(),
  }
}

function profileOf(answer: unknown): Profile {
  const { profile } = Object(answer)
  return profile
}

function sharesOf({ nodes, samples, timeDeltas }: Profile) {
  const places = new Map<string, number>()
  const functions = new Map<string, number>()
  const frameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  for (const [index, id] of samples.entries()) {
    const frame = frameOf.get(id)
    if (frame === undefined) continue
    const ms = (timeDeltas[index] ?? 0) / 1_000
    const place = placeOf(frame)
    add(places, place, ms)
    add(functions, `${frame.functionName || '(nameless)'}  ${place}`, ms)
  }
  return { places, functions }
}

function add(shares: Map<string, number>, name: string, ms: number): void {
  shares.set(name, (shares.get(name) ?? 0) + ms)
}

/** Returns a place such as `(idle)`, `(native) writev`, `node:net`, `pg` or `features/purchases/reserve`. */
function placeOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : `(native) ${functionName}`
  if (url.startsWith('node:')) return url
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (library !== undefined) return library
  const ownPath = url.replace('file://', '').replace(`${process.cwd()}/`, '')
  return ownPath.split('/').slice(0, -1).join('/')
}

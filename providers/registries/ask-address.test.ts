// Tests which redirects an importer follows, and its sentence about an address that cannot be used.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askAddress, stepRefusal } from '#providers/registries/ask-address.ts'
import { fetchList } from '#providers/registries/fetch-list.ts'
import { isPublicAddress } from '#providers/registries/public-address.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/list`)
}

const sendTo = (location: string, status = 302) =>
  serve((_, response) => response.writeHead(status, { location }).end())

/** A server inside of the network, and its number of connections. */
async function inside() {
  let calls = 0
  const url = await serve((_, response) => {
    calls += 1
    response.end('secret')
  })
  return { url, calls: () => calls }
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i is followed on the named host', async (status) => {
    const url = await serve(({ url: path }, response) => {
      if (path === '/there') response.end('the list')
      else response.writeHead(status, { location: '/there' }).end()
    })
    expect(await text(await askAddress(url, url))).toBe('the list')
  })

  it('is followed five times, and not six', async () => {
    const url = await serve(({ url: path = '' }, response) => {
      const left = Number(path.slice(1))
      if (left === 0) response.end('the list')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect(await text(await askAddress(new URL('/5', url), url))).toBe('the list')
    await expect(askAddress(new URL('/6', url), url)).rejects.toThrow('more than 5 times')
  })

  it('to another server inside is not followed', async () => {
    const { url: hidden, calls } = await inside()
    const url = await sendTo(hidden.href)
    await expect(askAddress(url, url)).rejects.toThrow(`sends us on to ${hidden.href}, which`)
    expect(calls()).toBe(0)
  })

  it('is checked on each page of a list', async () => {
    const { url: hidden, calls } = await inside()
    const url = await serve(({ url: path = '' }, response) => {
      if (path.includes('page=2')) response.writeHead(302, { location: hidden.href }).end()
      else response.setHeader('x-total-count', 2).end('[{}]')
    })
    const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-list-'))
    const fetching = fetchList(url.href, { folder, onProgress: () => undefined })
    await expect(fetching).rejects.toThrow('sends us on')
    expect(calls()).toBe(0)
    await rm(folder, { recursive: true })
  })

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['fd00::1'],
    ['169.254.169.254'],
    ['8.8.8.8', '192.168.0.1'],
  ])('to a name of %s is not followed', async (...found) => {
    const url = await sendTo('https://registry.example/list')
    const asked: string[] = []
    const answer = askAddress(url, url, (name, tell) => {
      asked.push(name)
      tell(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    })
    await expect(answer).rejects.toThrow('registry.example, which lies inside of a network')
    expect(asked).toEqual(['registry.example'])
  })

  const registry = 'https://registry.example/list'
  it.each([
    [registry, 'https://other.example/list', null],
    [registry, 'https://8.8.8.8/list', null],
    [registry, 'https://registry.example/other', null],
    [registry, 'http://registry.example/list', 'which is not https'],
    [registry, 'http://other.example/list', 'which is not https'],
    [registry, 'file:///etc/passwd', 'which is not https'],
    [registry, 'https://127.0.0.1/', 'inside of a network'],
    [registry, 'https://2130706433/', 'inside of a network'],
    [registry, 'https://0x7f.1/', 'inside of a network'],
    [registry, 'https://[::1]/', 'inside of a network'],
    [registry, 'https://[::ffff:10.0.0.1]/', 'inside of a network'],
    [registry, 'https://169.254.169.254/latest/meta-data', 'inside of a network'],
    ['https://10.0.0.1/list', 'https://10.0.0.1/there', null],
    ['https://10.0.0.1/list', 'https://10.0.0.1:8443/there', 'inside of a network'],
    ['http://localhost:8080/list', 'http://localhost:8080/there', null],
    ['http://localhost:8080/list', 'http://localhost:9200/there', 'which is not https'],
  ])('from %s to %s: %s', (from, to, refusal) => {
    const said = stepRefusal(new URL(from), new URL(to), new URL(from))
    expect(said).toEqual(refusal === null ? null : expect.stringContaining(refusal))
  })
})

describe('an address of the internet', () => {
  it.each([
    ...['8.8.8.8', '1.1.1.1', '11.0.0.1', '2a00:1450:4001::1', '2600::1'],
    // Neighbours of reserved ranges.
    ...['100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.1', '198.17.255.255'],
    ...['198.20.0.0', '223.255.255.255', '2001:200::1', '2003::1'],
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:1ff::1',
    '2002:a00:1::',
    '2001:db8::1',
    '3fff::1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'registry.example',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a list', () => {
  let folder: string
  const fetching = (address: URL | string) =>
    fetchList(String(address), { folder, onProgress: () => undefined })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carbon-passport-list-'))
    return () => rm(folder, { recursive: true })
  })

  it('without a total is stored as it is', async () => {
    const url = await serve((_, response) => response.end('name,country\n'))
    const [stored] = await fetching(url)
    expect(stored?.file).toBe(url.href)
    expect(await readFile(join(folder, 'list'), 'utf8')).toBe('name,country\n')
  })

  it('of pages is fetched to its total, and is refused where fewer come', async () => {
    const paged = (...pages: readonly string[]) =>
      serve(({ url: path = '' }, response) => {
        const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1)
        response.setHeader('x-total-count', 3).end(pages[page - 1])
      })
    expect(await fetching(await paged('\uFEFF[{},{}]', '[{}]'))).toHaveLength(2)
    const short = fetching(await paged('[{}]', '[]', '[{},{}]'))
    await expect(short).rejects.toThrow('named 3 entries and gave 1.')
  })

  it('with a page without an end is refused', async () => {
    const url = await serve((_, response) => {
      response.setHeader('x-total-count', 1)
      response.end(Buffer.alloc(32 * 2 ** 20 + 1, '[{}]'))
    })
    await expect(fetching(url)).rejects.toThrow('answered more than 33554432 bytes')
  })

  it('at an address without a server says so', async () => {
    const url = await serve((_, response) => response.end())
    servers.pop()?.close()
    await expect(fetching(url)).rejects.toThrow(
      `${url.href} cannot be reached: nothing accepts connections there (ECONNREFUSED).`,
    )
  })

  it('whose answer breaks off is refused', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('name,country\n')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(fetching(url)).rejects.toThrow(/^http.* cannot be reached: /)
  })

  it.each([
    [404, {}, 'answered 404.'],
    [304, {}, 'answered 304.'],
    [302, {}, 'answered 302.'],
    [302, { location: 'https://' }, 'which is no address.'],
    [200, { 'content-encoding': 'gzip' }, 'answered in gzip'],
    [200, { 'x-total-count': 'many' }, 'names no total.'],
    [200, { 'x-total-count': '3' }, 'did not answer a list in JSON.'],
  ])('that is answered with %i and %j is refused', async (status, headers, sentence) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end())
    await expect(fetching(url)).rejects.toThrow(sentence)
  })

  it.each(['http://registry.example/list', 'https:', 'http://', 'ftp://localhost/list'])(
    'is not fetched from %s',
    async (address) => {
      await expect(fetching(address)).rejects.toThrow('is no https address')
    },
  )
})

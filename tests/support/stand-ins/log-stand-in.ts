// Publishes a log of any entries, also dishonest ones, with valid signatures of its own key.
import { createServer, type Server } from 'node:http'
import { signCheckpoint, signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { Tree } from '#tests/support/rfc6962.ts'

/** The key with which the log signs. */
export const signer = signerOf('stand-in.example/log', Buffer.alloc(32, 4))

/** Publishes any entries with valid signatures. */
export class StandIn {
  entries: Buffer[] = []
  signedBy = signer
  /** Size and root that the checkpoint claims instead of the tree's. */
  claims: { size?: number; root?: Buffer } = {}
  /** Published in place of the key that it signs with. */
  key: string | undefined
  #server: Server | undefined
  address = ''

  async open(): Promise<this> {
    const server = createServer((request, response) => {
      const body = this.#answer(request.url ?? '')
      response.writeHead(body === null ? 404 : 200).end(body ?? '')
    })
    this.#server = server
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const place = server.address()
    if (place === null || typeof place === 'string') throw new Error('no port')
    this.address = `http://127.0.0.1:${place.port}/log`
    return this
  }

  close(): void {
    this.#server?.close()
  }

  tell(...entries: readonly object[]): void {
    this.entries.push(...entries.map((entry) => Buffer.from(JSON.stringify(entry))))
  }

  #answer(url: string): string | Buffer | null {
    if (url === '/log/key') return this.key ?? `${verifierText(this.signedBy)}\n`
    if (url === '/log/checkpoint') {
      const { size = this.entries.length, root = new Tree(this.entries).root() } = this.claims
      return signCheckpoint(size, root, this.signedBy)
    }
    const [, number = '', width = '256'] =
      /^\/log\/tile\/entries\/(\d{3})(?:\.p\/(\d+))?$/.exec(url) ?? []
    if (number === '') return null
    const first = Number(number) * 256
    return Buffer.concat(
      this.entries.slice(first, first + Number(width)).flatMap((entry) => {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(entry.length)
        return [length, entry]
      }),
    )
  }
}

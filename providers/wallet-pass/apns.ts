// Sends pushes to Apple's push service over HTTP/2, with the pass certificate as client certificate. One
// connection serves all pushes; the next push reopens a lost connection.
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'
import { type PassPush, type PushAnswer, pushTimeoutMs } from '#providers/wallet-pass/pass-push.ts'
import { RequestRefused } from '#providers/with-timeout.ts'

type ApnsOptions = {
  readonly origin: string
  readonly certificates: PassCertificates
  /** Certificate authorities to trust instead of the machine's, PEM. */
  readonly ca?: string
}

/** Reasons of a 400 for which a retry fails too. */
const goneReasons = /BadDeviceToken|DeviceTokenNotForTopic|Unregistered/

export function openApns({ origin, certificates, ca }: ApnsOptions): PassPush {
  const { signer, intermediate, key, passTypeId } = certificates
  let session: ClientHttp2Session | undefined

  function openSession(): ClientHttp2Session {
    if (session !== undefined && !session.closed && !session.destroyed) return session
    const newSession = connect(origin, {
      cert: `${signer}${intermediate}`,
      key: String(key.export({ type: 'pkcs8', format: 'pem' })),
      ...(ca === undefined ? {} : { ca }),
    })
    const dropSession = () => {
      if (session === newSession) session = undefined
    }
    newSession.on('goaway', dropSession).on('close', dropSession)
    // The pushes that wait on this connection fail as well.
    newSession.on('error', dropSession)
    newSession.unref()
    session = newSession
    return newSession
  }

  return {
    push: (pushToken) => pushOnce(openSession(), pushToken, passTypeId),
    async close() {
      session?.destroy()
    },
  }
}

function pushOnce(
  session: ClientHttp2Session,
  pushToken: string,
  topic: string,
): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/3/device/${encodeURIComponent(pushToken)}`,
      'apns-topic': topic,
      // Apple delivers a background push at priority 5 only.
      'apns-push-type': 'background',
      'apns-priority': '5',
    })
    let status = 0
    let body = ''
    stream.setEncoding('utf8')
    stream.setTimeout(pushTimeoutMs, () => {
      reject(new Error('no answer in time'))
      stream.close(constants.NGHTTP2_CANCEL)
      // Closes the connection, which may be dead, after the running requests. The next push opens
      // another.
      session.close()
    })
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
    })
    stream.on('data', (chunk: string) => {
      body = (body + chunk).slice(0, 1_000)
    })
    stream.on('error', reject)
    stream.on('close', () => reject(new Error('the connection ended before its answer')))
    stream.on('end', () => {
      const answer = answerOf(status, body)
      if (answer === null) reject(failureOf(status))
      else resolve(answer)
    })
    stream.end('{}')
  })
}

function answerOf(status: number, body: string): PushAnswer | null {
  if (status === 200) return 'accepted'
  if (status === 410 || (status === 400 && goneReasons.test(body))) return 'gone'
  return null
}

/**
 * Returns the error of a failed push. A refusal concerns the push or its device, also 429, which Apple answers for
 * each device, unless it is 403: that one refuses the certificate. Only other failures count for the circuit.
 */
function failureOf(status: number): Error {
  const isOfPush = status >= 400 && status < 500 && status !== constants.HTTP_STATUS_FORBIDDEN
  const message = `APNs answered ${status}`
  return isOfPush ? new RequestRefused(message) : new Error(message)
}

// Sends a checkpoint to a witness (C2SP tlog-witness, add-checkpoint) and returns its answer. A witness is a stranger:
// it gets 5 s and 16 KiB, and leads to no other address.

/** Maximum time of a request with its answer. */
const timeoutMs = 5_000
const answerMaxBytes = 16_384

export type WitnessAnswer = {
  readonly status: number
  readonly text: string
  /** The size that the witness knows, for a 409 in the form of the text. Null for any other answer. */
  readonly knownSize: number | null
}

export type Submission = {
  readonly oldSize: number
  /** The proof that the checkpoint follows from a tree of `oldSize` entries. */
  readonly hashes: readonly Buffer[]
  readonly checkpoint: string
}

/** Returns the body of the request. */
export function submissionText({ oldSize, hashes, checkpoint }: Submission): string {
  const proof = hashes.map((each) => `${each.toString('base64')}\n`).join('')
  return `old ${oldSize}\n${proof}\n${checkpoint}`
}

/** `url` is the submission prefix of the witness. Throws if no whole answer comes. */
export async function sendCheckpoint(url: string, body: string): Promise<WitnessAnswer> {
  const response = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the rest.
    if (length > answerMaxBytes)
      throw new Error(`the answer is longer than ${answerMaxBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  const text = Buffer.concat(chunks).toString()
  return { status, text, knownSize: status === 409 ? sizeIn(headers, text) : null }
}

function sizeIn(headers: Headers, text: string): number | null {
  const [, digits] = /^(0|[1-9]\d{0,15})\n$/.exec(text) ?? []
  const isSize = headers.get('content-type') === 'text/x.tlog.size' && digits !== undefined
  return isSize && Number.isSafeInteger(Number(digits)) ? Number(digits) : null
}

// Answers bytes that never become a request (no HTTP, endless headers, an aborted request). The answer
// has the JSON form of all errors (docs/product.md#errors); this file also closes the connection.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { answerOf } from '#platform/http/errors.ts'
import { generalProblems, problem } from '#values/problem.ts'

const problemByNodeCode: Readonly<Record<string, keyof typeof generalProblems>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Time before the connection is closed, in milliseconds, so that the client can read the answer. An
 * immediate close could discard it.
 */
const readingMs = 500

export function answerClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const clientProblem = problem(problemByNodeCode[code ?? ''] ?? 'bad_request')
  const { status, body } = answerOf(generalProblems, clientProblem)
  const requestId = randomUUID()
  const text = JSON.stringify({ ...body, request_id: requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  socket.once('end', () => socket.destroy())
  setTimeout(() => socket.destroy(), readingMs).unref()
}

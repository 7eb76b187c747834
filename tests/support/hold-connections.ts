// Occupies a server's connections; it runs as a separate program. It opens connections, sends one letter
// on each and keeps them open. It replaces a closed connection after a pause. It prints the number of
// open connections once a second, and ends when its standard input ends. Arguments: port, number of
// connections, pause in milliseconds.
import { connect } from 'node:net'

const [port = 0, count = 0, pauseMs = 0] = process.argv.slice(2).map(Number)

/** Beyond this number the system would drop connections that the server has not accepted yet. */
const openedPerRoundMax = 50
const roundMs = 20

let open = 0
let closed = count

function openConnection(): void {
  let isOpen = false
  const socket = connect({ port, host: '127.0.0.1' }, () => {
    isOpen = true
    open += 1
    socket.write('G')
  })
  socket.resume()
  socket.on('error', () => undefined)
  socket.once('close', () => {
    if (isOpen) open -= 1
    setTimeout(() => {
      closed += 1
    }, pauseMs)
  })
}

setInterval(() => {
  const opening = Math.min(closed, openedPerRoundMax)
  closed -= opening
  for (let each = 0; each < opening; each += 1) openConnection()
}, roundMs)
setInterval(() => process.stdout.write(`${open}\n`), 1_000)
process.stdin.resume().on('end', () => process.exit(0))

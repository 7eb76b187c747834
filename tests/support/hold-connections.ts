// Occupies a server's connections, as a program of its own. It opens connections, sends one letter
// on each and then waits; it opens closed ones again after a pause. It prints the number of open
// ones once a second, and ends with its standard input. Arguments: port, connections, pause in
// milliseconds.
import { connect } from 'node:net'

const [port = 0, count = 0, pauseMs = 0] = process.argv.slice(2).map(Number)

/** Beyond this number the system itself would drop connections that no program has accepted yet. */
const openedAtOnce = 50
const roundMs = 20

let open = 0
let waiting = count

function hold(): void {
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
      waiting += 1
    }, pauseMs)
  })
}

setInterval(() => {
  const now = Math.min(waiting, openedAtOnce)
  waiting -= now
  for (let each = 0; each < now; each += 1) hold()
}, roundMs)
setInterval(() => process.stdout.write(`${open}\n`), 1_000)
process.stdin.resume().on('end', () => process.exit(0))

// Kills a witness at the moment that WITNESS_KILL names: before it keeps a checkpoint, after that, or after its answer.
// Loaded before the program: node --import.
import { ServerResponse } from 'node:http'
import { StatementSync } from 'node:sqlite'

const moment = process.env.WITNESS_KILL

function die(at: string): void {
  if (at === moment) process.kill(process.pid, 'SIGKILL')
}

const run = StatementSync.prototype.run
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  const keepsHead = this.sourceSQL.includes('insert into heads')
  if (keepsHead) die('before')
  const result = Reflect.apply(run, this, values)
  if (keepsHead) die('kept')
  return result
}

const end = ServerResponse.prototype.end
ServerResponse.prototype.end = function (this: ServerResponse, body?: unknown) {
  const ended = Reflect.apply(end, this, [body])
  this.once('finish', () => die('answered'))
  return ended
}

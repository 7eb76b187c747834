// Marks an action that runs without a busy button, so that a long wait is announced (long-wait.ts).
import { watchWait } from './watch-wait.ts'

export function Waiting() {
  return <span ref={watchWait} hidden />
}

// Asks the person in front of the page for a code, where the server wants proof that it is still them.
// The dialog hands itself in; without one the answer is no.

type Confirm = () => Promise<boolean>

let confirm: Confirm | undefined
let asking: Promise<boolean> | undefined

/** Takes the dialog in. Returns the way to take it out again. */
export function onConfirmPerson(ask: Confirm): () => void {
  confirm = ask
  return () => {
    if (confirm === ask) confirm = undefined
  }
}

/** Whether the person typed a right code: this browser then has a new session and a new key. */
export function confirmPerson(): Promise<boolean> {
  asking ??= (confirm?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

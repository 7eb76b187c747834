// Asks the user for a code when the server requires fresh proof. The dialog registers itself;
// without one the answer is no.

type Confirm = () => Promise<boolean>

let confirm: Confirm | undefined
let asking: Promise<boolean> | undefined

/** Registers the dialog. Returns a function that removes it. */
export function onConfirmPerson(ask: Confirm): () => void {
  confirm = ask
  return () => {
    if (confirm === ask) confirm = undefined
  }
}

/** True if the user typed a correct code: this browser then has a new session and key. */
export function confirmPerson(): Promise<boolean> {
  asking ??= (confirm?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}

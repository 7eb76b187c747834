// Asks the user for a code when the server requires a new check of the phone number. The dialog
// registers itself; without a registered dialog the result is false.

type Confirm = () => Promise<boolean>

let confirm: Confirm | undefined
let openConfirmation: Promise<boolean> | undefined

/** Registers the dialog. Returns a function that removes it. */
export function onConfirmPerson(showDialog: Confirm): () => void {
  confirm = showDialog
  return () => {
    if (confirm === showDialog) confirm = undefined
  }
}

/**
 * Opens the dialog, or joins the open one. Resolves to true if the user typed a correct code: this
 * browser then has a new session and key.
 */
export function confirmPerson(): Promise<boolean> {
  openConfirmation ??= (confirm?.() ?? Promise.resolve(false)).finally(() => {
    openConfirmation = undefined
  })
  return openConfirmation
}

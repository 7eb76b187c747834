// Marks the tab in which the user has signed in, over a reload and a change of language. The home page welcomes a new
// user only there.
import { readTabText, removeTabText, writeTabText } from './tab-storage.ts'

const name = 'signed-in-here'

export function markSignIn(): void {
  writeTabText(name, '1')
}

export function isSignInMarked(): boolean {
  return readTabText(name) !== null
}

export function forgetSignIn(): void {
  removeTabText(name)
}

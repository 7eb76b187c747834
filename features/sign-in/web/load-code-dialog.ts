// Loads the code dialog on demand, because it is large: after a key press, or with a request for a code.
import { repeatable } from '#web/api/lazy-part.ts'

export const loadCodeDialog = repeatable(() => import('./code-dialog.tsx'))

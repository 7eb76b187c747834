// The sheet of the code, which weighs much: it comes after a key press, or where a code is asked for.
import { repeatable } from '#web/api/repeatable-import.ts'

export const loadCodeDialog = repeatable(() => import('./code-dialog.tsx'))

// Compares the number of faults in English of each folder with its allowed count, which may only
// fall.

/** Folders that are not in the list have zero faults. */
export type Debts = Readonly<Record<string, number>>

/** Returns the top folder of a file, or its feature; `.` for files at the root. */
export function folderOf(file: string): string {
  const [top = '', second = '', third] = file.split('/')
  if (second === '') return '.'
  return top === 'features' && third !== undefined ? `${top}/${second}` : top
}

/** Returns one sentence for each folder whose count differs from the allowed one. */
export function compareDebts(allowed: Debts, counted: Debts): string[] {
  const folders = [...new Set([...Object.keys(allowed), ...Object.keys(counted)])].sort()
  return folders.flatMap((folder) => {
    const allowedCount = allowed[folder] ?? 0
    const count = counted[folder] ?? 0
    if (count > allowedCount) {
      return [
        `${folder}: ${count} faults, at most ${allowedCount}. See \`npm run english -- ${folder}\`.`,
      ]
    }
    if (count < allowedCount) {
      return [
        `${folder}: ${count} faults instead of ${allowedCount}. Run \`npm run english -- --write\`.`,
      ]
    }
    return []
  })
}

/** Returns the allowed counts, lowered to the counted ones. No count rises, and zeros are left out. */
export function lowerDebts(allowed: Debts, counted: Debts): Debts {
  const lowered = Object.entries(allowed).map(
    ([folder, allowedCount]) => [folder, Math.min(allowedCount, counted[folder] ?? 0)] as const,
  )
  return Object.fromEntries(lowered.filter(([, count]) => count > 0))
}

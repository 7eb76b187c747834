// Lists the files of the checkout that git knows, new ones included, for tests that read the code.
import { execFileSync } from 'node:child_process'

/** Paths from the root that match. Run from the root, as vitest does. */
export function trackedFiles(pattern: RegExp): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const listed = execFileSync('git', args, { encoding: 'utf8' }).split('\0')
  return listed.filter((file) => pattern.test(file))
}

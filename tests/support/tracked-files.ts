// Lists the files of the checkout except those that git ignores, for tests that read the code.
import { execFileSync } from 'node:child_process'

/** Returns matching paths from the root. The current folder must be the root, as under vitest. */
export function trackedFiles(pattern: RegExp): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0')
  return files.filter((file) => pattern.test(file))
}
